import type { Job } from '../../src/domain/job.ts'
import { type Move, nothingCommitted, type Run, type RunId, type RunIn } from '../../src/domain/run.ts'
import type { Store } from '../../src/store/open.ts'

const at = '2026-01-02T03:04:05.678Z'

/** A run that waits, with nothing special about it but what is said. */
export const queuedRun = (id: string, extra: Partial<RunIn<'queued'>> = {}): RunIn<'queued'> => ({
  id,
  state: 'queued',
  awaitingUpload: false,
  projectId: 'default',
  caller: 'tester',
  skillId: 'demo',
  skillVersion: '1.0.0',
  skillDigest: 'd',
  temporary: false,
  upload: null,
  engine: 'script',
  model: null,
  engineVersion: null,
  engineConfig: {},
  fallbacks: [],
  enginesTried: [],
  dayLimits: {},
  executionMode: 'auto',
  input: { numbers: [1] },
  parameter: {},
  timeoutSec: 60,
  attempt: 0,
  committed: nothingCommitted,
  warnings: [],
  usage: null,
  interactionCount: 0,
  autoDecisionCount: 0,
  lastAutoDecisionAt: null,
  session: null,
  createdAt: at,
  updatedAt: at,
  startedAt: null,
  recoveryState: 'none',
  recoveredAt: null,
  recoveryReason: null,
  ...extra,
})

/** The job that such a run answers; run_1 answers job_1. */
export const jobOf = (run: RunIn<'queued'>): Job => ({
  id: run.id.replace('run', 'job'),
  projectId: run.projectId,
  principal: 'local',
  runId: run.id,
  skillId: run.skillId,
  cacheHit: false,
  temporary: false,
  runtimeOptions: {},
  createdAt: run.createdAt,
})

/** Moves a run from what it is now, as somebody does who has just looked. */
export async function moveNow({ runs }: Pick<Store, 'runs'>, run: RunId, move: Omit<Move, 'seen'>): Promise<Run | null> {
  const seen = await runs.get(run)
  return seen && runs.move({ ...move, seen })
}
