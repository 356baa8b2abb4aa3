import { resolve, type Schema, type Source } from './read.ts'

/** Something that the strict dialect cannot say and that was left out. */
export interface Relaxation {
  /** JSON pointer into the original schema; one longer than 1000 characters is cut. */
  readonly path: string
  readonly keyword: string
  readonly note: string
}

/** The schema cannot be said in the strict dialect. Thrown deep inside, and turned into an answer by strictSchema. */
export class Unsayable extends Error {}

/** A place as reasons name it. */
export const place = (at: string): string => (at.length > 200 ? `${at.slice(0, 199)}…` : at || 'The schema')

/** One translation under way. */
export interface Work {
  readonly root: Schema
  /** Counts what is done: a small schema can ask for 2^40 steps through references and choices. */
  spend(steps: number): void
  relax(source: { readonly schema: Schema; readonly at: string }, keyword: string, note: string): void
  relaxations(): readonly Relaxation[]
  /** What a reference points to. */
  follow(ref: string, at: string): Source
  /** The reference to a part of the schema, which becomes a definition. */
  define(source: Source): string
  /** The next definition that has been referred to and is not written yet. */
  next(): { readonly name: string; readonly source: Source } | undefined
}

const mostSteps = 200_000

export function startWork(root: Schema): Work {
  let left = mostSteps
  const relaxed = new Map<object, Set<string>>()
  const relaxations: Relaxation[] = []
  const followed = new Map<string, Source>()
  const defined = new Map<unknown, string>([[root, '#']])
  const nameOf = namer()
  const pending: { name: string; source: Source }[] = []
  return {
    root,
    spend(steps) {
      left -= steps
      if (left < 0) throw new Unsayable('The schema is too large or too entangled to be translated.')
    },
    relax({ schema, at: path }, keyword, note) {
      const keywords = relaxed.get(schema) ?? new Set()
      if (keywords.has(keyword)) return
      relaxed.set(schema, keywords.add(keyword))
      relaxations.push({ path, keyword, note })
    },
    relaxations: () => relaxations,
    follow(ref, at) {
      const target = followed.get(ref) ?? resolve(root, ref)
      if (!target) throw new Unsayable(`${place(at)} refers to ${JSON.stringify(ref.slice(0, 200))}, which is not in the schema.`)
      followed.set(ref, target)
      return target
    },
    define(source) {
      const known = defined.get(source.schema)
      if (known) return known
      const name = nameOf(source.at)
      defined.set(source.schema, `#/$defs/${name}`)
      pending.push({ name, source })
      return `#/$defs/${name}`
    },
    next: () => pending.shift(),
  }
}

/** Names a definition by the last word of its pointer, without what would have to be escaped. */
function namer(): (at: string) => string {
  const taken = new Map<string, number>()
  return (at) => {
    const wanted =
      at
        .slice(at.lastIndexOf('/') + 1)
        .replace(/[^\w-]/g, '_')
        .slice(0, 64) || 'part'
    let count = taken.get(wanted) ?? 0
    let name = wanted
    while (taken.has(name)) {
      count += 1
      name = `${wanted}_${count + 1}`
    }
    taken.set(wanted, count).set(name, taken.get(name) ?? 0)
    return name
  }
}
