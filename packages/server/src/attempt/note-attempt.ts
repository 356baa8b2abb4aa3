import { open } from 'node:fs/promises'
import type { CommitPoint } from '../domain/run.ts'
import { scriptProfile, unknownProfile } from '../events/encode.ts'
import { headAt } from '../events/lines-on-disk.ts'
import { redactArgv } from '../lib/redact-argv.ts'
import { type AttemptFacts, type Metrics, type Reconstruction, writeMeta } from '../workspace/audit.ts'
import type { RunLayout } from '../workspace/layout.ts'
import type { AttemptDeps } from './deps.ts'
import type { Ending } from './ending.ts'
import type { Claimed } from './prepare.ts'
import type { Counts } from './tally.ts'

/** What is known of an attempt before its last events are written. */
export type KnownFacts = Omit<AttemptFacts, 'sandbox' | 'verdict' | 'reconstruction' | 'metrics'> & {
  readonly secrets: readonly string[]
  readonly counts: Counts
}

/** Writes meta.json when the last events are in the log. The attempt ends the same without it, so a failure is only logged. */
export async function noteAttempt(
  deps: AttemptDeps,
  { run, logger }: Claimed,
  { facts, verdict }: Ending,
  { raspSeq }: CommitPoint,
): Promise<void> {
  if (facts === null) return
  const layout = deps.layout.run(run.id)
  const { counts } = facts
  try {
    const events = raspSeq - (await eventsBefore(layout, run.attempt))
    await writeMeta(layout, run, {
      ...facts,
      verdict,
      argv: redactArgv(facts.argv, facts.secrets),
      sandbox: deps.sandbox.status,
      reconstruction: reconstructionOf(counts, deps.limits.audit === 'full'),
      metrics: { events, ...understanding(counts), mean_confidence: confidenceOf(deps, facts.by.engine) },
    })
  } catch (error) {
    logger.warn({ err: error }, 'cannot write meta.json')
  }
}

/** The number of events of earlier attempts. */
async function eventsBefore(layout: RunLayout, attempt: number): Promise<number> {
  if (attempt === 1) return 0
  await using file = await open(layout.events(attempt, 'rasp'))
  return (await headAt(file, 0)).seq - 1
}

function reconstructionOf({ bytes: { stdout, stderr }, chunks }: Counts, isFull: boolean): Reconstruction {
  const merged = isFull ? { merged_bytes: stdout + stderr, chunks } : { merged_bytes: null, chunks: null }
  return { stdout_bytes: stdout, stderr_bytes: stderr, ...merged }
}

function understanding({ bytes, rawBytes, fallbacks, unknownLines }: Counts): Omit<Metrics, 'events' | 'mean_confidence'> {
  const all = bytes.stdout + bytes.stderr
  return { raw_bytes: rawBytes, raw_share: all === 0 ? 0 : rawBytes / all, fallbacks, unknown_lines: unknownLines }
}

/** All events of an attempt come from one parser, with one confidence. */
const confidenceOf = ({ engines }: AttemptDeps, engine: string): number =>
  (engines.built[engine] ?? (engine === 'script' ? scriptProfile : unknownProfile)).confidence
