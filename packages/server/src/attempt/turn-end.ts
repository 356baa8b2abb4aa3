import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { warningOf } from '../domain/warning.ts'
import { type RaspDraft, warning } from '../events/rasp.ts'
import type { Candidate } from '../output/candidate.ts'
import { endOfTurn, isLastAttempt, type TurnMeaning } from '../talk/completion.ts'
import { sliceOfLog } from '../workspace/read-log.ts'
import type { AttemptDeps } from './deps.ts'
import { ownResult } from './own-result.ts'
import type { Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'

/** How the children of an attempt ended, and what follows for its run. */
export interface TurnEnd {
  /** The last child ended well, and its engine did not report a failure. */
  readonly finished: boolean
  /** Of a turn that did not fail. */
  readonly meaning: TurnMeaning
  /** Where the result is that ends the conversation without a marker; null: there is none, or it was not looked for. */
  readonly ownResult: Candidate['source'] | null
  /** What it printed last on stderr; empty when it ended well. */
  readonly stderrTail: string
}

/** The output of the turn is that of the run: the turn did not fail, and asks no question. */
export const isSettling = ({ finished, meaning }: TurnEnd): boolean =>
  finished && (meaning === 'settle' || meaning === 'settle_softly')

export async function endOf(deps: AttemptDeps, attempt: Attempt, performed: Performed): Promise<TurnEnd> {
  const { exit, by } = performed
  const finished = exit.kind === 'exited' && exit.code === 0 && (by === null || by.heard.failure === null)
  if (finished) return { finished, ...(await meaningOf(deps, attempt, performed)), stderrTail: '' }
  return { finished, meaning: 'settle', ownResult: null, stderrTail: await stderrTail(attempt, performed) }
}

/** What the last child printed at its end. */
export async function stderrTail({ layout, run, allowance }: Attempt, { stderrFrom }: Performed): Promise<string> {
  const { stderr: end } = allowance.printed()
  const from = Math.max(stderrFrom, end - longestTail)
  return (await sliceOfLog(layout.stream(run.attempt, 'stderr'), from, end, longestTail)).text
}

const longestTail = 4096

async function meaningOf(
  deps: AttemptDeps,
  attempt: Attempt,
  performed: Performed,
): Promise<Pick<TurnEnd, 'meaning' | 'ownResult'>> {
  const { run, skill } = attempt
  const { by } = performed
  const place = { attempt: run.attempt, maxAttempt: skill.maxAttempt }
  const markers = by?.heard.markers ?? 0
  const isOpen = run.executionMode === 'interactive' && by !== null && markers === 0
  const result = isOpen ? await ownResult(deps, attempt, performed, isLastAttempt(place)) : null
  const meaning = endOfTurn({
    mode: run.executionMode,
    byEngine: by !== null,
    markers,
    hasResult: result !== null,
    ...place,
    canGoOn: by !== null && by.obstacle === null,
  })
  return { meaning, ownResult: result }
}

/** Warnings about missing, repeated and contradictory done markers. */
export function markerWarnings(performed: Performed, { finished, meaning }: TurnEnd): Warning[] {
  const { exit, by } = performed
  const markers = by?.heard.markers ?? 0
  const hasFailed = !finished && (exit.kind === 'exited' || exit.kind === 'signaled')
  return [
    ...(markers > 1 ? [{ ...several(markers), level: 'info' as const }] : []),
    ...(markers > 0 && hasFailed ? [conflict] : []),
    ...(meaning === 'settle_softly' ? [withoutDoneMarker] : []),
  ]
}

const several = (markers: number): Warning =>
  warningOf('MULTIPLE_DONE_MARKERS_IGNORED', `The done marker was said ${markers} times; the first one counts.`)

const conflict = warningOf(
  'DONE_MARKER_PROCESS_FAILURE_CONFLICT',
  'The engine said that it was done and then failed. The failure counts.',
)

const withoutDoneMarker = warningOf(
  'INTERACTIVE_COMPLETED_WITHOUT_DONE_MARKER',
  'The conversation ended without the done marker, because its last turn left a valid result.',
)

/** For readers of the events only: the output of an unattended run counts without a marker. An engine with a native schema cannot write one. */
export function missingMarker({ run }: Attempt, { by }: Performed, { finished }: TurnEnd): RaspDraft[] {
  const isMissing = finished && run.executionMode === 'auto' && by !== null && by.heard.markers === 0
  if (!isMissing || by.start.native.schema !== null) return []
  return [warning('DONE_MARKER_MISSING', 'The engine ended without saying that it was done.', 'info')]
}
