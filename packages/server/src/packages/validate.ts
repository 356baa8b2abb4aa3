import { Fault } from '../lib/fault.ts'
import { isObject } from '../skills/json-file.ts'
import type { SkillPackage } from '../skills/package.ts'
import { type CheckOptions, checkPackage } from './check.ts'
import type { PackageDeps } from './deps.ts'
import { type Action, planOf } from './plan.ts'
import type { PackageProblem } from './problems.ts'
import { type PackageLimits, stagePackage } from './stage.ts'
import { inUse } from './switch.ts'

/** What would come of installing a package. */
export interface PackageReport {
  /** As far as it could be read. */
  readonly name: string | null
  readonly skill: SkillPackage | null
  readonly action: Action | null
  readonly problems: readonly PackageProblem[]
}

/** All that is wrong with a package, and what would come of it here. Nothing is installed, and nothing of it stays. */
export const validate = (deps: PackageDeps, content: AsyncIterable<Buffer>): Promise<PackageReport> =>
  judge({ staging: deps.shelf.staging, limits: deps.limits, check: deps.guestCheck }, content, async (skill) =>
    planOf(skill, await inUse(deps, skill.id), false),
  )

export interface Judging {
  readonly staging: string
  readonly limits: PackageLimits
  readonly check: Omit<CheckOptions, 'strict'>
}

/** The same where nothing is installed that it could replace. */
export const validateAlone = (judging: Judging, content: AsyncIterable<Buffer>): Promise<PackageReport> =>
  judge(judging, content, async () => null)

type PlanFor = (skill: SkillPackage) => Promise<Action | null>

async function judge({ staging, limits, check }: Judging, content: AsyncIterable<Buffer>, plan: PlanFor): Promise<PackageReport> {
  let name: string | null = null
  let skill: SkillPackage | null = null
  try {
    await using staged = await stagePackage(staging, content, limits)
    name = staged.name
    skill = await checkPackage(staged, { ...check, strict: true })
    return { name, skill, action: await plan(skill), problems: [] }
  } catch (error) {
    return { name, skill, action: null, problems: problemsIn(error) }
  }
}

/** What is no word about the package is none about it either. */
function problemsIn(error: unknown): readonly PackageProblem[] {
  if (!(error instanceof Fault) || !isObject(error.details)) throw error
  const { entry, problem, problems, version, installed_version } = error.details
  if (error.code === 'PACKAGE_INVALID' && Array.isArray(problems)) return problems
  if (error.code === 'UPLOAD_INVALID') return [{ entry: typeof entry === 'string' ? entry : null, message: String(problem) }]
  if (error.code === 'SKILL_VERSION_NOT_GREATER')
    return [
      {
        entry: null,
        message: `version ${version} is not greater than ${installed_version}, which is in use. Increase it, or install with force.`,
      },
    ]
  throw error
}
