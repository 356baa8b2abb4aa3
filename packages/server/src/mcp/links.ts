import type { ContentBlock } from '@modelcontextprotocol/server'
import type { RunArtifact } from './runs.ts'

/** Where the files of runs and commands are read over MCP. */
export const artifactScheme = 'artifact://'

/** Links to what a run left. */
export const artifactLinks = (requestId: string, artifacts: readonly RunArtifact[]): ContentBlock[] =>
  artifacts.map(({ path, filename, mime, size }) => ({
    type: 'resource_link',
    uri: `${artifactScheme}run/${requestId}/${path.split('/').map(encodeURIComponent).join('/')}`,
    name: filename,
    mimeType: mime,
    size,
  }))

/** Links to the outputs that a command, a task or a step left, wherever an answer tells of them. */
export function outputLinks(project: string, { created_artifacts }: Record<string, unknown>): ContentBlock[] {
  if (!Array.isArray(created_artifacts)) return []
  return (created_artifacts as readonly { artifact_id: string; name: string; bytes: number }[]).map((one) => ({
    type: 'resource_link',
    uri: `${artifactScheme}exec/${project}/${one.artifact_id}`,
    name: one.name,
    size: one.bytes,
  }))
}
