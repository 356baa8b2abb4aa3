import { isRecord, saidList, saidRecord } from './read.ts'
import type { Node } from './shape.ts'

/** As the guide to structured outputs had them in 2026. A schema beyond them is refused with every request. */
export const limits = { properties: 5000, text: 120_000, enumValues: 1000, manyValues: 250, textOfManyValues: 15_000 } as const

/** The limit that a translated schema breaks, as a sentence. How deep it is nested has been looked at before. */
export function brokenLimit(schema: Node): string | null {
  let [properties, enumValues, text] = [0, 0, 0]
  const left: unknown[] = [schema]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (!isRecord(node)) continue
    const values = saidList(node, 'enum')
    const names = Object.keys(saidRecord(node, 'properties'))
    const textOfValues = lengthOf(values)
    if (values.length > limits.manyValues && textOfValues > limits.textOfManyValues)
      return `An enum of more than ${limits.manyValues} values has more than ${limits.textOfManyValues} characters.`
    properties += names.length
    enumValues += values.length
    text += textOfValues + lengthOf(names) + lengthOf(Object.keys(saidRecord(node, '$defs')))
    for (const keyword of ['properties', '$defs'])
      for (const inside of Object.values(saidRecord(node, keyword))) left.push(inside)
    for (const inside of saidList(node, 'anyOf')) left.push(inside)
    left.push(node['items'] ?? null)
  }
  if (properties > limits.properties) return `The schema has more than ${limits.properties} properties.`
  if (enumValues > limits.enumValues) return `The schema lists more than ${limits.enumValues} values.`
  if (text > limits.text) return `The names and listed values of the schema have more than ${limits.text} characters.`
  return null
}

const lengthOf = (texts: readonly unknown[]): number => texts.reduce<number>((sum, text) => sum + String(text).length, 0)
