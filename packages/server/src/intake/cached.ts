import { type CacheFile, cacheKeyOf, mayShare } from '../domain/cache-key.ts'
import type { Job } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import type { Run } from '../domain/run.ts'
import type { Webhook } from '../domain/webhook.ts'
import type { Settings } from '../engines/settings.ts'
import { topics } from '../runs/topics.ts'
import type { Told } from '../store/idempotency.ts'
import { isRunWhole } from '../workspace/whole.ts'
import type { IntakeDeps } from './deps.ts'

/** The cache key of the run; null: it is not cached. */
export function sharedKeyOf(
  job: Job,
  run: Run,
  files: readonly CacheFile[],
  engineOptions: Settings,
  tempPackage: string | null = null,
): string | null {
  if (!mayShare(job.runtimeOptions)) return null
  const { skillId, skillDigest, engine, engineVersion: cliVersion, model, parameter, input } = run
  return cacheKeyOf({
    skillId,
    skillDigest,
    engine,
    cliVersion,
    engineOptions,
    model,
    parameter,
    input,
    files,
    tempPackage,
  })
}

/**
 * Answers a job with the cached run of its key. Null: there is none. Equal jobs that arrive while the first is still running do not wait
 * for it: each has a run of its own.
 */
export async function answerFromCache(
  deps: IntakeDeps,
  job: Job,
  key: string,
  once: Once | null,
  webhook: Webhook | null,
): Promise<Told | null> {
  const run = await findWhole(deps, job.projectId, key)
  const told = run && (await deps.store.cache.bind({ ...job, runId: run.id, cacheHit: true }, key, once, webhook))
  if (!told || told.repeated) return told
  deps.logger.info({ request_id: job.id, run_id: run?.id, skill_id: job.skillId }, 'job answered from the cache')
  deps.wakes.wake(topics.deliveries)
  return told
}

/** The cached run of a key, if its result and artifacts are complete. */
export async function findWhole(deps: IntakeDeps, projectId: string, key: string): Promise<Run | null> {
  const run = await deps.store.cache.find(projectId, key)
  if (!run || (await isRunWhole(deps.layout.run(run.id)))) return run
  deps.logger.warn({ run_id: run.id }, 'the folder of a cached run is incomplete; removed from the cache')
  await deps.store.cache.drop(run.id)
  return null
}
