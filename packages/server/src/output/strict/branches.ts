import { isOnlyType, speaks } from './keywords.ts'
import { below, isRecord, type Schema, type Source, said, saidList, sizeOf, typesOf } from './read.ts'
import { place, Unsayable, type Work } from './work.ts'

/** One schema with its combinations set aside: what it says by itself. */
export interface Part {
  readonly schema: Schema
  readonly at: string
  /** Its choices were not followed, and are left out. */
  readonly withoutChoices: boolean
}

/** One way for a value to fit: what all parts say holds at once. A bare reference is kept as one. */
export interface Branch {
  readonly parts: readonly Part[]
  readonly ref: Source | null
}

/** The root cannot be a choice. What its choices add to the rest of it can be left out. */
export type Choices = 'followed' | 'left out'

const anything: Branch = { parts: [], ref: null }
const deepest = 50

/**
 * All ways to fit every one of the sources: `allOf` and references with company are multiplied out, `anyOf` and `oneOf` added up.
 * No branch is a value that does not exist.
 */
export function branchesOf(work: Work, sources: readonly Source[], choices: Choices = 'followed'): readonly Branch[] {
  return sources
    .map((source) => branchesOfOne(work, source, choices, 0))
    .reduce((a, b) => both(work, a, b, choices, 0), [anything])
}

/** The branches in place of the references among them. */
export function withoutRefs(
  work: Work,
  branches: readonly Branch[],
  choices: Choices = 'followed',
  depth = 0,
): readonly Branch[] {
  return branches.flatMap((branch) =>
    branch.ref ? withoutRefs(work, branchesOfOne(work, branch.ref, choices, depth + 1), choices, depth + 1) : [branch],
  )
}

function branchesOfOne(work: Work, { schema, at }: Source, choices: Choices, depth: number): readonly Branch[] {
  work.spend(1 + (isRecord(schema) ? sizeOf(schema) : 0))
  if (depth > deepest) throw new Unsayable(`${place(at)} is nested too deeply, or refers to itself.`)
  if (schema === true) return [anything]
  if (!isRecord(schema)) return []
  refuseScopes(schema, at)
  const one = (member: unknown, ...steps: (string | number)[]) =>
    branchesOfOne(work, { schema: member, at: below(at, ...steps) }, choices, depth + 1)
  const factors: (readonly Branch[])[] = [ownBranch(schema, at, choices)]
  const ref = said(schema, '$ref')
  if (typeof ref === 'string') factors.push(referred(work, work.follow(ref, at)))
  for (const [index, member] of saidList(schema, 'allOf').entries()) factors.push(one(member, 'allOf', index))
  if (choices === 'followed')
    for (const keyword of ['anyOf', 'oneOf']) {
      const members = saidList(schema, keyword)
      if (members.length === 0) continue
      if (keyword === 'oneOf' && members.length > 1) work.relax({ schema, at }, keyword, 'more than one of them may fit')
      factors.push(members.flatMap((member, index) => one(member, keyword, index)))
    }
  return factors.reduce((a, b) => both(work, a, b, choices, depth))
}

/** They make references mean something else than a place in this schema. */
function refuseScopes(schema: Schema, at: string): void {
  for (const keyword of ['$dynamicRef', '$recursiveRef'])
    if (said(schema, keyword) !== undefined) throw new Unsayable(`${place(at)} has ${keyword}, which cannot be said.`)
  const id = said(schema, '$id')
  if (at !== '' && typeof id === 'string' && !id.startsWith('#')) throw new Unsayable(`${at} has an $id of its own.`)
}

function ownBranch(schema: Schema, at: string, choices: Choices): readonly Branch[] {
  const withoutChoices = choices === 'left out' && ('anyOf' in schema || 'oneOf' in schema)
  return [speaks(schema) || withoutChoices ? { parts: [{ schema, at, withoutChoices }], ref: null } : anything]
}

/** Through references that only lead on, to what is meant. */
function referred(work: Work, target: Source): readonly Branch[] {
  const seen = new Set<unknown>()
  let last = target
  while (isRecord(last.schema)) {
    const ref = said(last.schema, '$ref')
    if (typeof ref !== 'string' || !isBare(last.schema)) return [{ parts: [], ref: last }]
    if (seen.has(last.schema)) throw new Unsayable(`${place(last.at)} refers to itself.`)
    seen.add(last.schema)
    work.spend(1)
    last = work.follow(ref, last.at)
  }
  return last.schema === true ? [anything] : []
}

const isBare = (schema: Schema): boolean =>
  !speaks(schema) && !['allOf', 'anyOf', 'oneOf'].some((keyword) => saidList(schema, keyword).length > 0)

function both(
  work: Work,
  some: readonly Branch[],
  others: readonly Branch[],
  choices: Choices,
  depth: number,
): readonly Branch[] {
  const joined = (a: Branch, b: Branch): readonly Branch[] => {
    work.spend(1 + a.parts.length + b.parts.length)
    if (addsNothing(a, b)) return [b]
    if (addsNothing(b, a)) return [a]
    if (a.ref || b.ref)
      return both(work, withoutRefs(work, [a], choices, depth), withoutRefs(work, [b], choices, depth), choices, depth)
    return [{ parts: [...new Map([...a.parts, ...b.parts].map((part) => [part.schema, part])).values()], ref: null }]
  }
  return some.flatMap((a) => others.flatMap((b) => joined(a, b)))
}

/** `{ type: 'object', $ref }` is often written for the reference alone. To keep it one keeps recursive schemas finite. */
const addsNothing = ({ parts, ref }: Branch, beside: Branch): boolean =>
  ref === null && parts.every((part) => beside.ref !== null && isOnlyType(part) && isWithin(beside.ref.schema, part.schema))

function isWithin(schema: unknown, other: Schema): boolean {
  const [types, wider] = [isRecord(schema) ? typesOf(schema) : null, typesOf(other)]
  return types !== null && wider !== null && [...types].every((type) => wider.has(type))
}
