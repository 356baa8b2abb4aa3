import type { Capabilities } from '../engines/cli.ts'

/** What is tried of a CLI, in this order. Without what is `needed` the way we run it does not work, or not in conversations. */
export const cases = {
  flags: { title: 'a turn with all our flags', isNeeded: true },
  skill_folder: { title: 'a skill in its folder', isNeeded: false },
  tool_call: { title: 'a call of its shell tool', isNeeded: true },
  schema: { title: 'an output schema', isNeeded: false },
  resume: { title: 'a session that continues', isNeeded: true },
  big_output: { title: 'an answer of 48 KiB', isNeeded: true },
  kill: { title: 'its end, with all it started', isNeeded: true },
  network: { title: 'no calls but to its model', isNeeded: false },
} as const

export type CaseId = keyof typeof cases
export const caseIds = Object.keys(cases) as readonly CaseId[]

/** `differs`: it works, but not in the way that this release knows. */
export type Result = 'yes' | 'no' | 'differs'

export interface Finding {
  readonly id: CaseId
  readonly result: Result
  /** Null: all is as it is known. */
  readonly reason: string | null
}

/** What one version of a CLI can do, found out by trying. What was not tried is not there. */
export interface Card {
  readonly engine: string
  readonly version: string
  readonly probedAt: string
  readonly findings: readonly Finding[]
}

/** One case that another version answers otherwise; null: it was not tried there. */
export interface CardChange {
  readonly id: CaseId
  readonly before: Result | null
  readonly after: Result | null
  /** Of the later one. */
  readonly reason: string | null
}

export function changesBetween(before: Card, after: Card): readonly CardChange[] {
  return caseIds.flatMap((id) => {
    const [was, is] = [findingOf(before, id), findingOf(after, id)]
    if (was?.result === is?.result) return []
    return [{ id, before: was?.result ?? null, after: is?.result ?? null, reason: is?.reason ?? null }]
  })
}

/** What we need and it cannot do, unless the one before could not either. */
export const lostBy = (before: Card | null, after: Card): readonly Finding[] =>
  failedIn(after).filter(({ id }) => cases[id].isNeeded && (before === null || findingOf(before, id)?.result !== 'no'))

export const failedIn = ({ findings }: Card): readonly Finding[] => findings.filter(({ result }) => result === 'no')

/** Who has tried knows better than the pages of help. */
export function capabilitiesBy(told: Capabilities, card: Card | null): Capabilities {
  const can = (id: CaseId): boolean | null => {
    const found = card && findingOf(card, id)
    return found ? found.result !== 'no' : null
  }
  return { ...told, resume: can('resume') ?? told.resume, outputSchema: can('schema') ?? told.outputSchema }
}

const findingOf = ({ findings }: Card, id: CaseId): Finding | undefined => findings.find((finding) => finding.id === id)
