import { type DiskUse, exceededBy, keptFree, mostWriting } from '../domain/disk-use.ts'
import { type Exceeded, limitsWithin, type WriteLimits } from '../domain/resource-limit.ts'
import type { RunId, StopCause } from '../domain/run.ts'
import { heldBy, nothingHeld } from '../process/held-files.ts'
import { writtenBy } from '../workspace/written.ts'
import type { UpkeepDeps } from './deps.ts'

/** The attempts that are under way in this process. */
interface UnderWay {
  running(): readonly RunId[]
  end(run: RunId, cause: StopCause): boolean
}

/** Other writers besides runs: the sessions of the skills service. */
export interface OtherWriters {
  /** The disk use of each session, without those that are being ended. */
  uses(): Promise<readonly OtherUse[]>
  isAnyEnding(): boolean
  /** Ends the commands and tasks of a session, and deletes what they wrote. */
  end(session: string, exceeded: Exceeded): void
  /** At the start of a server: deletes what interrupted commands and tasks wrote. */
  dropCutOff(): Promise<void>
}

export interface OtherUse extends DiskUse {
  readonly session: string
}

interface RunUse extends DiskUse {
  readonly run: RunId
}

/** What is remembered of a run between two measurements. */
interface Watched {
  /** Time of the next measurement. Measuring takes time in proportion to the files, so it is repeated after a multiple of that time. */
  readonly nextAt: number
  readonly limits: WriteLimits
  readonly isEnding: boolean
}

interface Seen {
  readonly watched: Map<RunId, Watched>
  /** A run or session was being ended at the last measurement. */
  wasEnding: boolean
}

const restPerLook = 50

/**
 * Measures the disk use of runs periodically, and ends runs that exceed a limit; on a full disk the run or session that wrote most.
 * Returns a function that stops it and waits for a running measurement.
 */
export function startDiskWatch(deps: UpkeepDeps, attempts: UnderWay, others: OtherWriters): () => Promise<void> {
  const seen: Seen = { watched: new Map(), wasEnding: false }
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    // Measuring very many files may take longer than the interval.
    looking ??= look(deps, attempts, others, seen)
      .catch((error) => deps.logger.error({ err: error }, 'cannot measure the disk use of runs'))
      .finally(() => {
        looking = null
      })
  }, deps.limits.diskLookMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}

async function look(deps: UpkeepDeps, attempts: UnderWay, others: OtherWriters, seen: Seen): Promise<void> {
  const { watched } = seen
  const free = await deps.freeBytes()
  await deps.reserve.take(free)
  const running = attempts.running()
  for (const run of watched.keys()) if (!running.includes(run)) watched.delete(run)
  const kept = keptFree(deps.limits.diskLowBytes, deps.reserve.bytes())
  const isFull = free < kept
  const uses: RunUse[] = []
  for (const run of running) {
    if (watched.get(run)?.isEnding || !(isFull || isDue(watched.get(run)))) continue
    const limits = watched.get(run)?.limits ?? (await limitsOf(deps, run))
    const { use, nextAt } = await measure(deps, run, limits)
    watched.set(run, { nextAt, limits, isEnding: false })
    const exceeded = exceededBy(use, limits)
    if (exceeded) end(deps, attempts, watched, run, exceeded)
    else uses.push(use)
  }
  // One at a time: ending the first may free enough space.
  const isEnding = isAnyEnding(watched) || others.isAnyEnding()
  // The free space was measured up to a second ago, and may be larger by now.
  const hasJustEnded = seen.wasEnding && !isEnding
  seen.wasEnding = isEnding
  if (!isFull || isEnding || hasJustEnded) return
  const most = mostWriting([...uses, ...(await others.uses())], kept)
  if (!most) return
  seen.wasEnding = true
  const exceeded = { limit: 'disk_free_bytes' as const, allowed: Math.ceil(kept), used: most.bytes }
  if ('run' in most) end(deps, attempts, watched, most.run, exceeded)
  else others.end(most.session, exceeded)
}

const isDue = (one: Watched | undefined): boolean => (one?.nextAt ?? 0) <= performance.now()

const isAnyEnding = (watched: ReadonlyMap<RunId, Watched>): boolean => [...watched.values()].some(({ isEnding }) => isEnding)

/** The limits of its skill within those of the operator; only the latter if the skill cannot be read. */
async function limitsOf({ store, snapshots, layout, limits }: UpkeepDeps, run: RunId): Promise<WriteLimits> {
  const row = await store.runs.get(run)
  const pinned = row && (await snapshots.pinned(layout.pins(row), row.skillDigest, row.skillId).catch(() => null))
  return limitsWithin(pinned?.skill.limits.resources ?? {}, limits.ofRuns)
}

async function measure(
  deps: UpkeepDeps,
  run: RunId,
  { run_files: files }: WriteLimits,
): Promise<{ readonly use: RunUse; readonly nextAt: number }> {
  const began = performance.now()
  const written = await writtenBy(deps.layout.run(run), files === 0 ? Number.POSITIVE_INFINITY : files)
  const row = await deps.store.runs.get(run)
  const held = row?.state === 'running' && row.process ? await heldBy(row.process) : nothingHeld
  const now = performance.now()
  const use = { run, ...written, bytes: written.bytes + held.bytes, isMore: written.isMore || held.isMore }
  return { use, nextAt: now + restPerLook * (now - began) }
}

function end(deps: UpkeepDeps, attempts: UnderWay, watched: Map<RunId, Watched>, run: RunId, exceeded: Exceeded): void {
  deps.logger.warn({ run_id: run, ...exceeded }, 'run ended because of its disk use')
  const before = watched.get(run)
  if (before) watched.set(run, { ...before, isEnding: attempts.end(run, exceeded) })
}
