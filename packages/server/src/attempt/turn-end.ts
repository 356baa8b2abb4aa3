import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { withoutMarker } from '../domain/done-marker.ts'
import { requiresSomething } from '../domain/requires-something.ts'
import { warningOf } from '../domain/warning.ts'
import { type RaspDraft, warning } from '../events/rasp.ts'
import { Fault } from '../lib/fault.ts'
import { parseWhole } from '../output/whole-text.ts'
import { endOfTurn, type TurnMeaning } from '../talk/completion.ts'
import { tailOfLog } from '../workspace/read-log.ts'
import type { AttemptDeps } from './deps.ts'
import type { Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'

/** How the children of an attempt ended, and what that means for its run. */
export interface TurnEnd {
  /** The last child ended well, and its engine did not report a failure. */
  readonly finished: boolean
  /** Of a turn that did not fail. */
  readonly meaning: TurnMeaning
  /** What it printed last on stderr; empty when it ended well. */
  readonly stderrTail: string
}

/** The output of the turn is the run's: it did not fail, and it asks nothing. */
export const isSettling = ({ finished, meaning }: TurnEnd): boolean =>
  finished && (meaning === 'settle' || meaning === 'settle_softly')

export async function endOf(deps: AttemptDeps, attempt: Attempt, performed: Performed): Promise<TurnEnd> {
  const { exit, by } = performed
  const finished = exit.kind === 'exited' && exit.code === 0 && (by === null || by.heard.failure === null)
  if (finished) return { finished, meaning: await meaningOf(deps, attempt, performed), stderrTail: '' }
  const { text } = await tailOfLog(attempt.layout.stream(attempt.run.attempt, 'stderr'), 4096)
  return { finished, meaning: 'settle', stderrTail: text }
}

async function meaningOf(deps: AttemptDeps, attempt: Attempt, performed: Performed): Promise<TurnMeaning> {
  const { run, skill } = attempt
  const { by } = performed
  return endOfTurn({
    mode: run.executionMode,
    byEngine: by !== null,
    markers: by?.heard.markers ?? 0,
    isAnswer: run.executionMode === 'interactive' && (await isAnswer(deps, attempt, performed.left.answer)),
    attempt: run.attempt,
    maxAttempt: skill.maxAttempt,
    canGoOn: by !== null && by.obstacle === null,
  })
}

/** The message is the result itself, and not one that it talks about. Of a schema that requires nothing everything would be one. */
async function isAnswer({ bounded }: AttemptDeps, { skill }: Attempt, answer: string | null): Promise<boolean> {
  const schema = skill.schemas.output
  const whole = answer === null ? null : parseWhole(answer)
  const value = whole?.ok ? withoutMarker(whole.value) : null
  if (value === null || !requiresSomething(schema)) return false
  try {
    return (await bounded.check(schema, value, 'output.schema.json')).length === 0
  } catch (error) {
    // A schema that cannot be used says nothing about a message.
    if (error instanceof Fault) return false
    throw error
  }
}

/** What a person ought to know of how the turn said that it was done, or did not. */
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
  'The conversation ended without the done marker, because its last message was a valid result.',
)

/** Of an unattended run the output counts, so this is for whoever reads the events. Whoever is held to a schema has no place for the marker. */
export function missingMarker({ run }: Attempt, { by }: Performed, { finished }: TurnEnd): RaspDraft[] {
  const isMissing = finished && run.executionMode === 'auto' && by !== null && by.heard.markers === 0
  if (!isMissing || by.start.native.schema !== null) return []
  return [warning('DONE_MARKER_MISSING', 'The engine ended without saying that it was done.', 'info')]
}
