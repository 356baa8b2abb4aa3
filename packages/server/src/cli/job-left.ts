import { isOver, type JobAccepted, type SkillRunner } from '@agent-skill-runner/sdk/source'
import { exits } from './exit-codes.ts'
import { documentOf } from './job-document.ts'
import { type Leave, lastWord } from './leaving.ts'
import { idOf, type Submission } from './submission.ts'
import { say } from './words.ts'

/** An interrupted command, and the flags of its run. */
export interface Leaver {
  readonly runner: SkillRunner
  readonly leave: Leave
  readonly values: { readonly json?: boolean | undefined; readonly 'cancel-on-interrupt'?: boolean | undefined }
}

/** No job was requested yet, or its id is unknown. */
export function leftEarly({ leave, values }: Leaver, text = 'No job was created.'): number {
  if (values.json) say(documentOf({ request_id: null, status: null }, {}))
  return left(leave, text)
}

/** The server may have accepted the job under an unknown id: repeating the request returns the id, and then it can be canceled. */
export async function leftUnheard(leaver: Leaver, submission: Submission, idempotencyKey: string): Promise<number> {
  const unsure = 'The server had not responded yet: the job may exist and run.'
  if (!isToBeCanceled(leaver)) return leftEarly(leaver, unsure)
  const { leave, values, runner } = leaver
  const view = await lastWord(async (signal) => {
    const id = await idOf(runner, submission, { idempotencyKey, signal })
    return runner.jobs.cancel(id, { signal })
  }, cancelMs)
  if (view === null) return leftEarly(leaver, unsure)
  if (values.json) say(documentOf(view, {}))
  return left(leave, `The run is ${view.status}.`)
}

/** The run is under way. */
export async function leftRunning(leaver: Leaver, { request_id: id, cache_hit }: JobAccepted): Promise<number> {
  const { leave, values, runner } = leaver
  const isCanceled = isToBeCanceled(leaver)
  const view = isCanceled
    ? await lastWord((signal) => runner.jobs.cancel(id, { signal }), cancelMs)
    : await lastWord((signal) => runner.jobs.get(id, { signal }))
  if (values.json) say(documentOf({ request_id: id, status: view?.status ?? null, cache_hit }, {}))
  if (view && (isCanceled || isOver(view))) return left(leave, `The run is ${view.status}.`)
  return left(leave, isCanceled ? goesOn(id, 'The server did not confirm the end of the run.') : goesOn(id))
}

/** Longer than an agent gets to end by itself. */
const cancelMs = 10_000

const isToBeCanceled = ({ leave, values }: Leaver): boolean =>
  leave.reason() === 'interrupted' && values['cancel-on-interrupt'] === true

export const goesOn = (id: string, first = 'The run continues.'): string =>
  `${first} Watch it: ./skill-runner watch ${id}\nCancel it: ./skill-runner cancel ${id}`

function left(leave: Leave, text: string): number {
  process.stderr.write(`${text}\n`)
  return leave.reason() === 'interrupted' ? exits.interrupted.code : exits.underWay.code
}
