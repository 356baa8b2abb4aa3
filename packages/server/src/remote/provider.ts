import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import { Turns } from '../lib/turns.ts'
import { RemoteSandbox } from './sandbox.ts'
import { connectionOf, type RemoteSettings, type Sdk } from './sdk.ts'
import { faultOf } from './trouble.ts'

export interface RemoteHealth {
  readonly status: 'ready' | 'unavailable'
  /** Why it is unavailable, and what to do. */
  readonly reason: string | null
}

/** A sandbox of this server, as the provider lists it. */
export interface ListedSandbox {
  readonly id: string
  readonly sessionId: string
  readonly startedAt: Date
}

export interface ProviderDeps {
  readonly settings: RemoteSettings
  readonly load: () => Promise<Sdk>
  /** Of the data folder: sandboxes of other servers are not ours. */
  readonly nodeId: string
  readonly clock: Clock
  readonly logger: Logger
}

interface Open {
  readonly sandbox: RemoteSandbox
  renewedAt: number
}

/** A sandbox that was renewed so lately is not renewed again. */
const renewEverySec = 30
const mostPages = 100
/** Whoever asks how the provider is does not wait for long. */
const checkMs = 5000

/** Sandboxes of somebody else, one for each session. Which belongs to which is written on the sandboxes themselves. */
export class RemoteProvider {
  readonly settings: RemoteSettings
  readonly #deps: ProviderDeps
  readonly #open = new Map<string, Open>()
  readonly #turns = new Turns<string>()

  constructor(deps: ProviderDeps) {
    this.#deps = deps
    this.settings = deps.settings
  }

