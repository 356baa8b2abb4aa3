import { Fault } from '../lib/fault.ts'
import { isObject } from '../skills/json-file.ts'
import type { SkillPackage } from '../skills/package.ts'
import { checkPackage } from './check.ts'
import type { PackageDeps } from './deps.ts'
import { type Action, planOf } from './plan.ts'
import type { PackageProblem } from './problems.ts'
import { stagePackage } from './stage.ts'
import { inUse } from './switch.ts'

/** What would come of installing a package. */
export interface PackageReport {
  /** As far as it could be read. */
  readonly name: string | null
  readonly skill: SkillPackage | null
  readonly action: Action | null
  readonly problems: readonly PackageProblem[]
}

/** All that is wrong with a package. Nothing is installed, and nothing of it stays. */
export async function validate(deps: PackageDeps, content: AsyncIterable<Buffer>): Promise<PackageReport> {
  let name: string | null = null
  let skill: SkillPackage | null = null
  try {
    await using staged = await stagePackage(deps.shelf.staging, content, deps.limits)
    name = staged.name
    skill = await checkPackage(staged, { ...deps.guestCheck, strict: true })
    return { name, skill, action: planOf(skill, await inUse(deps, skill.id)), problems: [] }
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
      { entry: 'assets/runner.json', message: `version ${version} is not greater than ${installed_version}, which is in use.` },
    ]
  throw error
}
