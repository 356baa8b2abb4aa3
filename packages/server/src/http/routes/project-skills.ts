import type { ProjectSkill, ProjectSkillVersions } from '@agent-skill-runner/contract/project-skill.ts'
import type { FastifyInstance } from 'fastify'
import { Fault } from '../../lib/fault.ts'
import type { FileRequest } from '../../projects/read-files.ts'
import type { ListedSkill } from '../../projects/skill.ts'
import type { ListedVersion } from '../../projects/versions.ts'
import { requireDisk } from '../../runs/require-disk.ts'
import { invalidRequest } from '../invalid-request.ts'
import { limitOf } from '../limit.ts'
import { onlyPart } from '../only-part.ts'
import { route } from '../route.ts'
import { sendFile } from '../send-file.ts'
import type { RouteDeps } from './deps.ts'
import { type CallOfProject, entered, enterProject } from './enter-project.ts'

/** The skills of projects: listed, loaded, uploaded, switched and deleted. */
export function projectSkillRoutes(app: FastifyInstance, { runner, attempts }: RouteDeps): void {
  const { projectSkills } = runner
  const enter = (call: CallOfProject) => enterProject(runner, call)
  const requireOpen = () => {
    if (attempts.stopping) throw new Fault('SHUTTING_DOWN')
  }
  const requested = async (call: CallOfProject & FileCall): Promise<FileRequest> => {
    const { name } = call.params
    return { projectId: await enter(call), name, ...call.query }
  }

  route(app, 'listProjectSkills', async (call) => {
    const [projectId, { cursor, enabled }] = [await enter(call), call.query]
    const limit = limitOf(call.query, 100)
    const after = cursor === undefined ? {} : { after: nameOf(cursor) }
    const filter = { ...(enabled === undefined ? {} : { enabled }), ...after, limit: limit + 1 }
    const skills = await projectSkills.list(projectId, filter)
    const page = skills.slice(0, limit)
    return { skills: page.map(present), next_cursor: skills.length > limit ? cursorOf(page.at(-1)?.name ?? '') : null }
  })

  route(app, 'uploadProjectSkill', async (call) => {
    const projectId = entered(call.principal, call.params.project_id)
    requireOpen()
    await requireDisk(runner)
    const content = onlyPart(call.parts, 'file')
    const { action, ...skill } = await projectSkills.upload({ projectId, principal: call.principal, content })
    return { ...present(skill), action }
  })

  route(app, 'listProjectSkillFiles', async (call) => {
    const { versionHash, files } = await projectSkills.files(await requested(call))
    return { name: call.params.name, version_hash: versionHash, files: [...files] }
  })

  route(app, 'getProjectSkillFile', async (call) => {
    const file = await projectSkills.openFile(await requested(call), call.params.path)
    call.reply.header('x-skill-version', file.versionHash)
    return sendFile(file, call.params.path, call)
  })

  route(app, 'listProjectSkillVersions', async (call) => {
    const versions = await projectSkills.versions(await enter(call), call.params.name)
    return { name: call.params.name, versions: versions.map(presentVersion) }
  })

  route(app, 'activateProjectSkill', async (call) => {
    const projectId = await enter(call)
    requireOpen()
    return present(await projectSkills.activate(projectId, call.params.name, call.body.version_hash))
  })

  route(app, 'changeProjectSkill', async (call) => {
    const projectId = await enter(call)
    requireOpen()
    return present(await projectSkills.setEnabled(projectId, call.params.name, call.body.enabled))
  })

  route(app, 'deleteProjectSkill', async (call) => {
    const projectId = await enter(call)
    requireOpen()
    return { name: call.params.name, removed_versions: await projectSkills.remove(projectId, call.params.name) }
  })
}

interface FileCall {
  readonly params: { readonly name: string }
  readonly query: { readonly version?: string }
}

const present = ({ name, description, versionHash, enabled, source }: ListedSkill): ProjectSkill => ({
  name,
  description,
  version_hash: versionHash,
  enabled,
  source,
})

const presentVersion = (version: ListedVersion): ProjectSkillVersions['versions'][number] => ({
  version_hash: version.versionHash,
  description: version.description,
  active: version.isActive,
  files: version.files,
  bytes: version.bytes,
  uploaded_at: version.uploadedAt,
  uploaded_by: version.uploadedBy,
})

/** Where a page ended; opaque to callers. */
const cursorOf = (name: string): string => Buffer.from(name).toString('base64url')

function nameOf(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString()
  if (cursorOf(name) === cursor) return name
  throw invalidRequest('query/cursor', 'is not a cursor of this list', 'cursor')
}
