import type { ErrorCode } from '@agent-skill-runner/contract/errors.ts'
import type { ListResourcesResult, Resource } from '@modelcontextprotocol/server'
import type { Skill, SkillReadResult, SkillSource } from '@modelcontextprotocol/server/ext/skills'
import type { MadeOnce } from '../lib/made-once.ts'
import { asText, readWhole } from './files.ts'
import { type Caller, jsonOf } from './rest.ts'
import { Refused, requireSuccess } from './results.ts'
import type { Sdk } from './sdk.ts'
import { placeOf, type SkillPlace, skillUri } from './skill-uri.ts'

export interface SkillsDeps {
  readonly sdk: Pick<Sdk, 'skillEntry' | 'skillLimits'>
  /** By address and version: the version is a hash of the content. Null: it cannot be told as the protocol wants it. */
  readonly entries: MadeOnce<Skill | null>
  skip(skill: string, reason: string): void
}

interface Listed {
  readonly name: string
  readonly description: string
  readonly version_hash: string
}

interface Files {
  readonly version_hash: string
  readonly files: readonly { readonly path: string; readonly size: number }[]
}

/** Skills over MCP (SEP-2640): those of the project, read by the operations that list and load them. */
export function skillSource(deps: SkillsDeps, caller: Caller): SkillSource {
  const ours = (uri: string): SkillPlace | null => {
    const place = placeOf(uri)
    return place?.project === caller.project ? place : null
  }
  return {
    async list({ cursor }) {
      const { skills, next } = await page(caller, cursor)
      const entries = await Promise.all(skills.map(({ name }) => entryIfUsable(deps, caller, name)))
      return { skills: entries.filter((entry) => entry !== null), ...next }
    },
    async get(uri) {
      const place = ours(uri)
      // Other spellings of the address are none: what is told here has one.
      if (place?.name == null || skillUri(place.project, place.name, 'SKILL.md') !== uri) return undefined
      return (await entryOf(deps, caller, place.name)) ?? undefined
    },
    async read(uri) {
      const place = ours(uri)
      return place?.name == null || place.path === '' ? undefined : readFile(caller, place.name, place.path)
    },
    async readDirectory(uri, { cursor }) {
      const place = ours(uri)
      if (place === null) return undefined
      if (place.name === null) return skillFolders(caller, cursor)
      const resources = await children(caller, place.name, place.path)
      return resources && { resources }
    },
  }
}

/** SKILL.md of each skill. The list of the SDK would have no pages. */
export async function listResources(caller: Caller, cursor: string | undefined): Promise<ListResourcesResult> {
  if (caller.refusal('skills_list', 'listProjectSkills') !== null) return { resources: [] }
  const { skills, next } = await page(caller, cursor)
  const resources = skills.map(({ name, description }) => ({
    uri: skillUri(caller.project, name, 'SKILL.md'),
    name,
    description,
    mimeType: 'text/markdown',
  }))
  return { resources, ...next }
}

/** Those that are enabled: the others can be neither loaded nor run. */
export async function page(caller: Caller, cursor: string | undefined) {
  const query = { enabled: 'true', ...(cursor === undefined ? {} : { cursor }) }
  const answer = await caller.rest({ operation: 'listProjectSkills', params: { project_id: caller.project }, query })
  const told = jsonOf(requireSuccess(answer)) as unknown as { skills: readonly Listed[]; next_cursor: string | null }
  const { skills, next_cursor } = told
  const next: { readonly nextCursor?: string } = next_cursor === null ? {} : { nextCursor: next_cursor }
  return { skills, next }
}

async function filesOf(caller: Caller, name: string): Promise<Files | null> {
  const answer = await caller.rest({ operation: 'listProjectSkillFiles', params: { project_id: caller.project, name } })
  return answer.status === 404 ? null : (jsonOf(requireSuccess(answer)) as unknown as Files)
}

