import assert from 'node:assert/strict'
import { chance, listOf, type Random, whole } from '../../../../torture/random.ts'
import { type Client, exec, inSession, isOver, type JobView, jobEnded, jobOf } from './exec-jobs.ts'

/** Step jobs of one round: how long each step takes, which one fails, and when the job is canceled. */
export const planOfJobs = (random: Random) =>
  listOf(whole(random, 1, 3), () => {
    const steps = listOf(whole(random, 1, 6), () => whole(random, 0, 9))
    return {
      steps,
      failsAt: chance(random, 0.2) ? whole(random, 0, steps.length - 1) : null,
      cancelAfterMs: chance(random, 0.3) ? whole(random, 0, 600) : null,
    }
  })

type JobPlan = ReturnType<typeof planOfJobs>[number]

/** Of a job that a server has accepted. */
export interface AcceptedJob {
  readonly id: string
  readonly session: string
  readonly plan: JobPlan
}

/** Each step leaves a line in its session: one that ran twice, or was left out, is seen there. */
export async function startTortured(server: Client, plan: JobPlan, session: string): Promise<AcceptedJob> {
  const commandOf = (tenths: number, index: number) =>
    `echo ${index} >> ../trace; sleep 0.0${tenths}; exit ${index === plan.failsAt ? 3 : 0}`
  const steps = plan.steps.map((tenths, index) => ({ command: commandOf(tenths, index) }))
  const { status, body } = await server.post<JobView>(`${exec}/jobs`, { skill_name: 'tool', session_id: session, steps })
  assert.equal(status, 202)
  return { id: body.job_id, session, plan }
}

/** Whatever there is of a session: whoever was killed may have accepted a job and never have said so. */
export async function jobIn(server: Client, session: string): Promise<string | null> {
  const { body } = await server.get<{ jobs: JobView[] }>(`${exec}/jobs?session_id=${session}`)
  assert.ok(body.jobs.length <= 1, JSON.stringify(body))
  return body.jobs[0]?.job_id ?? null
}

/** Those that a server tells as ended: they may never change again. */
export async function endedJobs(server: Client, accepted: readonly AcceptedJob[]): Promise<Map<string, JobView>> {
  const told = await Promise.all(accepted.map(({ id }) => jobOf(server, id).catch(() => null)))
  return new Map(told.flatMap((job) => (job && isOver(job) ? [[job.job_id, job]] : [])))
}

/** Answers how it ended: a code of its error, or of the error of its step. */
export async function checkTortured(
  server: Client,
  { id, session, plan }: AcceptedJob,
  { told, nurseryDies }: { readonly told: JobView | undefined; readonly nurseryDies: boolean },
): Promise<string> {
  const job = await jobEnded(server, id)
  if (told) assert.deepEqual(job, told, 'an end that was told changes no more')
  const trace = (await inSession(server, 'cat ../trace 2>/dev/null', session)).split('\n').filter(Boolean).map(Number)
  const about = JSON.stringify({ plan, trace, job })
  const states = job.steps.map(({ status }) => status)
  const done = states.filter((state) => state === 'succeeded').length
  const last = states[done]
  // So many that succeeded, at most one that did not, and then none that ran.
  assert.ok(last === undefined || last !== 'succeeded', about)
  assert.ok(
    states.slice(done + 1).every((state) => state === 'skipped'),
    about,
  )
  const wasBegun = last === 'failed' || last === 'canceled'
  const whole = Array.from({ length: done + (wasBegun ? 1 : 0) }, (_, index) => index)
  // A step that was ended may not have come to its line.
  assert.ok(
    [whole, whole.slice(0, done)].some((may) => may.join() === trace.join()),
    about,
  )
  const code = job.error?.code === 'STEP_FAILED' ? (job.steps[done]?.error?.code ?? 'none') : (job.error?.code ?? 'succeeded')
  if (code === 'succeeded') assert.deepEqual([job.status, done], ['succeeded', plan.steps.length], about)
  if (code === 'NONZERO_EXIT') assert.deepEqual([plan.failsAt, trace], [done, whole], about)
  if (code === 'CANCELED_BY_USER') assert.deepEqual([job.status, plan.cancelAfterMs !== null], ['canceled', true], about)
  const may = ['succeeded', 'NONZERO_EXIT', 'CANCELED_BY_USER', ...(nurseryDies ? ['RUNNER_LOST'] : [])]
  assert.ok(may.includes(code), about)
  return `job ${code}`
}
