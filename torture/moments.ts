import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunState } from '../packages/server/src/domain/run.ts'
import type { Death, Moment } from './plan.ts'
import { type Glance, openGlance, type Where } from './rows.ts'

const lookAgainMs = 2

export interface Moments extends AsyncDisposable {
  /** Something that the client did or was told. */
  saw(moment: Moment): void
  /** When the server is to die: at the moment that was chosen, or when its time is up. Tells which. */
  readonly reached: Promise<Moment | 'time'>
}

/** Waits for the instant at which a server dies. */
export function openMoments(where: Where, death: Death): Moments {
  const { promise, resolve, reject } = Promise.withResolvers<Moment | 'time'>()
  const end = new AbortController()
  let left = death.nth
  const saw = (moment: Moment) => {
    if (moment === death.moment && --left === 0) void wait(death.lateMs, null, { ref: false }).then(() => resolve(moment))
  }
  const timer = setTimeout(() => resolve('time'), death.latestMs)
  const watching = death.moment === null ? null : watch(where, death.moment, saw, end.signal)
  void watching?.catch(reject)
  return {
    saw,
    reached: promise,
    /**
     * Who still looks into the database keeps it from being recovered: a commit that the dead server wrote and did not announce would
     * be seen by the next server, and not by us before.
     */
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      end.abort()
      await watching
    },
  }
}

/** Tells of whatever is new, or gone, since the last look. */
async function watch(where: Where, moment: Moment, saw: (moment: Moment) => void, end: AbortSignal): Promise<void> {
  const look = looks[moment]
  if (!look) return
  await using glance = await openGlance(where)
  const { thingsIn, isGone = false } = look
  const things = thingsIn(where.data, glance, new Date().toISOString())
  for (let before = new Set(await things()); !end.aborted; await wait(lookAgainMs)) {
    const now = new Set(await things())
    const [from, to] = isGone ? [now, before] : [before, now]
    for (const thing of to) if (!from.has(thing)) saw(moment)
    before = now
  }
}

interface Look {
  readonly thingsIn: (data: string, glance: Glance, since: string) => () => string[] | Promise<string[]>
  readonly isGone?: boolean
}

const homes: Look['thingsIn'] = (data) => () => namesIn(join(data, 'homes'))
const sessions: Look['thingsIn'] = (data) => () =>
  belowEach(namesIn(join(data, 'sessions')), (run) => join(data, 'sessions', run))
const uploads: Look['thingsIn'] = (data) => () => belowEach(namesIn(join(data, 'requests')), (job) => join(data, 'requests', job))
const runsThat =
  (...states: readonly RunState[]): Look['thingsIn'] =>
  (_, glance, since) =>
  async () =>
    (await glance.movedSince(since)).flatMap(({ id, state, attempt }) => (states.includes(state) ? [`${id}:${attempt}`] : []))

const looks: Partial<Record<Moment, Look>> = {
  'home-made': { thingsIn: homes },
  'home-gone': { thingsIn: homes, isGone: true },
  'session-kept': { thingsIn: sessions },
  'session-gone': { thingsIn: sessions, isGone: true },
  'files-placed': { thingsIn: uploads },
  'run-queued': { thingsIn: runsThat('queued') },
  'run-running': { thingsIn: runsThat('running') },
  'run-waiting': { thingsIn: runsThat('waiting_user') },
  'run-ended': { thingsIn: runsThat('succeeded', 'failed', 'canceled') },
}

const belowEach = (names: readonly string[], folderOf: (name: string) => string): string[] =>
  names.flatMap((name) => namesIn(folderOf(name)).map((below) => `${name}/${below}`))

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
