import { open } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { CommitPoint, RunIn } from '../domain/run.ts'
import { scriptProfile, unknownProfile } from '../events/encode.ts'
import { headAt } from '../events/lines-on-disk.ts'
import { redactArgv } from '../lib/redact-argv.ts'
import type { RunnerDeps } from '../runs/deps.ts'
import { type AttemptFacts, type Metrics, type Reconstruction, writeMeta } from '../workspace/audit.ts'
import type { RunLayout } from '../workspace/layout.ts'
import type { Audit } from './audit.ts'
import type { Counts } from './tally.ts'

type Known = Omit<AttemptFacts, 'sandbox' | 'verdict' | 'reconstruction' | 'metrics'> & { readonly secrets: readonly string[] }

/** Writes meta.json when the last events are in the log. Without it the attempt is still what it was, so it fails nothing. */
export function noteAttempt(deps: RunnerDeps, run: RunIn<'running'>, audit: Audit, facts: Known, logger: Logger) {
  const layout = deps.layout.run(run.id)
  return async ({ raspSeq }: CommitPoint, verdict: AttemptFacts['verdict']): Promise<void> => {
    try {
      const counts = audit.counts()
      const events = raspSeq - (await eventsBefore(layout, run.attempt))
      await writeMeta(layout, run, {
        ...facts,
        verdict,
        argv: redactArgv(facts.argv, facts.secrets),
        sandbox: deps.sandbox.status,
        reconstruction: reconstructionOf(counts, deps.limits.audit === 'full'),
        metrics: { events, ...understanding(counts), mean_confidence: confidenceOf(deps, run.engine) },
      })
    } catch (error) {
      logger.warn({ err: error }, 'meta.json could not be written')
    }
  }
}

/** Of earlier attempts. */
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

/** All events of an attempt come from one reader, who is as sure of each. */
const confidenceOf = ({ engines }: RunnerDeps, engine: string): number =>
  (engines.built[engine] ?? (engine === 'script' ? scriptProfile : unknownProfile)).confidence
