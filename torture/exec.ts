import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type AcceptedJob,
  checkTortured,
  endedJobs,
  jobIn,
  planOfJobs,
  startTortured,
} from '../packages/server/test/support/exec-torture-jobs.ts'
import { killNursery } from '../packages/server/test/support/nursery.ts'
import { startServer } from '../packages/server/test/support/server.ts'
import { until } from '../packages/server/test/support/until.ts'
import { nothingLeft } from './exec-left.ts'
import { chance, listOf, oneOf, type Random, randomOf, whole } from './random.ts'

const project = '/v1/projects/default'
const exec = `${project}/exec`
const tool = { id: 'tool', sh: 'echo "{}"' }

interface Task {
  task_id: string
  status: string
  exit_code: number | null
  error: { code: string } | null
  finished_at: string | null
  created_artifacts: { artifact_id: string }[]
  exposed_endpoints: { url: string }[]
  exposed_endpoints_active: boolean
}

/** Answers whoever asks, one after the other. */
const serving = `perl -MIO::Socket::INET -e '$SIG{PIPE} = "IGNORE";
  my $here = IO::Socket::INET->new(Listen => 9, LocalAddr => "127.0.0.1", LocalPort => 8080) or die;
  while (my $one = $here->accept) { sysread $one, my $asked, 9999; print $one "HTTP/1.0 200 OK\\r\\nContent-Length: 4\\r\\n\\r\\nhere"; close $one }'`

/**
 * What is done in one round: tasks that print so many lines and leave a file, some of them canceled, step jobs, a service, and who is
 * killed, and when. The nursery dies with the server, or alone and before it.
 */
export const planOfExec = (random: Random) => ({
  tasks: listOf(whole(random, 2, 5), () => ({
    lines: whole(random, 0, 300),
    cancelAfterMs: chance(random, 0.3) ? whole(random, 0, 400) : null,
  })),
  deathAfterMs: whole(random, 0, 700),
  jobs: planOfJobs(random),
  nurseryDies: chance(random, 0.4) ? oneOf(random, ['with the server', 'alone']) : null,
  nurseryAfter: random(),
})

export interface ExecTorture {
  readonly folder: string
  readonly seed: number
  readonly from: number
  readonly rounds: number
  readonly stop: AbortSignal
  onRound(round: number, seconds: number): void
}

/** Answers how everything ended. */
export async function tormentExec({ folder, seed, from, rounds, stop, onRound }: ExecTorture): Promise<string[]> {
  const ends: string[] = []
  try {
    for (let number = from; number < from + rounds && !stop.aborted; number++) {
      const begun = performance.now()
      ends.push(...(await round(folder, seed, number)))
      onRound(number, (performance.now() - begun) / 1000)
    }
  } finally {
    await killNursery(join(folder, 'data'))
  }
  return ends
}

type Server = Awaited<ReturnType<typeof startServer>>

const isOver = ({ status }: Task): boolean => ['succeeded', 'failed', 'canceled'].includes(status)

