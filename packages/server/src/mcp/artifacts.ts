import type { McpServer, ReadResourceResult } from '@modelcontextprotocol/server'
import { asText, readWhole } from './files.ts'
import { artifactScheme } from './links.ts'
import type { Caller, RestRequest } from './rest.ts'
import type { Sdk } from './sdk.ts'
import { decoded } from './skill-uri.ts'

/** The files that runs and commands leave, by the links in their results. */
export function addArtifacts(mcp: McpServer, { ResourceTemplate, ResourceNotFoundError }: Sdk, caller: Caller): void {
  const template = new ResourceTemplate(`${artifactScheme}{+path}`, { list: undefined })
  const about = { title: 'Artifacts', description: 'Files that runs and commands left; results link to them' }
  mcp.registerResource('artifacts', template, about, async ({ href }): Promise<ReadResourceResult> => {
    const request = requestFor(href, caller.project)
    const file = request && (await readWhole(caller, request))
    if (!file) throw new ResourceNotFoundError(href)
    const text = asText(file.bytes)
    const content = text === null ? { blob: file.bytes.toString('base64') } : { text }
    return { contents: [{ uri: href, mimeType: file.mimeType, ...content }] }
  })
}

/** Null: no link of ours looks like this. */
function requestFor(href: string, project: string): RestRequest | null {
  const parts = href.slice(artifactScheme.length).split('/').map(decoded)
  if (parts.includes(null)) return null
  const [kind, owner = '', ...path] = parts as string[]
  if (kind === 'run') return { operation: 'getJobArtifact', params: { request_id: owner, path: path.join('/') } }
  const [artifact_id = ''] = path
  // The project is that of the URL, never one that was asked for.
  if (kind !== 'exec' || owner !== project) return null
  return { operation: 'getExecArtifactContent', params: { project_id: project, artifact_id } }
}
