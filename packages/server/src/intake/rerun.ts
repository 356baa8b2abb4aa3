import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { JobCreate, JobRerun } from '@agent-skill-runner/contract/job.ts'
import { enginesOf } from '../domain/fail-over.ts'
import type { Principal } from '../domain/job.ts'
import type { Once } from '../domain/once.ts'
import { Fault } from '../lib/fault.ts'
import { checkPackage } from '../packages/check.ts'
import { requireDisk } from '../runs/require-disk.ts'
import { requireJob } from '../runs/wait.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { Told } from '../store/idempotency.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { copyUploads } from '../workspace/copy-uploads.ts'
import { createFrom, createJob } from './create.ts'
import type { IntakeDeps } from './deps.ts'
import { askedFor } from './webhook.ts'

/** The request of an old job again, but for what the caller changes: a new job, checked like any other, with the skill as it is now, or as it came with the old job. */
export async function rerunJob(
  deps: IntakeDeps,
  principal: Principal,
  id: string,
  changes: JobRerun,
  once: Once | null,
): Promise<Told> {
  const first = once && (await deps.store.idempotency.first(once, deps.clock.now()))
  if (first) return { answer: first, repeated: true }
  const old = await requireJob(deps, principal.projectId, id)
  await requireDisk(deps)
  await using files = await copyUploads(deps.layout.requests, folderOfUploads(deps, old), deps.limits.uploads)
  const bringing = files && { take: async () => files, once: () => once }
  const request = { ...requestOf(old, changes), ...(await webhookOf(deps, old, changes)) }
  const manner = { once, bringing, callerWaits: true }
  // Awaited here, because the copies are deleted when this function ends.
  if (!old.job.temporary) return await createJob(deps, principal, request, manner)
  return await fromKept(deps, old, (skill) => createFrom(deps, principal, { skill, temporary: true }, request, manner))
}

/** The webhook of the old job, unless the request sets another or none. */
async function webhookOf(deps: IntakeDeps, { job }: JobAndRun, { webhook }: JobRerun): Promise<Pick<JobCreate, 'webhook'>> {
  if (webhook !== undefined) return webhook === null ? {} : { webhook }
  const old = await deps.store.webhooks.ofJob(job.id)
  return old ? { webhook: askedFor(old) } : {}
}

/** Works with the skill that came with a job, if its run is under way or was asked to keep it. The run may end in the middle of that. */
async function fromKept<T>(deps: IntakeDeps, { run }: JobAndRun, use: (skill: SkillPackage) => Promise<T>): Promise<T> {
  const folder = join(deps.layout.pins(run), run.skillDigest)
  if (!run.temporary || run.skillDigest === '' || !existsSync(folder)) throw new Fault('TEMP_PACKAGE_GONE')
  try {
    return await use(await checkPackage({ folder, name: run.skillId }, { ...deps.packageCheck, strict: false }))
  } catch (error) {
    throw existsSync(folder) ? error : new Fault('TEMP_PACKAGE_GONE', {}, { cause: error })
  }
}

/** With the run that took them, or where they wait for it. */
function folderOfUploads({ layout }: IntakeDeps, { job, run }: JobAndRun): string {
  const { uploads, root } = layout.upload(job.id, run.upload)
  return existsSync(uploads) ? root : layout.run(run.id).root
}

/** A rerun does not use the cache. */
function requestOf({ job, run }: JobAndRun, changes: JobRerun): JobCreate {
  const { engine, engines, model, input, parameter, runtime_options, webhook: _, ...configs } = changes
  const all = enginesOf(run)
  const names = all.map((one) => one.engine)
  // One engine that is named takes the place of all.
  const theEngines = engines ?? (engine === undefined && all.length > 1 ? names : null)
  const theEngine = engine ?? theEngines?.[0] ?? (run.engine === 'script' ? null : run.engine)
  // The model of one engine means nothing to another.
  const theModel = model ?? all.find((one) => theEngine === null || theEngine === one.engine)?.model
  const kept = all.filter((one) => one.engine === theEngine || theEngines?.includes(one.engine))
  return {
    skill_id: job.skillId,
    ...(theEngines ? { engines: [...theEngines] } : {}),
    ...(engine || (theEngine && !theEngines) ? { engine: engine ?? theEngine ?? '' } : {}),
    ...(theModel ? { model: theModel } : {}),
    // What the old job set for its engines, unless it is set anew.
    ...Object.fromEntries(kept.map((one) => [`${one.engine}_config`, one.engineConfig])),
    ...configs,
    input: input ?? { ...run.input },
    parameter: parameter ?? { ...run.parameter },
    runtime_options: { ...job.runtimeOptions, ...runtime_options, no_cache: true },
  }
}
