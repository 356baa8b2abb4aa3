import { cpSync, existsSync } from 'node:fs'
import { appendFile, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { isTerminal, type Run, type RunId } from '../../src/domain/run.ts'
import { scriptProfile } from '../../src/events/encode.ts'
import { EventLog } from '../../src/events/log.ts'
import type { Ledger } from '../../src/events/log-deps.ts'
import { type Protocol, readRange } from '../../src/events/read.ts'
import { type Follower, followIn } from './follower.ts'
import { jobOf, queuedRun } from './runs.ts'
import { openStore } from './store.ts'

/** What goes wrong the next time that a run commits something. */
export type Accident =
  /** The disk is full: the files are written and the commit fails. */
  | { readonly kind: 'refused' }
  /** The power goes, at this instant; what the files have beyond the commit point is left as it is, cut, or longer. */
  | { readonly kind: 'crash'; readonly when: 'before the commit' | 'after the commit'; readonly tail: Tail }
type Tail = 'whole' | 'torn' | 'garbage'

/** Told at the instant of a power cut: whether the commit that it met is on the disk. A move is told by its trigger, new events by null. */
type OnPowerCut = (run: RunId, trigger: string | null, isCommitted: boolean) => void

const files =
  (folder: string) =>
  (run: RunId, attempt: number, protocol: Protocol): string =>
    join(folder, run, `${protocol}.${attempt}.jsonl`)

/** Runs in a real log over a real store, with a reader each, and with power cuts: what lies on the disk at that instant is all that is left. */
export async function openWorld(onPowerCut: OnPowerCut) {
  const root = await mkdtemp(join(place, 'asr-world-'))
  let now = Date.UTC(2026, 0, 1)
  let boots = 0
  let accident: Accident | null = null
  let image: string | null = null
  let boot = await start(join(root, `boot-${++boots}`))
  const followers = new Map<RunId, Follower>()

  async function start(folder: string) {
    const store = await openStore(folder)
    const ledger: Ledger = {
      get: store.runs.get,
      move: (move) => committing(folder, move.seen.id, move.trigger, () => store.runs.move(move)),
      advance: (run, fence, committed) => committing(folder, run, null, () => store.runs.advance(run, fence, committed)),
    }
    const log = new EventLog({
      ledger,
      files: files(folder),
      clock: { now: () => new Date(now) },
      // By bytes alone, so that a story that failed fails again.
      batchMs: 1_000_000,
      batchBytes: 2500,
      profileOf: (engine) => ({ ...scriptProfile, echoes: engine === 'echoing' }),
    })
    return { folder, store, log, name: basename(folder) }
  }

  async function committing<T>(folder: string, run: RunId, trigger: string | null, commit: () => Promise<T>): Promise<T> {
    const isOn = () => folder === boot.folder && image === null
    const happens = isOn() ? accident : null
    if (happens) accident = null
    if (happens?.kind === 'refused') throw new Error('disk full')
    if (happens?.kind === 'crash' && happens.when === 'before the commit') {
      onPowerCut(run, trigger, false)
      powerCut()
    }
    const answer = await commit()
    // The power may have gone meanwhile: there is no second time, and what was committed since is not in the image.
    if (happens?.kind === 'crash' && happens.when === 'after the commit' && isOn()) {
      onPowerCut(run, trigger, Boolean(answer))
      powerCut()
    }
    return answer
  }

  /** In one turn of the event loop: nothing else happens meanwhile. */
  function powerCut(): void {
    image = join(root, `boot-${++boots}`)
    cpSync(boot.folder, image, { recursive: true, filter: (path) => !/(-shm|lock\.db.*)$/.test(path) })
    for (const follower of followers.values()) follower.cut()
  }

  return {
    get boot() {
      return boot
    },
    followers,
    async admit(id: RunId): Promise<void> {
      const run = queuedRun(id, { engine: engineOf(id) })
      await boot.store.queue.admit({ ...jobOf(run), id: `job_${id}` }, run, 1000)
      followers.set(id, followIn(boot.log, id, []))
    },
    get: (id: RunId): Promise<Run | null> => boot.store.runs.get(id),
    async lines(run: Run, protocol: Protocol): Promise<string[]> {
      return Array.fromAsync(readRange(files(boot.folder), run, protocol, {}))
    },
    /** How long the files of the last attempt are, whatever of them counts. */
    async sizes({ id, attempt }: Run): Promise<number[]> {
      const sizeOf = async (protocol: Protocol) => (await stat(files(boot.folder)(id, Math.max(attempt, 1), protocol))).size
      return Promise.all([sizeOf('rasp'), sizeOf('fcmp')])
    },
    pass(ms: number): void {
      now += ms
    },
    /** Waits until nothing is being written: a change that cannot be is refused in its turn. */
    async settle(): Promise<void> {
      const impossible = { job: null, trigger: 'turn.started', drafts: () => [] } as const
      const nobodySaw = (run: RunId) => queuedRun(run, { attempt: -1 })
      await Promise.all([...followers.keys()].map((run) => boot.log.move({ run, seen: nobodySaw(run), ...impossible })))
    },
    plan(next: Accident | null): void {
      accident = next
    },
    /** Goes on in what the power cut left; if it has not come yet, it comes now. */
    async restart(tail: Tail): Promise<void> {
      if (image === null) powerCut()
      const dead = boot
      boot = await start(image ?? '')
      image = null
      accident = null
      for (const id of followers.keys()) await spoil(boot.folder, await boot.store.runs.get(id), tail)
      for (const [id, { received }] of followers) followers.set(id, followIn(boot.log, id, received))
      await end(dead)
    },
    async [Symbol.asyncDispose]() {
      for (const follower of followers.values()) follower.cut()
      await end(boot)
      await rm(root, { recursive: true, force: true })
    },
  }
}

export const engineOf = (id: RunId): string => (id.startsWith('echo') ? 'echoing' : 'script')

/** In memory where that is a folder: the power cuts here are copies, and a disk would only make them slow. */
const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

async function end({ folder, store, log }: { folder: string; store: Awaited<ReturnType<typeof openStore>>; log: EventLog }) {
  await log.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
}

/** Behind the commit point a crash may leave anything: less than was written, or half an event. */
async function spoil(folder: string, run: Run | null, tail: Tail): Promise<void> {
  if (!run || isTerminal(run.state) || tail === 'whole') return
  for (const protocol of ['rasp', 'fcmp'] as const) {
    const path = files(folder)(run.id, Math.max(run.attempt, 1), protocol)
    const size = (await stat(path).catch(() => null))?.size ?? null
    if (size === null) continue
    const committed = protocol === 'rasp' ? run.committed.raspBytes : run.committed.fcmpBytes
    if (tail === 'garbage') await appendFile(path, `{"protocol_version":"${protocol}/1.0","run_id":"${run.id}","seq":9`)
    else await truncated(path, Math.max(committed, size - 100))
  }
}

async function truncated(path: string, bytes: number): Promise<void> {
  await using file = await open(path, 'r+')
  await file.truncate(bytes)
}
