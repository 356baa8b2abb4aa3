import { type JobAccepted, type PendingInteraction, type SkillRunner, SkillRunnerError } from '@agent-skill-runner/sdk/source'
import { askPerson, hasPerson } from './ask.ts'
import { exits } from './exit-codes.ts'
import { follow } from './follow.ts'
import { documentOf } from './job-document.ts'
import { type EndFlags, tellEnd } from './job-end.ts'
import { leftRunning } from './job-left.ts'
import type { Leave } from './leaving.ts'
import type { Progress } from './progress.ts'
import { questionText } from './question.ts'
import { say } from './words.ts'

/** How a command sees its run through; those that answer questions or cancel are the commands' own. */
export const seeFlags = {
  wait: { type: 'string' },
  out: { type: 'string' },
  force: { type: 'boolean' },
  detach: { type: 'boolean' },
  quiet: { type: 'boolean' },
} as const

/** What it makes of these flags. */
export interface SeeFlags extends EndFlags {
  readonly interactive?: boolean | undefined
  readonly 'cancel-on-interrupt'?: boolean | undefined
}

export interface Seeing {
  readonly runner: SkillRunner
  readonly job: JobAccepted
  readonly values: SeeFlags
  readonly leave: Leave
  readonly progress: Progress
}

/** Shows what happens in a run, has its questions answered, and prints its end. */
export async function seeThrough(seeing: Seeing): Promise<number> {
  const { runner, job, values, leave, progress } = seeing
  const { request_id: id } = job
  const { signal } = leave
  const answer = async (question: PendingInteraction) => {
    progress.clear()
    return values.interactive && hasPerson() ? askPerson(question, signal) : null
  }
  try {
    const question = await follow({ runner, id, signal, show: progress.show, answer })
    progress.clear()
    if (question) return unanswered(job, question, values)
    return await tellEnd(seeing, await runner.jobs.wait(id, { signal }))
  } catch (error) {
    progress.clear()
    if (leave.reason() === null) throw aboutJob(error, id)
    return await leftRunning(seeing, job)
  }
}

/** Whatever else is lost, the id is not. */
function aboutJob(error: unknown, id: string): unknown {
  if (!(error instanceof SkillRunnerError) || error.requestId !== null) return error
  return new SkillRunnerError({ ...error, message: error.message, cause: error, requestId: id })
}

function unanswered(job: JobAccepted, question: PendingInteraction, { json }: SeeFlags): number {
  const { request_id: id } = job
  if (json) say(documentOf({ ...job, status: 'waiting_user' }, { question }))
  process.stderr.write(`${questionText(question)}Reply: ./skill-runner reply ${id} …\n`)
  return exits.asks.code
}
