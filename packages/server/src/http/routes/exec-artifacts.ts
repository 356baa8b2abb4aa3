import type { ExecArtifact as ArtifactView } from '@agent-skill-runner/contract/exec-artifact.ts'
import type { FastifyInstance } from 'fastify'
import type { ExecArtifact } from '../../domain/exec-files.ts'
import { cursorOf, parseCursor } from '../cursor.ts'
import { limitOf } from '../limit.ts'
import { onlyFile } from '../only-part.ts'
import { route } from '../route.ts'
import { sendFile } from '../send-file.ts'
import type { RouteDeps } from './deps.ts'
import { entered, enterProject } from './enter-project.ts'
import { requireRoom } from './require-room.ts'

/** Artifacts of projects: files that commands take and leave. */
export function execArtifactRoutes(app: FastifyInstance, deps: RouteDeps): void {
  const { runner, exec } = deps

  route(app, 'uploadExecArtifact', async (call) => {
    const projectId = await enterProject(runner, call)
    await requireRoom(deps)
    return present(await exec.artifacts.upload(projectId, await onlyFile(call.parts, 'file')))
  })

  route(app, 'listExecArtifacts', async ({ principal, params, query }) => {
    const projectId = entered(principal, params.project_id)
    const limit = limitOf(query, 50)
    const after = query.cursor === undefined ? undefined : parseCursor(query.cursor)
    const found = await runner.store.execArtifacts.list({ projectId, after, limit: limit + 1 })
    const last = found.length > limit ? found[limit - 1] : undefined
    return { artifacts: found.slice(0, limit).map(present), next_cursor: last ? cursorOf(last) : null }
  })

  route(app, 'getExecArtifact', async ({ principal, params }) =>
    present(await exec.artifacts.find(entered(principal, params.project_id), params.artifact_id)),
  )

  route(app, 'getExecArtifactContent', async (call) => {
    const artifact = await exec.artifacts.find(entered(call.principal, call.params.project_id), call.params.artifact_id)
    return sendFile(await exec.artifacts.open(artifact), artifact.name, call)
  })

  route(app, 'deleteExecArtifact', async ({ principal, params }) => {
    await exec.artifacts.remove(entered(principal, params.project_id), params.artifact_id)
    return { artifact_id: params.artifact_id, removed: true as const }
  })
}

const present = ({ id, projectId, name, mime, bytes, sha256, source, sourceId, createdAt }: ExecArtifact): ArtifactView => ({
  artifact_id: id,
  project_id: projectId,
  name,
  mime,
  bytes,
  sha256,
  source,
  source_id: sourceId,
  created_at: createdAt,
})
