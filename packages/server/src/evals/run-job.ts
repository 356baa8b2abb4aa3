import { setTimeout as wait } from 'node:timers/promises'
import type { EvalCheck } from '@agent-skill-runner/contract/eval.ts'
import type { Cell, Eval } from '../domain/eval.ts'
import type { Principal, Wish } from '../domain/job.ts'
import { onceOf } from '../domain/once.ts'
import { isTerminal, type JobId, type Run } from '../domain/run.ts'
import { cancelRun } from '../intake/cancel.ts'
import { createFrom } from '../intake/create.ts'
import { acceptReply } from '../intake/reply.ts'
import { Fault } from '../lib/fault.ts'
import { waitForJob } from '../runs/wait.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { receive } from '../workspace/receive.ts'
import { type NamedFile, partsOf } from './case-files.ts'
import { byProgram } from './compare.ts'
import type { EvalsDeps } from './deps.ts'

/** What all cells of a test share. */
export interface Performance {
  readonly one: Eval
  readonly skill: SkillPackage
  /** Ends every wait when the server stops; the next one goes on. */
  readonly stopping: AbortSignal
}

/** A job of a test: of the skill that is tested, or of the one that grades. */
export interface Asking {
  readonly skill: SkillPackage
  readonly temporary: boolean
  readonly wish: Wish
  readonly files: readonly NamedFile[]
  readonly replies: readonly unknown[]
  readonly part: 'run' | 'grade'
}

export interface Ran extends JobAndRun {
  readonly tries: number
  /** The run asked something that the case does not answer, and was ended for that. */
  readonly unanswered: EvalCheck | null
}

/** So often a cell is run again because the server was stopped while it ran, which says nothing about the skill. */
const mostTries = 3

/** Once more where the server was stopped meanwhile. The row names the job before anybody waits for it. */
export async function runToItsEnd(deps: EvalsDeps, performance: Performance, cell: Cell, asking: Asking): Promise<Ran> {
  const { one } = performance
  let tries = cell.tries
  let job = asking.part === 'run' ? cell.jobId : cell.gradeJobId
  for (;;) {
    job ??= await begin(deps, performance, { ...cell, tries }, asking)
    const { found, unanswered } = await untilOver(deps, performance, job, asking.replies)
    if (!wasInterrupted(found.run) || tries >= mostTries) return { ...found, tries, unanswered }
    tries += 1
    job = null
    await deps.store.evals.changeCell(one.id, cell.no, {
      tries,
      ...(asking.part === 'run' ? { jobId: null } : { gradeJobId: null }),
    })
  }
}

const wasInterrupted = (run: Run): boolean => run.state === 'failed' && run.error.code === 'ORCHESTRATOR_RESTART_INTERRUPTED'

/** A job under a key of its own: a server that stopped between job and row finds it again. */
async function begin(deps: EvalsDeps, { one, stopping }: Performance, cell: Cell, asking: Asking): Promise<JobId> {
  const { skill, temporary, wish, files, part } = asking
  const principal: Principal = {
    name: one.principal,
    caller: one.caller,
    projectId: one.projectId,
    anyProject: false,
    scopes: ['run'],
    dayLimits: one.dayLimits,
  }
  const key = `eval:${one.id}:${cell.no}:${part}:${cell.tries}`
  const once = onceOf(principal, key, { operation: 'createEval', body: key })
  const bringing = {
    take: () => receive(deps.layout.requests, skill, partsOf(skill.root, files), deps.limits.uploads),
    once: () => once,
  }
  const request = { ...wish, skill_id: skill.id, await_upload: false }
  const manner = { once, bringing: files.length > 0 ? bringing : null, callerWaits: true }
  const create = () => createFrom(deps, principal, { skill, temporary }, request, manner)
  const { answer } = await whenThereIsRoom(deps, one, create, stopping)
  const mayGoOn =
    part === 'run'
      ? await deps.store.evals.begin(one.id, cell.no, answer.jobId)
      : await deps.store.evals.beginGrading(one.id, cell.no, answer.jobId)
  if (!mayGoOn) await cancelJob(deps, answer.jobId)
  return answer.jobId
}

const fullPauseMs = 1000

/** Nobody wants the test any more, and a job of it has no place yet. */
export class NotWanted extends Error {}

/** A test waits for its place like anybody else, and takes no place while it does. */
async function whenThereIsRoom<T>(
  { store }: EvalsDeps,
  { id }: Eval,
  create: () => Promise<T>,
  stopping: AbortSignal,
): Promise<T> {
  for (;;) {
    stopping.throwIfAborted()
    try {
      return await create()
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== 'QUEUE_FULL') throw error
    }
    await wait(fullPauseMs, undefined, { signal: stopping })
    if ((await store.evals.get(id))?.cancelRequestedAt !== null) throw new NotWanted()
  }
}

export async function cancelJob(deps: EvalsDeps, id: JobId): Promise<void> {
  const found = await deps.store.jobs.get(id)
  if (found) await cancelRun(deps, deps.attempts, id, found.run)
}

const lookAgainSec = 600

async function untilOver(deps: EvalsDeps, { one, stopping }: Performance, job: JobId, replies: readonly unknown[]) {
  let unanswered: EvalCheck | null = null
  for (;;) {
    const found = await waitForJob(deps, one.projectId, job, lookAgainSec, stopping)
    if (isTerminal(found.run.state)) return { found, unanswered }
    stopping.throwIfAborted()
    if (found.run.state !== 'waiting_user') continue
    unanswered = await answer(deps, found, found.run.pendingInteraction ?? 0, replies)
    if (unanswered) await cancelJob(deps, job)
  }
}

/** Null: the run goes on. */
async function answer(deps: EvalsDeps, found: JobAndRun, interaction: number, replies: readonly unknown[]) {
  const reply = replies[interaction - 1]
  if (reply === undefined) return unansweredCheck(`The run asked question ${interaction}, for which the case has no reply.`)
  try {
    const key = `eval:${interaction}`
    await acceptReply(deps, found, { interaction, response: reply, key }, null, () => deps.attempts.stopping)
    return null
  } catch (error) {
    // Somebody else answered, or canceled it: the next look tells.
    if (error instanceof Fault && (error.code === 'NOT_WAITING' || error.code === 'STALE_INTERACTION')) return null
    if (!(error instanceof Fault) || error.code !== 'REPLY_INVALID') throw error
    return unansweredCheck(`Reply ${interaction} of the case does not match the question: ${JSON.stringify(error.details)}`)
  }
}

const unansweredCheck = (reason: string): EvalCheck => ({
  ...byProgram,
  kind: 'run',
  expectation: 'The run succeeds.',
  status: 'failed',
  reason: reason.slice(0, 1000),
})

/** Of a test that somebody wants canceled, runs end because of that. */
export async function isCanceled({ store }: EvalsDeps, one: Eval, { run }: JobAndRun): Promise<boolean> {
  return run.state === 'canceled' && (await store.evals.get(one.id))?.cancelRequestedAt !== null
}