  /** Whether the provider answers and knows us. */
  async check(): Promise<RemoteHealth> {
    try {
      const { Sandbox } = await this.#deps.load()
      const quick = { ...this.#connection, requestTimeoutMs: checkMs, retries: 0 }
      await Sandbox.list({ ...quick, limit: 1, query: { metadata: this.#ours } }).nextItems()
      return { status: 'ready', reason: null }
    } catch (error) {
      const { details } = faultOf(error, this.settings.apiKey)
      return { status: 'unavailable', reason: `${details['hint']} (${details['problem']})` }
    }
  }

  /** The sandbox of a session: the one it has, or a new one. Its idle time begins again. */
  ensureSession(sessionId: string): Promise<RemoteSandbox> {
    return this.#turns.take(sessionId, () =>
      this.#saying(
        async () => (await this.#renewed(sessionId)) ?? (await this.#found(sessionId)) ?? (await this.#made(sessionId)),
      ),
    )
  }

  /** Null: it has none. */
  findSession(sessionId: string): Promise<RemoteSandbox | null> {
    return this.#turns.take(sessionId, () =>
      this.#saying(async () => (await this.#renewed(sessionId)) ?? (await this.#found(sessionId))),
    )
  }

  /** Answers how many there were. */
  destroySession(sessionId: string): Promise<number> {
    return this.#turns.take(sessionId, () =>
      this.#saying(async () => {
        this.#open.delete(sessionId)
        const all = await this.#list({ session: sessionId })
        for (const { id } of all) await this.destroy(id)
        return all.length
      }),
    )
  }

  async destroy(id: string): Promise<void> {
    const { Sandbox } = await this.#deps.load()
    for (const [session, { sandbox }] of this.#open) if (sandbox.id === id) this.#open.delete(session)
    await this.#saying(() => Sandbox.kill(id, this.#connection))
  }

  /** All of this server. */
  list(): Promise<ListedSandbox[]> {
    return this.#saying(() => this.#list({}))
  }

  /** Whether a sandbox is certainly no more: an answer that does not come says nothing about it. */
  async isGone(id: string): Promise<boolean> {
    const { Sandbox } = await this.#deps.load()
    try {
      const { state } = await Sandbox.getInfo(id, this.#connection)
      return state !== 'running'
    } catch (error) {
      return error instanceof Error && (error.name === 'SandboxNotFoundError' || error.name === 'NotFoundError')
    }
  }

  get #connection() {
    return connectionOf(this.settings)
  }

  get #ours() {
    return { skill_runner: this.#deps.nodeId }
  }

  async #renewed(sessionId: string): Promise<RemoteSandbox | null> {
    const open = this.#open.get(sessionId)
    if (!open) return null
    const now = this.#deps.clock.now().getTime()
    if (now - open.renewedAt < Math.min(renewEverySec, this.settings.idleSec / 4) * 1000) return open.sandbox
    const leftMs = this.#leftMs(open.sandbox.startedAt)
    const { Sandbox } = await this.#deps.load()
    try {
      if (leftMs > 0) {
        await Sandbox.setTimeout(open.sandbox.id, leftMs, this.#connection)
        open.renewedAt = now
        return open.sandbox
      }
      await Sandbox.kill(open.sandbox.id, this.#connection)
    } catch (error) {
      if (!(await this.isGone(open.sandbox.id))) throw error
    }
    this.#open.delete(sessionId)
    this.#deps.logger.warn(
      { session: sessionId, sandbox: open.sandbox.id },
      'the remote sandbox of a session is gone, with its files',
    )
    return null
  }

  /** One that an earlier server made, or whose making was not answered. Of several the oldest: the others are nobody's. */
  async #found(sessionId: string): Promise<RemoteSandbox | null> {
    const { Sandbox } = await this.#deps.load()
    const [first, ...others] = (await this.#list({ session: sessionId })).filter(({ startedAt }) => this.#leftMs(startedAt) > 0)
    for (const { id } of others) await Sandbox.kill(id, this.#connection)
    if (!first) return null
    const timeoutMs = this.#leftMs(first.startedAt)
    const found = await Sandbox.connect(first.id, { ...this.#connection, timeoutMs }).catch(async (error: unknown) => {
      if (await this.isGone(first.id)) return null
      throw error
    })
    return found && this.#keep(sessionId, await RemoteSandbox.open(found, first.startedAt))
  }

  /** The time, the guard and the way out are said: what is left out means something else from one version to the next. */
  async #made(sessionId: string): Promise<RemoteSandbox> {
    const { Sandbox } = await this.#deps.load()
    const { template, internet } = this.settings
    const startedAt = this.#deps.clock.now()
    const made = await Sandbox.create(template, {
      ...this.#connection,
      timeoutMs: this.#leftMs(startedAt),
      secure: true,
      allowInternetAccess: internet,
      lifecycle: { onTimeout: 'kill' },
      metadata: { ...this.#ours, session: sessionId },
    })
    return this.#keep(sessionId, await RemoteSandbox.open(made, startedAt))
  }

  #keep(sessionId: string, sandbox: RemoteSandbox): RemoteSandbox {
    this.#open.set(sessionId, { sandbox, renewedAt: this.#deps.clock.now().getTime() })
    return sandbox
  }

  /** Until the idle or the hard end, whichever comes first. */
  #leftMs(startedAt: Date): number {
    const age = this.#deps.clock.now().getTime() - startedAt.getTime()
    return Math.min(this.settings.idleSec * 1000, this.settings.hardSec * 1000 - age)
  }

  async #list(more: Readonly<Record<string, string>>): Promise<ListedSandbox[]> {
    const { Sandbox } = await this.#deps.load()
    const pages = Sandbox.list({
      ...this.#connection,
      limit: 100,
      query: { metadata: { ...this.#ours, ...more }, state: ['running'] },
    })
    const found: ListedSandbox[] = []
    for (let page = 0; pages.hasNext && page < mostPages; page++)
      for (const { sandboxId: id, metadata, startedAt } of await pages.nextItems())
        found.push({ id, sessionId: metadata['session'] ?? '', startedAt })
    return found.sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
  }

  async #saying<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      throw faultOf(error, this.settings.apiKey)
    }
  }
}