async function round(folder: string, seed: number, number: number): Promise<string[]> {
  const plan = planOfExec(randomOf(seed, number))
  const data = join(folder, 'data')
  const first = await startServer({ folder, skills: [tool] })
  // A busy machine takes long to its first answer: who dies before it has nothing to lose.
  const begun = Promise.withResolvers<number>()
  const at = async (ms: number) => wait(Math.max(0, (await begun.promise) + ms - performance.now()))
  const accepted: { id: string; lines: number }[] = []
  const seen = new Map<string, Task>()
  const acting = plan.tasks.map(async ({ lines, cancelAfterMs }, index) => {
    const print = `i=0; while [ $i -lt ${lines} ]; do i=$((i+1)); echo line $i; done; echo ${lines} > left`
    const asked = { command: `${print}; sleep 0.${index}`, session_id: `r${number}-${index}`, outputs: [{ path: 'left' }] }
    const { status, body: task } = await first.post<Task>(`${exec}/tasks`, { skill_name: 'tool', ...asked })
    assert.equal(status, 202)
    accepted.push({ id: task.task_id, lines })
    begun.resolve(performance.now())
    if (cancelAfterMs === null) return
    await at(cancelAfterMs)
    await first.post(`${exec}/tasks/${task.task_id}:cancel`)
  })
  const jobs: AcceptedJob[] = []
  const actingOnJobs = plan.jobs.map(async (job, index) => {
    const accepted = await startTortured(first, job, `r${number}-job${index}`)
    jobs.push(accepted)
    if (job.cancelAfterMs === null) return
    await at(job.cancelAfterMs)
    await first.post(`${exec}/jobs/${accepted.id}:cancel`)
  })
  let service: string | null = null
  const serve = async () => {
    const body = { skill_name: 'tool', command: serving, session_id: `r${number}-s`, expose_ports: [8080] }
    service = (await first.post<Task>(`${exec}/services`, body)).body.task_id
  }
  // Whoever asks a server that dies gets no answer.
  const acted = Promise.allSettled([...acting, ...actingOnJobs, serve()])
  void acted.then(() => begun.resolve(performance.now()))
  if (plan.nurseryDies === 'alone') {
    await at(plan.deathAfterMs * plan.nurseryAfter)
    await killNursery(data)
  }
  await at(plan.deathAfterMs)
  for (const { id } of accepted) {
    const task = await taskOf(first, id).catch(() => null)
    if (task && isOver(task)) seen.set(id, task)
  }
  const jobsSeen = await endedJobs(first, jobs)
  if (plan.nurseryDies === 'with the server') await killNursery(data)
  await first.kill()
  await acted

  const nurseryDies = plan.nurseryDies !== null
  await using second = await startServer({ folder })
  const counts: string[] = []
  for (const { id, lines } of accepted) {
    const task = await until(`${id} has ended`, async () => {
      const found = await taskOf(second, id)
      return isOver(found) && found
    })
    if (seen.has(id)) assert.deepEqual(task, seen.get(id), 'an end that was told changes no more')
    const code = task.error?.code ?? 'succeeded'
    const may = nurseryDies ? ['succeeded', 'CANCELED_BY_USER', 'RUNNER_LOST'] : ['succeeded', 'CANCELED_BY_USER']
    assert.ok(may.includes(code), `round ${number}: ${id} ended with ${JSON.stringify(task)}`)
    const printed = await readFile(join(data, 'exec/tasks', id, 'stdout.log'), 'utf8').catch(() => '')
    const whole = Array.from({ length: lines }, (_, index) => `line ${index + 1}\n`).join('')
    if (code === 'succeeded') assert.equal(printed, whole, `round ${number}: bytes are lost`)
    else assert.ok(whole.startsWith(printed), `round ${number}: what was printed is no beginning`)
    await checkOutput(second, task, lines, number)
    counts.push(code)
  }
  for (const [index, job] of plan.jobs.entries()) {
    const session = `r${number}-job${index}`
    const id = await jobIn(second, session)
    assert.equal(id, jobs.find((one) => one.session === session)?.id ?? id, 'what was accepted is there')
    if (id === null) continue
    counts.push(await checkTortured(second, { id, session, plan: job }, { told: jobsSeen.get(id), nurseryDies }))
  }
  if (service) counts.push(await endOfService(second, service, nurseryDies))
  await endAll(second)
  await nothingLeft(data)
  return counts
}

/** What a task left is there, whole and once, where it succeeded; one that was ended may have left less, and never more than one. */
async function checkOutput({ url }: Server, task: Task, lines: number, number: number): Promise<void> {
  const ids = task.created_artifacts.map(({ artifact_id }) => artifact_id)
  assert.ok(ids.length === 1 || (ids.length === 0 && task.status !== 'succeeded'), `round ${number}: ${JSON.stringify(task)}`)
  for (const id of ids) {
    const text = await (await fetch(`${url}${project}/artifacts/${id}/content`)).text()
    assert.ok(text === `${lines}\n` || (task.status !== 'succeeded' && text === ''), `round ${number}: ${id} has ${text}`)
  }
}

/** It answers under the next server, whenever it was begun; or it died with its nursery. */
async function endOfService(server: Server, id: string, mayBeLost: boolean): Promise<string> {
  const found = await until(`${id} is reached, or has ended`, async () => {
    const task = await taskOf(server, id)
    if (isOver(task) || !task.exposed_endpoints_active) return isOver(task) && task
    const answer = await fetch(task.exposed_endpoints[0]?.url ?? '').catch((error: unknown) => ({ error }))
    // The row tells what the server before knew until this one has looked, and the service has died meanwhile.
    if ('error' in answer && mayBeLost) return false
    if ('error' in answer) throw answer.error
    assert.equal(await answer.text(), 'here', JSON.stringify(task))
    return task
  })
  if (isOver(found)) {
    assert.deepEqual([mayBeLost, found.error?.code], [true, 'RUNNER_LOST'], JSON.stringify(found))
    return 'service lost'
  }
  await server.post(`${exec}/services/${id}:cancel`)
  const end = await until(`${id} has ended`, async () => {
    const task = await taskOf(server, id)
    return isOver(task) && task
  })
  assert.deepEqual([end.status, end.exposed_endpoints_active], ['canceled', false])
  return 'service reached'
}

/** Also those that were accepted with nobody left to be told: after this nothing may run. */
async function endAll(server: Server): Promise<void> {
  for (const status of ['queued', 'starting', 'running']) {
    const { tasks } = (await server.get<{ tasks: Task[] }>(`${exec}/tasks?status=${status}&limit=1000`)).body
    for (const { task_id: id } of tasks) {
      await server.post(`${exec}/tasks/${id}:cancel`)
      await until(`${id} has ended`, async () => isOver(await taskOf(server, id)))
    }
  }
}

async function taskOf(server: Server, id: string): Promise<Task> {
  const {
    stdout: _stdout,
    stderr: _stderr,
    ...task
  } = (await server.get<Task & { stdout: object; stderr: object }>(`${exec}/tasks/${id}`)).body
  return task
}
