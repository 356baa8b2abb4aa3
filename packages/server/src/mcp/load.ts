import { createHash } from 'node:crypto'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { Fault } from '../lib/fault.ts'
import { type Caller, jsonOf, type RestRequest } from './rest.ts'
import { requireSuccess, success } from './results.ts'
import type { ObjectSchema } from './schemas.ts'

/** Longer files are no text for an agent to read. */
const mostBytes = 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const loadedSchema: ObjectSchema = {
  type: 'object',
  properties: {
    skill_name: { type: 'string' },
    path: { type: 'string' },
    content: { type: 'string' },
    encoding: { enum: ['utf-8', 'base64'], description: 'base64: the file is no text' },
    bytes: { type: 'integer' },
    sha256: { type: 'string' },
    version_hash: { type: 'string', description: 'Which version of the skill' },
    files: { type: 'array', items: { type: 'string' }, description: 'Paths of all files of the skill' },
  },
  required: ['skill_name', 'path', 'content', 'encoding', 'bytes', 'sha256', 'version_hash', 'files'],
}

/** One file of a skill, and which others there are. */
export async function load(caller: Caller, request: RestRequest): Promise<CallToolResult> {
  const { params = {}, query = {} } = request
  const listed = jsonOf(
    requireSuccess(await caller.rest({ operation: 'listProjectSkillFiles', params: without(params, 'path'), query })),
  )
  const files = listed['files'] as readonly { readonly path: string; readonly size: number }[]
  const path = params['path'] ?? 'SKILL.md'
  const size = files.find((file) => file.path === path)?.size ?? 0
  if (size > mostBytes) throw new Fault('PAYLOAD_TOO_LARGE', { path, bytes: size, limit_bytes: mostBytes })
  // The version that was listed, whatever becomes the current one in between.
  const version = String(listed['version_hash'])
  const { bytes } = requireSuccess(await caller.rest({ ...request, params: { ...params, path }, query: { ...query, version } }))
  return success({
    skill_name: params['name'],
    path,
    ...textOf(bytes),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    version_hash: version,
    files: files.map((file) => file.path),
  })
}

const without = (params: Readonly<Record<string, string>>, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(params).filter(([key]) => key !== name))

function textOf(bytes: Buffer): { content: string; encoding: 'utf-8' | 'base64' } {
  try {
    return { content: utf8.decode(bytes), encoding: 'utf-8' }
  } catch {
    return { content: bytes.toString('base64'), encoding: 'base64' }
  }
}
