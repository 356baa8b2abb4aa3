import { appendFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { CommandEnd } from '../domain/exec.ts'
import { messageOf } from '../lib/thrown.ts'
import { hasBegun, type KeptStart } from '../process/nursery.ts'
import { readJson } from '../process/read-json.ts'
import type { RemoteProvider } from '../remote/provider.ts'
import type { RemoteLook, RemoteSandbox } from '../remote/sandbox.ts'

/** A command that is kept in the sandbox of its session. */
export interface RemoteKept {
  readonly id: string
  readonly sessionId: string
  /** Here: its output and its end come to be there. */
  readonly folder: string
  readonly mark: string
  readonly timeoutSec: number
  readonly graceSec: number
  readonly maxOutputBytes: number
  /** It is ended after so long without output; null: it may be silent. */
  readonly idleSec: number | null
}

interface Following {
  readonly seen: Promise<void>
  /** Why somebody wants it to end; the first counts. */
  wish: string | null
  /** Ends the look that is under way, so that a wish is heard at once. */
  poke: AbortController
}

const lookSec = 10
/** Between two looks that failed, at most. */
const mostPauseMs = 5000
/** A command that cannot be looked at for so long after its time is lost. */
const patienceSec = 60

/**
 * Follows commands in remote sandboxes: copies their output here as it comes, and their end when it is there. How far it came is told by
 * the files here, so whoever comes after a restart goes on at the same byte.
 */
export class RemoteKeeper {
  readonly #provider: RemoteProvider
  readonly #logger: Logger
  readonly #following = new Map<string, Following>()
  readonly #closing = new AbortController()

  constructor(provider: RemoteProvider, logger: Logger) {
    this.#provider = provider
    this.#logger = logger
  }

  /** The claim is here before the request leaves, and in the sandbox before the command begins: neither is ever made twice. */
  async begin(sandbox: RemoteSandbox, kept: RemoteKept, script: string): Promise<KeptStart> {
    if (hasBegun(kept.folder)) return 'known'
    writeWhole(join(kept.folder, 'remote.json'), { sandbox_id: sandbox.id })
    writeFileSync(join(kept.folder, 'begun'), '', { flag: 'wx', mode: 0o600 })
    try {
      const started = await sandbox.start({ ...kept, script })
      return started === 'known' ? 'known' : { pid: started.pid, startTime: `remote:${sandbox.id}` }
    } catch (error) {
      // It may have begun all the same, unless it can be given up.
      const isGivenUp = await sandbox.giveUp(kept.id).catch(() => false)
      return isGivenUp ? { failed: messageOf(error) } : 'known'
    }
  }

  /** Resolves when its end is known, or that it is lost, or when this server closes. */
  follow(kept: RemoteKept): Promise<void> {
    const there = this.#following.get(kept.id)
    if (there) return there.seen
    const { promise, resolve } = Promise.withResolvers<void>()
    const following: Following = { seen: promise, wish: null, poke: new AbortController() }
    this.#following.set(kept.id, following)
    void this.#seeToItsEnd(kept, following).then(resolve)
    return promise
  }

  isFollowed(id: string): boolean {
    return this.#following.has(id)
  }

  end(id: string, why: string): void {
    const following = this.#following.get(id)
    if (!following) return
    following.wish ??= why
    following.poke.abort()
  }

  close(): void {
    this.#closing.abort()
  }

  async #seeToItsEnd(kept: RemoteKept, following: Following): Promise<void> {
    const loss = await this.#look(kept, following).catch((error: unknown) => {
      this.#logger.error({ err: error, task_id: kept.id }, 'a command in a remote sandbox could not be followed')
      return messageOf(error)
    })
    // Whoever comes after us finds it as it is.
    if (this.#closing.signal.aborted) return
    if (loss !== null) writeWhole(join(kept.folder, 'lost.json'), { reason: loss })
    this.#following.delete(kept.id)
  }

  /** Null: its end is written down. Else why nobody knows it. */
  async #look(kept: RemoteKept, following: Following): Promise<string | null> {
    const pinned = await sandboxIn(kept.folder)
    if (pinned === null) return 'It was begun where commands ran before; the mode of the server has changed since.'
    const lastAt = performance.now() + (kept.timeoutSec + kept.graceSec + patienceSec) * 1000
    let [failures, lastOutputAt, isAsked] = [0, performance.now(), false]
    while (!this.#closing.signal.aborted) {
      following.poke = new AbortController()
      try {
        const sandbox = await this.#provider.findSession(kept.sessionId)
        if (sandbox?.id !== pinned) return gone
        if (following.wish !== null && !isAsked) {
          await sandbox.kill(kept.id, { ...kept, why: following.wish })
          isAsked = true
        }
        const signal = AbortSignal.any([following.poke.signal, this.#closing.signal])
        const seen = await sandbox.look(kept.id, readSoFar(kept), lookSec, signal)
        failures = 0
        if (seen.state === 'none') return (await sandbox.giveUp(kept.id)) ? notBegun : gone
        const isNew = append(kept, seen)
        if (isNew) lastOutputAt = performance.now()
        // A command can spoil its files there: what cannot be read is not waited for.
        const isAllRead = !isNew || isRead(readSoFar(kept), seen)
        if (seen.state === 'ended' && isAllRead) return this.#ended(kept, seen, sandbox)
        if (seen.state === 'lost' && isAllRead) return 'The process in the sandbox that kept it was ended.'
        if (isFull(kept)) following.wish ??= 'too_much_output'
        if (kept.idleSec !== null && performance.now() - lastOutputAt > kept.idleSec * 1000) following.wish ??= 'idle'
      } catch (error) {
        if (following.poke.signal.aborted || this.#closing.signal.aborted) continue
        if (await this.#provider.isGone(pinned)) return gone
        if (performance.now() > lastAt)
          return `The provider could not be asked about it until its time was over: ${messageOf(error)}`
        this.#logger.warn(
          { err: error, task_id: kept.id },
          'a command in a remote sandbox cannot be looked at, and is tried again',
        )
        await wait(Math.min(mostPauseMs, 100 * 2 ** failures++), undefined, { signal: this.#closing.signal }).catch(() => {})
      }
    }
    return null
  }

  #ended(kept: RemoteKept, { exitCode, why }: RemoteLook, sandbox: RemoteSandbox): null {
    const end: CommandEnd = { status: exitCode << 8, why: endings.find((one) => one === why) ?? '' }
    writeWhole(join(kept.folder, 'exit.json'), end)
    sandbox.forget(kept.id).catch((error) => this.#logger.debug({ err: error }, 'files of a command stay in its sandbox'))
    return null
  }
}

/** In which sandbox a command was begun; null: in none. */
export const sandboxIn = async (folder: string): Promise<string | null> =>
  (await readJson<{ sandbox_id: string }>(join(folder, 'remote.json')))?.sandbox_id ?? null

/** Why a command is ended there. It could write anything. */
const endings: readonly CommandEnd['why'][] = [
  ...(['timed_out', 'too_much_output', 'idle', 'canceled', 'reaped', 'startup_timeout', 'pattern_too_slow'] as const),
]

const gone = 'The remote sandbox of the session is gone, with its files. Start it again: it gets a new sandbox.'

const notBegun = 'The server stopped before it was begun, and it is not begun again by itself. Start it again.'

/** Where the next look goes on; of one that printed too much nothing more is copied. */
function readSoFar(kept: RemoteKept): RemoteLook['bytes'] {
  const { stdout, stderr } = sizesIn(kept.folder)
  return isFull(kept) ? { stdout: Number.MAX_SAFE_INTEGER - 1, stderr: Number.MAX_SAFE_INTEGER - 1 } : { stdout, stderr }
}

const isRead = (read: RemoteLook['bytes'], { bytes }: RemoteLook): boolean =>
  read.stdout >= bytes.stdout && read.stderr >= bytes.stderr

function isFull({ folder, maxOutputBytes }: RemoteKept): boolean {
  const { stdout, stderr } = sizesIn(folder)
  return maxOutputBytes > 0 && stdout + stderr > maxOutputBytes
}

const sizesIn = (folder: string) => ({ stdout: sizeOf(folder, 'stdout'), stderr: sizeOf(folder, 'stderr') })

const sizeOf = (folder: string, stream: string): number =>
  statSync(join(folder, `${stream}.log`), { throwIfNoEntry: false })?.size ?? 0

/** Answers whether there was anything. */
function append({ folder }: RemoteKept, { stdout, stderr }: RemoteLook): boolean {
  if (stdout.length > 0) appendFileSync(join(folder, 'stdout.log'), stdout, { mode: 0o600 })
  if (stderr.length > 0) appendFileSync(join(folder, 'stderr.log'), stderr, { mode: 0o600 })
  return stdout.length + stderr.length > 0
}

function writeWhole(path: string, value: object): void {
  writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
