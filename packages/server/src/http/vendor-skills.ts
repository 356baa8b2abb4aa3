import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../domain/job.ts'
import { Fault } from '../lib/fault.ts'
import type { CatalogSkill } from '../projects/catalog.ts'
import type { PutRequest } from '../projects/upload.ts'
import type { ListedVersion } from '../projects/versions.ts'
import { requireDisk } from '../runs/require-disk.ts'
import type { Part } from '../workspace/receive.ts'
import { attachment } from './attachment.ts'
import { invalidRequest } from './invalid-request.ts'
import type { RouteDeps } from './routes/deps.ts'
import { nothing } from './send-file.ts'
import { type SkillForm, skillForm } from './skill-form.ts'
import { hashIn, nameIn } from './vendor-ids.ts'

interface CallOfSkill {
  readonly principal: Principal
  readonly params: { readonly skill_id: string }
}

interface CallOfFile extends CallOfSkill {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** One version of a skill, and when it came to be. */
export interface SkillVersion extends ListedVersion {
  readonly createdAt: string
}

type How = Pick<PutRequest, 'activates' | 'displayName'>

/** What the clients of all vendors do, in our words. The project is that of the token. */
export function vendorSkills({ runner, attempts }: Pick<RouteDeps, 'runner' | 'attempts'>) {
  const { projectSkills } = runner
  const requireOpen = () => {
    if (attempts.stopping) throw new Fault('SHUTTING_DOWN')
  }

  const skill = ({ principal: { projectId }, params }: CallOfSkill): Promise<CatalogSkill> => {
    const name = nameIn(params.skill_id)
    if (name === null) throw new Fault('SKILL_NOT_FOUND', { project_id: projectId, skill_id: params.skill_id.slice(0, 128) })
    return projectSkills.inCatalog(projectId, name)
  }

  const versions = async (call: CallOfSkill): Promise<SkillVersion[]> => {
    const { name, createdAt } = await skill(call)
    const all = await projectSkills.versions(call.principal.projectId, name)
    return all.map((version) => ({ ...version, createdAt: version.uploadedAt ?? createdAt }))
  }

  const version = async (call: CallOfSkill, wanted: string): Promise<SkillVersion> => {
    const all = await versions(call)
    const hash = hashIn(wanted)
    const found = wanted === 'latest' ? all.slice(0, 1) : all.filter(({ versionHash }) => hash && versionHash.startsWith(hash))
    const [one, ...more] = found
    if (one && more.length === 0) return one
    const known = all.slice(0, 20).map(({ versionHash }) => versionHash)
    throw new Fault('SKILL_VERSION_NOT_FOUND', { skill_id: call.params.skill_id, version: wanted, versions: known })
  }

  /** Answers the name of the skill and the hash of what was uploaded. */
  const upload = async (
    { principal, parts }: { readonly principal: Principal; readonly parts: AsyncIterable<Part> },
    how: (form: SkillForm) => How,
    name?: string,
  ) => {
    requireOpen()
    await requireDisk(runner)
    const form = skillForm(parts)
    await using staged = await projectSkills.stageFiles(form.files)
    const where = { projectId: principal.projectId, principal, ...(name === undefined ? {} : { name }) }
    return await projectSkills.put(staged, { ...where, ...how(form) })
  }

  return {
    skill,
    versions,
    version,

    async create(call: { readonly principal: Principal; readonly parts: AsyncIterable<Part> }, how: (form: SkillForm) => How) {
      const { name } = await upload(call, how)
      return projectSkills.inCatalog(call.principal.projectId, name)
    },

    async createVersion(call: CallOfSkill & { readonly parts: AsyncIterable<Part> }, how: (form: SkillForm) => How) {
      const { name, source } = await skill(call)
      // An upload would hide the installed skill; whoever wants that creates one of its own.
      if (source === 'installed') throw new Fault('SKILL_READ_ONLY', { project_id: call.principal.projectId, name })
      const { versionHash } = await upload(call, how, name)
      return { name, ...(await version(call, versionHash)) }
    },

    async setDefault(call: CallOfSkill, wanted: string): Promise<CatalogSkill> {
      requireOpen()
      const { name } = await skill(call)
      const { versionHash } = await version(call, wanted)
      await projectSkills.activate(call.principal.projectId, name, versionHash)
      return skill(call)
    },

    async remove(call: CallOfSkill): Promise<void> {
      requireOpen()
      const { name } = await skill(call)
      await projectSkills.remove(call.principal.projectId, name)
    },

    async removeVersion(call: CallOfSkill, wanted: string, staysInUse: boolean): Promise<string> {
      requireOpen()
      const { name } = await skill(call)
      const { versionHash } = await version(call, wanted)
      await projectSkills.removeVersion(call.principal.projectId, name, versionHash, staysInUse)
      return versionHash
    },

    /** The version in use if none is wanted. */
    async content(call: CallOfFile, wanted?: string): Promise<unknown> {
      const { name } = await skill(call)
      const which = wanted === undefined ? {} : { version: (await version(call, wanted)).versionHash }
      const archive = await projectSkills.archive({ projectId: call.principal.projectId, name, ...which }, 'folder')
      return sendArchive(archive, call)
    },
  }
}

/** Sends a zip as it is made. */
export function sendArchive(
  { name, versionHash, content }: Awaited<ReturnType<RouteDeps['runner']['projectSkills']['archive']>>,
  call: Pick<CallOfFile, 'request' | 'reply'>,
): unknown {
  call.reply.type('application/zip').headers({
    'content-disposition': attachment(`${name}.zip`),
    'x-skill-version': versionHash,
  })
  if (call.request.method !== 'HEAD') return content
  content.destroy()
  return nothing(call)
}

/** The entries behind the one with an id. */
export function pageBehind<T>(all: readonly T[], after: string | null | undefined, idOf: (entry: T) => string, where: string) {
  if (after === undefined || after === null) return all
  const index = all.findIndex((entry) => idOf(entry) === after)
  if (index < 0) throw invalidRequest(where, 'is not of this list, or not any more: begin again without it', 'cursor')
  return all.slice(index + 1)
}
