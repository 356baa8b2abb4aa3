import { defaultProject } from '../domain/project.ts'
import { MadeOnce } from '../lib/made-once.ts'
import { Turns } from '../lib/turns.ts'
import type { StagedSkill } from '../packages/stage.ts'
import { stageFiles } from '../packages/stage-files.ts'
import { projectTopic } from '../skills/topic.ts'
import type { ProjectSkillFilter } from '../store/project-skills.ts'
import type { Part } from '../workspace/receive.ts'
import { type ArchiveTop, archive, type SkillArchive } from './archive.ts'
import { type CatalogFilter, type CatalogSkill, catalog, inCatalog } from './catalog.ts'
import { activate, remove, removeVersion, setEnabled } from './change.ts'
import type { ProjectsDeps } from './deps.ts'
import { type DiscoveredSkill, discover } from './discover.ts'
import { type FoundSkill, find } from './find.ts'
import { list } from './list.ts'
import { type FileRequest, filesOf, type OpenSkillFile, openFile, type SkillFiles } from './read-files.ts'
import type { ListedSkill } from './skill.ts'
import { sweep } from './sweep.ts'
import { type PutRequest, put, type UploadedSkill, type UploadRequest, upload } from './upload.ts'
import { type ListedVersion, versions } from './versions.ts'

/** The skills of projects. Nobody here asks who the caller is: that is for the door. */
export interface ProjectSkills {
  /** It comes into being with its first upload. */
  hasProject(projectId: string): Promise<boolean>
  upload(request: UploadRequest): Promise<UploadedSkill>
  /** A skill that comes file by file, or as a zip among the parts of a form; whoever has it puts it somewhere, or lets it go. */
  stageFiles(parts: AsyncIterable<Part>): Promise<StagedSkill>
  put(staged: StagedSkill, request: PutRequest): Promise<UploadedSkill>
  list(projectId: string, filter: ProjectSkillFilter): Promise<ListedSkill[]>
  /** The skills by age, with their newest versions. */
  catalog(projectId: string, page: CatalogFilter): Promise<CatalogSkill[]>
  inCatalog(projectId: string, name: string): Promise<CatalogSkill>
  /** The version in use, or the one whose hash begins so, with its folder; SKILL_NOT_FOUND, SKILL_DISABLED or SKILL_VERSION_NOT_FOUND. */
  find(projectId: string, name: string, versionHash?: string): Promise<FoundSkill>
  files(request: FileRequest): Promise<SkillFiles>
  openFile(request: FileRequest, path: string): Promise<OpenSkillFile>
  /** All files of a version as a zip, with the folder of the skill or without. */
  archive(request: FileRequest, top: ArchiveTop): Promise<SkillArchive>
  /** Where whoever looks for skills finds each that is enabled, and the digest of what lies there. */
  discover(projectId: string): Promise<DiscoveredSkill[]>
  versions(projectId: string, name: string): Promise<ListedVersion[]>
  /** The only version always stays, and the one in use where it is asked to; SKILL_VERSION_IN_USE. */
  removeVersion(projectId: string, name: string, versionHash: string, staysInUse: boolean): Promise<void>
  activate(projectId: string, name: string, versionHash: string): Promise<ListedSkill>
  setEnabled(projectId: string, name: string, enabled: boolean): Promise<ListedSkill>
  remove(projectId: string, name: string): Promise<number>
  /** Removes folders that nobody knows or needs; those that are named are in use. */
  sweep(inUse?: ReadonlySet<string>): Promise<void>
}

/** Of archives, to be kept. */
const mostDigests = 10_000

export function openProjectSkills(parts: Omit<ProjectsDeps, 'turns' | 'archiveDigests'>): ProjectSkills {
  const deps: ProjectsDeps = { ...parts, turns: new Turns(), archiveDigests: new MadeOnce(mostDigests) }
  const changing = async <T>(projectId: string, change: Promise<T>): Promise<T> => {
    const changed = await change
    deps.wakes.wake(projectTopic(projectId))
    return changed
  }
  return {
    hasProject: async (id) => id === defaultProject || (await deps.store.projectSkills.hasProject(id)),
    upload: (request) => changing(request.projectId, upload(deps, request)),
    stageFiles: (parts) => stageFiles(deps.layout.staging, parts, deps.limits),
    put: (staged, request) => changing(request.projectId, put(deps, staged, request)),
    list: (projectId, filter) => list(deps, projectId, filter),
    catalog: (projectId, page) => catalog(deps, projectId, page),
    inCatalog: (projectId, name) => inCatalog(deps, projectId, name),
    find: (projectId, name, versionHash) => find(deps, projectId, name, versionHash),
    files: (request) => filesOf(deps, request),
    openFile: (request, path) => openFile(deps, request, path),
    archive: (request, top) => archive(deps, request, top),
    discover: (projectId) => discover(deps, projectId),
    versions: (projectId, name) => versions(deps, projectId, name),
    removeVersion: (projectId, name, versionHash, staysInUse) =>
      changing(projectId, removeVersion(deps, projectId, name, versionHash, staysInUse)),
    activate: (projectId, name, versionHash) => changing(projectId, activate(deps, projectId, name, versionHash)),
    setEnabled: (projectId, name, enabled) => changing(projectId, setEnabled(deps, projectId, name, enabled)),
    remove: (projectId, name) => changing(projectId, remove(deps, projectId, name)),
    sweep: (inUse = new Set()) => sweep(deps, inUse),
  }
}
