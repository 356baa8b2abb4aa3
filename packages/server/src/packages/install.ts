import type { ErrorCode } from '@agent-skill-runner/contract/errors.ts'
import { runError } from '../domain/failure.ts'
import type { Principal } from '../domain/job.ts'
import type { RunError } from '../domain/run.ts'
import { instant } from '../lib/clock.ts'
import { diskTroubleOf } from '../lib/disk-trouble.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { Begun, PackageInstall } from '../store/package-installs.ts'
import { checkPackage } from './check.ts'
import type { PackageDeps } from './deps.ts'
import { planOf } from './plan.ts'
import { putVersion, undoPut } from './put.ts'
import { type StagedPackage, stagePackage } from './stage.ts'
import { type InUse, inUse, switchTo } from './switch.ts'

export interface InstallRequest {
  readonly principal: Principal
  readonly content: AsyncIterable<Buffer>
  /** Under which a repeat is told the same; null: the caller takes the risk. */
  readonly key: string | null
  /** It replaces what is in use, whatever the versions say. */
  readonly isForced: boolean
  /** What the skill has to pass first. It may take long, so the caller is not kept waiting for it. Null: nothing. */
  readonly prove: ((skill: SkillPackage) => Promise<void>) | null
  /** Hears what the installation is about, as soon and as exactly as it is known. */
  about?(what: string): void
}

/** Installations under way, for those who ask for the same again meanwhile. */
export type UnderWay = Map<string, Promise<PackageInstall>>

/** A package becomes the skill that new jobs use, or a fault and nothing changes. Either is on record. */
export async function install(deps: PackageDeps, underWay: UnderWay, request: InstallRequest): Promise<Begun> {
  const begun = newInstall(deps, request.principal)
  await using opened = new AsyncDisposableStack()
  const staged = opened.use(
    await stagePackage(deps.shelf.staging, request.content, deps.limits).catch((error: unknown) =>
      failUnread(deps, begun, error, request),
    ),
  )
  request.about?.(staged.name)
  const key = request.key === null ? null : { key: request.key, fingerprint: staged.sha256 }
  const { install, repeated } = await deps.store.packageInstalls.begin({ ...begun, skillId: staged.name }, key)
  if (repeated && install.skillId && install.version) request.about?.(`${install.skillId}@${install.version}`)
  if (repeated) return { install: (request.prove ? null : await underWay.get(install.id)) ?? install, repeated }
  const kept = opened.move()
  const ending = perform(deps, install, staged, request)
    .catch((error: unknown) => fail(deps, install, error))
    .finally(() => kept.disposeAsync())
  underWay.set(install.id, ending)
  const ended = ending.finally(() => underWay.delete(install.id))
  if (!request.prove) return { install: await ended, repeated }
  // Its end is on record.
  ended.catch(() => {})
  return { install, repeated }
}

function newInstall({ clock }: PackageDeps, { name, projectId }: Principal): PackageInstall {
  const nothing = { skillId: null, version: null, digest: null, action: null, error: null, finishedAt: null }
  return { ...nothing, id: newId('pkg'), projectId, principal: name, status: 'running', createdAt: instant(clock) }
}

async function perform(
  deps: PackageDeps,
  { id }: PackageInstall,
  staged: StagedPackage,
  { about, isForced, prove }: InstallRequest,
): Promise<PackageInstall> {
  const { store, check, clock, registry, turns, logger } = deps
  const skill = await checkPackage(staged, { ...check, strict: true })
  about?.(`${skill.id}@${skill.version}`)
  // Not in its turn: others may change the skill meanwhile, and what is planned is planned again.
  const isProven = prove !== null && planOf(skill, await inUse(deps, skill.id), isForced) !== 'unchanged'
  if (isProven) await prove(skill)
  return turns.take(skill.id, async () => {
    const before = await inUse(deps, skill.id)
    const action = planOf(skill, before, isForced)
    // It was in use a moment ago, and is not any more.
    if (prove && !isProven && action !== 'unchanged') await prove(skill)
    const facts = { skillId: skill.id, version: skill.version, digest: skill.digest, action }
    // From here on a crash leaves enough to finish what was begun.
    await store.packageInstalls.decide(id, facts)
    if (action !== 'unchanged') await putInUse(deps, skill, before, staged)
    await registry.refresh(skill.id)
    logger.info({ package_request_id: id, ...facts }, 'skill installed')
    return store.packageInstalls.end(id, instant(clock), null)
  })
}

async function putInUse(deps: PackageDeps, skill: SkillPackage, before: InUse, { folder }: StagedPackage): Promise<void> {
  const put = await putVersion(deps.shelf, folder, skill, deps.clock.now())
  await switchTo(deps, skill.id, before, put.name).catch(async (error: unknown) => {
    await undoPut(deps.shelf, skill.id, put)
    throw error
  })
}

const aboutPackage: readonly ErrorCode[] = ['UPLOAD_INVALID', 'UPLOAD_TOO_LARGE', 'PACKAGE_INVALID']

/** An archive that could not even be unpacked is on record too; a form that was none is not: there was no package. */
async function failUnread(deps: PackageDeps, begun: PackageInstall, error: unknown, { about }: InstallRequest): Promise<never> {
  if (!(error instanceof Fault) || !aboutPackage.includes(error.code)) throw error
  await deps.store.packageInstalls.begin(begun, null)
  about?.(begun.id)
  return fail(deps, begun, error)
}

async function fail({ store, clock, logger }: PackageDeps, { id }: PackageInstall, error: unknown): Promise<never> {
  const told = errorOf(error)
  await store.packageInstalls
    .end(id, instant(clock), told)
    .catch((err: unknown) => logger.error({ err, package_request_id: id }, 'cannot record an installation'))
  logger.warn(
    { package_request_id: id, code: told.code, ...(error instanceof Fault ? {} : { err: error }) },
    'skill installation failed',
  )
  if (!(error instanceof Fault)) throw error
  throw new Fault(error.code, { ...detailsOf(error), package_request_id: id }, { cause: error })
}

const errorOf = (error: unknown): RunError =>
  error instanceof Fault ? runError(error.code, error.details) : runError(diskTroubleOf(error) ?? 'INTERNAL')

const detailsOf = ({ details }: Fault): object => (typeof details === 'object' && details !== null ? details : {})