/** One that was disabled or deleted since it was listed, or whose files are gone, does not take the others along. */
async function entryIfUsable(deps: SkillsDeps, caller: Caller, name: string): Promise<Skill | null> {
  try {
    return await entryOf(deps, caller, name)
  } catch (error) {
    if (!(error instanceof Refused) || !unusable.has(error.data.code)) throw error
    deps.skip(name, error.message)
    return null
  }
}

const unusable: ReadonlySet<string> = new Set<ErrorCode>([
  ...(['SKILL_NOT_FOUND', 'SKILL_VERSION_NOT_FOUND', 'FILE_NOT_FOUND', 'SKILL_DISABLED', 'SKILL_DEGRADED'] as const),
])

/** What a client checks each file of a skill against. Null: there is none, or it cannot be told as the protocol wants it. */
async function entryOf({ sdk, entries, skip }: SkillsDeps, caller: Caller, name: string): Promise<Skill | null> {
  const listed = await filesOf(caller, name)
  if (!listed) return null
  const { version_hash, files } = listed
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > sdk.skillLimits.files || bytes > sdk.skillLimits.bytes) {
    skip(name, `it has ${files.length} files of ${bytes} bytes, more than the protocol knows`)
    return null
  }
  return entries.of(caller.project, `${skillUri(caller.project, name)}@${version_hash}`, async () => {
    try {
      // Without a prototype: a file may be called __proto__.
      const contents: Record<string, Uint8Array> = Object.create(null)
      for (const { path } of files) contents[path] = await bytesOf(caller, name, path, version_hash)
      return await sdk.skillEntry(`${caller.project}/${name}`, contents)
    } catch (error) {
      if (error instanceof Error && error.name === 'SkillCatalogError') skip(name, error.message)
      else throw error
      return null
    }
  })
}

async function bytesOf(caller: Caller, name: string, path: string, version: string): Promise<Uint8Array> {
  const params = { project_id: caller.project, name, path }
  return requireSuccess(await caller.rest({ operation: 'getProjectSkillFile', params, query: { version } })).bytes
}

async function readFile(caller: Caller, name: string, path: string): Promise<SkillReadResult | undefined> {
  const params = { project_id: caller.project, name, path }
  const file = await readWhole(caller, { operation: 'getProjectSkillFile', params })
  if (!file) return undefined
  const { bytes, mimeType } = file
  const text = asText(bytes)
  return text === null ? { bytes, mimeType } : { text, mimeType }
}

const folder = 'inode/directory'

async function skillFolders(caller: Caller, cursor: string | undefined) {
  const { skills, next } = await page(caller, cursor)
  const uriOf = (name: string) => skillUri(caller.project, name)
  const resources = skills.map(({ name, description }) => ({ uri: uriOf(name), name, description, mimeType: folder }))
  return { resources, ...next }
}

/** What lies directly in a folder of a skill; undefined: there is no such folder. */
async function children(caller: Caller, name: string, path: string): Promise<Resource[] | undefined> {
  const below = path === '' ? '' : `${path}/`
  const inside = ((await filesOf(caller, name))?.files ?? []).filter((file) => file.path.startsWith(below))
  if (inside.length === 0) return undefined
  const names = new Map(inside.map((file) => [file.path.slice(below.length).split('/')[0] ?? '', file]))
  return [...names].map(([child, file]) => {
    const uri = skillUri(caller.project, name, `${below}${child}`)
    const isFile = file.path === `${below}${child}`
    return isFile ? { uri, name: child, size: file.size } : { uri, name: child, mimeType: folder }
  })
}

/** Throws what REST answers where it cannot be read. */
export async function skillFileText(caller: Caller, name: string): Promise<string> {
  const params = { project_id: caller.project, name, path: 'SKILL.md' }
  return requireSuccess(await caller.rest({ operation: 'getProjectSkillFile', params })).bytes.toString('utf8')
}
