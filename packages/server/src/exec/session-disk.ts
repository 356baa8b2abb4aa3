import { statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { DiskUse } from '../domain/disk-use.ts'
import type { Exceeded } from '../domain/resource-limit.ts'
import { isRefusal } from '../lib/thrown.ts'
import { heldBy, nothingHeld } from '../process/held-files.ts'
import { writtenSince } from '../workspace/written-since.ts'
import { dropCutOff } from './cut-off.ts'
import type { ExecDeps } from './deps.ts'
import { dropSince } from './session-folder.ts'
import type { SessionQuota, Writer } from './session-quota.ts'

type Deps = Pick<ExecDeps, 'layout' | 'store' | 'logger'>

/**
 * The sessions in which something runs, as the watch over the disk sees them: what was written there since, whether it has a name
 * or not, and what was printed. What earlier commands left is nobody's work of now, and stays.
 */
export class SessionDisk {
  readonly #deps: Deps
  readonly #quota: SessionQuota
  readonly #ending = new WeakSet<Writer>()

  constructor(deps: Deps, quota: SessionQuota) {
    this.#deps = deps
    this.#quota = quota
  }

  async uses(): Promise<(DiskUse & { readonly session: string })[]> {
    const uses: (DiskUse & { readonly session: string })[] = []
    for (const [session, writers] of [...this.#quota.writers()])
      if (![...writers].some((writer) => this.#ending.has(writer)))
        uses.push({ session, ...(await this.#useOf(session, [...writers])) })
    return uses
  }

  isAnyEnding(): boolean {
    return [...this.#quota.writers().values()].some((writers) => [...writers].some((writer) => this.#ending.has(writer)))
  }

  /** All that runs there: whose work a file is nobody can tell. */
  end(session: string, exceeded: Exceeded): void {
    this.#deps.logger.warn({ session, ...exceeded }, 'what runs in a session is ended, since the disk is full')
    for (const writer of this.#quota.writers().get(session) ?? []) {
      this.#ending.add(writer)
      writer.end(exceeded)
    }
  }

  /** For one that runs no more, before its end is written down: what it has written is deleted if it was ended for that. */
  async giveBack(session: string, writer: Writer): Promise<void> {
    if (!this.#ending.has(writer)) return
    const others = [...(this.#quota.writers().get(session) ?? [])].filter((one) => one !== writer)
    await dropSince(this.#deps.layout.execSession(session), writer.sinceMs, others.length === 0)
    for (const log of logsOf(writer)) shorten(log)
  }

  dropCutOff(): Promise<void> {
    return dropCutOff(this.#deps)
  }

  async #useOf(session: string, writers: readonly Writer[]): Promise<DiskUse> {
    const sinceMs = Math.min(...writers.map((writer) => writer.sinceMs))
    const inSession = await writtenSince(this.#deps.layout.execSession(session), sinceMs)
    const printed = await Promise.all(writers.map(({ folder }) => writtenSince(folder, 0)))
    const held = await Promise.all(writers.map((writer) => writer.process()).map((mark) => (mark ? heldBy(mark) : nothingHeld)))
    const bytes = [...printed, ...held].reduce((sum, one) => sum + one.bytes, inSession.bytes)
    return { ...inSession, bytes, isMore: inSession.isMore || held.some(({ isMore }) => isMore) }
  }
}

const logsOf = ({ folder }: Writer): string[] => [join(folder, 'stdout.log'), join(folder, 'stderr.log')]

/** As much as says what it was about. Its beginning: whoever reads on knows it by its offsets. */
const mostPrinted = 256 * 1024

function shorten(log: string): void {
  try {
    if (statSync(log).size > mostPrinted) truncateSync(log, mostPrinted)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}
