import type { Job } from '../packages/server/src/domain/job.ts'
import { type Instant, nothingCommitted, type RunIn } from '../packages/server/src/domain/run.ts'
import { newId } from '../packages/server/src/lib/ids.ts'
import { openStore, type Store } from '../packages/server/src/store/open.ts'

const owner = 'boot_bench'
const batch = 250
const everyMs = 5_000

/** A database of finished runs, one every few seconds up to now, written by the same code that a server writes with. */
export async function fillStore(data: string, runs: number): Promise<void> {
  const store = await openStore(data)
  const began = Date.now() - runs * everyMs
  try {
    for (let from = 0; from < runs; from += batch) {
      const numbers = Array.from({ length: Math.min(batch, runs - from) }, (_, index) => from + index)
      await Promise.all(numbers.map((number) => finishedRun(store, number, new Date(began + number * everyMs))))
    }
  } finally {
    await store.close()
  }
}

/** Eight skills in turn; every tenth run failed. */
async function finishedRun(store: Store, number: number, time: Date): Promise<void> {
  const run = queuedRun(`bench-skill-${number % 8}`, time)
  const at = time.toISOString()
  const events = (seq: number) => ({ raspSeq: seq, raspBytes: seq * 400, fcmpSeq: seq, fcmpBytes: seq * 350, lastAt: at })
  const begins = { attempt: 1, owner }
  await store.queue.admit(jobOf(run, time), run, batch + 1)
  const begun = await store.runs.move({ seen: run, trigger: 'turn.started', committed: events(2), at, begins })
  if (!begun) throw new Error(`Run ${run.id} did not begin`)
  const failed = number % 10 === 0
  await store.runs.move({
    seen: begun,
    trigger: failed ? 'turn.failed' : 'turn.succeeded',
    committed: events(8),
    at,
    fence: begins,
    ...(failed ? { error: { code: 'SCRIPT_FAILED', message: 'The script ended with exit code 1.', details: {} } } : {}),
  })
}

function queuedRun(skillId: string, time: Date): RunIn<'queued'> {
  const at: Instant = time.toISOString()
  return {
    id: newId('run', time.getTime()),
    state: 'queued',
    awaitingUpload: false,
    projectId: 'default',
    caller: 'bench',
    skillId,
    skillVersion: '1.0.0',
    skillDigest: 'bench',
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
    input: { text: 'x'.repeat(1000) },
    parameter: {},
    timeoutSec: 600,
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
  }
}

function jobOf(run: RunIn<'queued'>, time: Date): Job {
  return {
    id: newId('job', time.getTime()),
    projectId: run.projectId,
    principal: 'local',
    runId: run.id,
    skillId: run.skillId,
    cacheHit: false,
    temporary: false,
    runtimeOptions: {},
    createdAt: run.createdAt,
  }
}
