import type { Principal } from '../domain/job.ts'
import { instant } from '../lib/clock.ts'
import { invalidPackage, problemOf } from '../packages/problems.ts'
import { type StagedSkill, stagePackage } from '../packages/stage.ts'
import { listFiles } from '../skills/files.ts'
import { readSkill, type SkillPackage } from '../skills/package.ts'
import type { ProjectSkillVersion, PutOptions, UploadAction } from '../store/project-skills.ts'
import { type ProjectsDeps, turnOf } from './deps.ts'
import { putFolder } from './put-folder.ts'
import { type ListedSkill, uploaded } from './skill.ts'

/** Where a skill is put, by whom, and how. */
export interface PutRequest extends PutOptions {
  readonly projectId: string
  readonly principal: Pick<Principal, 'name'>
  /** The skill that it has to be a version of; absent: whichever it is. */
  readonly name?: string
}

export interface UploadRequest extends PutRequest {
  readonly content: AsyncIterable<Buffer>
}

export interface UploadedSkill extends ListedSkill {
  readonly action: UploadAction
}

/** A zip becomes the version in use of a skill of the project, or a fault and nothing changes. */
export async function upload(deps: ProjectsDeps, request: UploadRequest): Promise<UploadedSkill> {
  await using staged = await stagePackage(deps.layout.staging, request.content, deps.limits)
  // Awaited here: what is staged goes when this function ends.
  return await put(deps, staged, request)
}

/** The same for what lies in a folder already. */
export async function put(deps: ProjectsDeps, staged: StagedSkill, request: PutRequest): Promise<UploadedSkill> {
  if (request.name !== undefined && staged.name !== request.name) throw otherName(staged.name, request.name)
  const version = await versionIn(deps, staged, request)
  return deps.turns.take(turnOf(version), async () => {
    await putFolder(deps, staged.folder, version)
    const action = await deps.store.projectSkills.put(version, request)
    const { projectId: project_id, name, versionHash: version_hash } = version
    deps.logger.info({ project_id, name, version_hash, action }, 'skill uploaded to a project')
    return { ...uploaded({ ...version, enabled: true }), action }
  })
}

const otherName = (folder: string, name: string) =>
  invalidPackage([{ entry: folder, message: `is the folder at the top; for a version of this skill it has to be ${name}` }])

async function versionIn(
  deps: ProjectsDeps,
  staged: StagedSkill,
  { projectId, principal }: PutRequest,
): Promise<ProjectSkillVersion> {
  const { files } = await listFiles(staged.folder)
  const { id, digest, description } = await checked(
    staged,
    files.map(({ path }) => path),
  )
  const bytes = files.reduce((sum, file) => sum + (file.kind === 'file' ? file.size : 0), 0)
  const about = { files: files.length, bytes, principal: principal.name, createdAt: instant(deps.clock) }
  return { projectId, name: id, versionHash: digest, description, ...about }
}

/** SKILL.md is enough. Where there is a contract, it has to be readable; its schemas are for runs, and nobody compiles them here. */
async function checked({ folder, name }: StagedSkill, files: readonly string[]): Promise<SkillPackage> {
  const read = await readSkill(folder, { id: name, builtIn: false, engines: null })
  if (read.ok) return read.skill
  throw invalidPackage(read.problems.map((problem) => problemOf(problem, [...files, 'SKILL.md'])))
}
