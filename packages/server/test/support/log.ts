import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Line } from '../../src/domain/launch.ts'
import type { RunIn } from '../../src/domain/run.ts'
import { EventLog } from '../../src/events/log.ts'
import type { EventLogDeps, Ledger } from '../../src/events/log-deps.ts'
import { rawBlocks, stateChanged, terminal } from '../../src/events/rasp.ts'
import { type Protocol, type Range, readRange } from '../../src/events/read.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { checkEventFiles } from './event-schemas.ts'
import { jobOf, queuedRun } from './runs.ts'
import { openStore } from './store.ts'

/** A real store and a real log in a folder of their own. */
export async function openLogBench(options: Partial<EventLogDeps> & { wrapLedger?: (ledger: Ledger) => Ledger } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'asr-log-'))
  const store = await openStore(folder)
  const files = (run: string, attempt: number, protocol: Protocol) => join(folder, run, `${protocol}.${attempt}.jsonl`)
  const ledger = options.wrapLedger?.(store.runs) ?? store.runs
  const log = new EventLog({ ledger, files, clock: systemClock, ...options })

  return {
    folder,
    store,
    log,
    files,
    async admit(id: string): Promise<void> {
      const run = queuedRun(id)
      await store.queue.admit({ ...jobOf(run), id: `job_${id}` }, run, 1000)
    },
    async begin(id: string, attempt = 1): Promise<RunIn<'running'>> {
      const run = await log.move({
        run: id,
        job: `job_${id}`,
        trigger: 'turn.started',
        begins: { attempt, owner: 'boot' },
        drafts: (from, to) => [stateChanged(from, to, 'turn.started')],
      })
      if (run?.state !== 'running') throw new Error('the run did not begin')
      return run
    },
    async finish(run: RunIn<'running'>) {
      return log.move({
        run: run.id,
        job: `job_${run.id}`,
        trigger: 'turn.succeeded',
        fence: { attempt: run.attempt, owner: run.owner },
        drafts: (from, to) => [stateChanged(from, to, 'turn.succeeded'), terminal('succeeded', null)],
      })
    },
    async lines(id: string, protocol: Protocol, range: Range = {}): Promise<string[]> {
      const run = await store.runs.get(id)
      return run ? Array.fromAsync(readRange(files, run, protocol, range)) : []
    },
    async [Symbol.asyncDispose]() {
      await log.close()
      await store.close().catch(() => {})
      try {
        checkEventFiles(folder)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

/** Raw drafts of made-up lines, with the offsets a pipe would give them. */
export function printer(stream: 'stdout' | 'stderr' = 'stdout') {
  let offset = 0
  return (...texts: string[]) =>
    rawBlocks(
      texts.map((text): Line => {
        const from = offset
        offset += Buffer.byteLength(text)
        return { text, at: { stream, from, to: offset }, tooLong: false }
      }),
    )
}

/** The data lines of the chat events in a stretch of server-sent events. */
export const dataOf = (frames: string): string[] =>
  frames
    .split('\n\n')
    .filter((frame) => frame.includes('event: chat_event'))
    .map(
      (frame) =>
        frame
          .split('\n')
          .find((line) => line.startsWith('data: '))
          ?.slice(6) ?? '',
    )
