import { isRecord, said, saidList } from './read.ts'
import type { Node } from './shape.ts'

/**
 * A definition that leads back to itself with nothing in between: whoever writes a value of it would never begin. Those that
 * lead nowhere are taken away until only circles are left.
 */
export function definitionInCircle(definitions: ReadonlyMap<string, Node>): string | null {
  const from = new Map<string, string[]>()
  const ways = new Map<string, number>()
  for (const [name, node] of definitions) {
    const targets = [node, ...saidList(node, 'anyOf')].flatMap(refOf)
    ways.set(name, targets.length)
    for (const target of targets) {
      const sources = from.get(target)
      if (sources) sources.push(name)
      else from.set(target, [name])
    }
  }
  // The root is an object, and so leads nowhere.
  const ends = [...ways.keys()].filter((name) => ways.get(name) === 0).concat('#')
  for (const end of ends)
    for (const name of from.get(end) ?? []) {
      const left = (ways.get(name) ?? 0) - 1
      ways.set(name, left)
      if (left === 0) ends.push(name)
    }
  return [...ways].find(([, left]) => left > 0)?.[0] ?? null
}

function refOf(node: unknown): readonly string[] {
  const ref = isRecord(node) ? said(node, '$ref') : undefined
  return typeof ref === 'string' ? [ref.replace('#/$defs/', '')] : []
}
