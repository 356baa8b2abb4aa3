import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ExecTask } from '../domain/exec.ts'
import { areReached, type Endpoint, type ServiceSettings } from '../domain/exec-service.ts'
import type { EndWish } from '../process/nursery.ts'
import { readPorts } from '../process/ports.ts'
import { type ExecDeps, taskTopic } from './deps.ts'
import { OutputSearch } from './output-search.ts'
import { reachPort } from './reach-port.ts'

export type ServiceTask = ExecTask & { readonly service: ServiceSettings }

export const isService = (task: ExecTask): task is ServiceTask => task.service !== null

const lookWhileStartingMs = 50
const lookMs = 1000

/** Moves a service to running when it is ready, asks for its end when it is not in time, and keeps in its row where its ports are. */
export async function tendService(
  deps: ExecDeps,
  task: ServiceTask,
  end: (why: EndWish) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const { store, wakes, logger } = deps
  const search = task.service.readyPattern === null ? null : new OutputSearch(deps, task, task.service.readyPattern)
  let isReady = task.state === 'running'
  let { endpoints } = task
  // What an earlier server knew of ports is tried anew: whoever led there may have died with it.
  let isProven = endpoints.length === 0
  while (!signal.aborted) {
    const told = await endpointsOf(deps, task, endpoints, isReady || search === null)
    const found = isProven ? told : await answering(told)
    isProven ||= areReached(found)
    if (!isDeepStrictEqual(found, endpoints)) {
      endpoints = found
      await store.execTasks.endpoints(task.id, found)
      wakes.wake(taskTopic(task.id))
    }
    if (!isReady) {
      const problem = await notReady(deps, task, search, endpoints)
      if (problem === null) {
        isReady = true
        await store.execTasks.ready(task.id)
        wakes.wake(taskTopic(task.id))
      } else if (problem !== 'starting') {
        logger.info({ task_id: task.id, why: problem }, 'service not ready in time')
        return await end(problem)
      }
    }
    await wait(isReady ? lookMs : lookWhileStartingMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Only those that somebody listens at now. */
const answering = (endpoints: readonly Endpoint[]): Promise<Endpoint[]> =>
  Promise.all(endpoints.map(async (one) => ({ ...one, isReached: one.isReached && (await reachPort(one)) })))

/** Null: it is ready. */
async function notReady(
  { clock }: ExecDeps,
  { service, startedAt, createdAt }: ServiceTask,
  search: OutputSearch | null,
  [first]: readonly Endpoint[],
): Promise<'starting' | 'startup_timeout' | 'pattern_too_slow' | null> {
  const isReady = search === null ? service.ports.length === 0 || first?.isReached : await search.finds().catch(() => 'too slow')
  if (isReady === 'too slow') return 'pattern_too_slow'
  if (isReady) return null
  const begun = Date.parse(startedAt ?? createdAt)
  return clock.now().getTime() - begun < service.startupTimeoutSec * 1000 ? 'starting' : 'startup_timeout'
}

/** Where its ports are. Those that nobody has reached yet are tried: without a sandbox directly, else by the way that clients take. */
async function endpointsOf(
  { sandbox, layout }: ExecDeps,
  { id, service }: ServiceTask,
  before: readonly Endpoint[],
  isTried: boolean,
): Promise<readonly Endpoint[]> {
  const isLed = sandbox.status === 'bubblewrap'
  const direct =
    before.length > 0 ? before : service.ports.map((port) => ({ port, host: '127.0.0.1', hostPort: port, isReached: false }))
  const there = isLed ? ((await readPorts(layout.execTask(id))) ?? []) : direct
  if (!isTried) return there
  const tried = await Promise.all(there.map(async (one) => one.isReached || (await reachPort(one))))
  // Whether a connection came through is known to whoever leads there, and found at the next look.
  return isLed ? there : there.map((one, index) => ({ ...one, isReached: tried[index] ?? false }))
}
