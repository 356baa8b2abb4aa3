import type { JobId, Run, UploadId } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { checkPackage } from '../packages/check.ts'
import { type StagedPackage, stagePackage } from '../packages/stage.ts'
import { requireDisk } from '../runs/require-disk.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { JobAndRun } from '../store/jobs.ts'
import { archivePart, type Part, type Received, receive } from '../workspace/receive.ts'
import { dropTempSkill } from '../workspace/uploads.ts'
import { sharedKeyOf } from './cached.ts'
import { checkFiles } from './check-files.ts'
import type { IntakeDeps } from './deps.ts'
import { onAccount } from './on-account.ts'
import { planRun } from './plan-run.ts'
import { answerByOldRun, requireAwaiting, start, type Uploaded } from './upload.ts'
import { isUploadOf, withUpload } from './with-upload.ts'

/**
 * Receives the skill of a job that waits for it, and its files, and starts the job. If anything is wrong, also a full queue, the job stays
 * as it was, nothing is stored, and everything may be sent again.
 */
export async function uploadTempRun(deps: IntakeDeps, { job, run }: JobAndRun, parts: AsyncIterable<Part>): Promise<Uploaded> {
  requireAwaiting(run)
  await requireDisk(deps)
  const wish = await deps.store.jobs.tempRequest(job.id)
  if (!wish) throw new Error(`What job ${job.id} asks of its skill is gone`)
  await using brought = await bring(deps, parts)
  const { staged, received } = brought
  const skill = await checkPackage(staged, { ...deps.packageCheck, strict: false })
  const checking = onAccount(deps, run.caller, skill)
  const { decided, settings } = await planRun(checking, skill, run, wish)
  await checkFiles(checking.bounded, skill, wish.input ?? {}, received.files)
  const known = { ...job, skillId: skill.id }
  return await deps.inTurn.uploads.take(job.id, async () => {
    const now = await deps.store.runs.get(run.id)
    requireAwaiting(now)
    const cacheKey = sharedKeyOf(known, { ...now, ...decided }, received.files, settings, staged.sha256)
    const cached = await answerByOldRun(deps, known, now, received.files, cacheKey)
    if (cached) return cached
    const upload = newId('upl')
    const admission = { cacheKey, decided, upload, isKept: false }
    const started = await placing(deps, now, skill, { job: job.id, upload, received }, () =>
      start(deps, known, now, received.files, admission),
    )
    if (!started) throw new Error(`Run ${run.id} waits for its skill and does not take it`)
    return started
  })
}

interface Brought extends AsyncDisposable {
  readonly staged: StagedPackage
  readonly received: Received
}

const packagePart = 'skill_package'

/** The two parts, in any order. The file inputs of the skill are checked when both are there. */
async function bring(deps: IntakeDeps, parts: AsyncIterable<Part>): Promise<Brought> {
  await using opened = new AsyncDisposableStack()
  const packages: StagedPackage[] = []
  const take = async ({ content }: Part) => {
    if (packages.length > 0) throw refused(packagePart, 'must come once: a run has one skill', 'maxItems')
    packages.push(opened.use(await stagePackage(deps.layout.staging, content, deps.limits.packages).catch(ofPackage)))
  }
  const taker = { inputs: [], profile: 'plain' } as const
  const received = opened.use(await receive(deps.layout.requests, taker, besidesPackage(parts, take), deps.limits.uploads))
  const [staged] = packages
  if (!staged) throw refused(packagePart, 'is missing: send the skill as this part', 'required')
  const all = opened.move()
  return { staged, received, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

async function* besidesPackage(parts: AsyncIterable<Part>, takePackage: (part: Part) => Promise<void>): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.name === packagePart) await takePackage(part)
    else if (part.name === archivePart) yield part
    else
      throw refused(
        part.name,
        `is not a part of this form: send the skill as ${packagePart}, and all files in one zip, as ${archivePart}`,
        'additionalProperties',
      )
  }
}

const refused = (part: string, message: string, keyword: string): Fault =>
  new Fault('INVALID_REQUEST', { problems: [{ path: `/${part.slice(0, 128)}`, message, keyword }] })

/** Both parts are archives, so a problem names its part. */
function ofPackage(error: unknown): never {
  if (!(error instanceof Fault) || !['UPLOAD_INVALID', 'UPLOAD_TOO_LARGE'].includes(error.code)) throw error
  throw new Fault(error.code, Object.assign({}, error.details, { part: packagePart }), { cause: error })
}

/** Skill and files are in place before the run is queued, and deleted if it is not. */
async function placing<T>(
  deps: IntakeDeps,
  run: Run,
  skill: SkillPackage,
  brought: { readonly job: JobId; readonly upload: UploadId; readonly received: Received },
  admit: () => Promise<T>,
): Promise<T> {
  const pins = deps.layout.pins({ ...run, upload: brought.upload })
  const isNamed = isUploadOf(deps, run.id, brought.upload)
  try {
    await deps.snapshots.pin(skill, pins)
    return await withUpload(deps, { ...brought, isNamed }, admit)
  } finally {
    if ((await isNamed()) === false) await dropTempSkill(deps.layout, run.id, pins)
  }
}
