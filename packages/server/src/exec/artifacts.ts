import { artifactName, type ExecArtifact } from '../domain/exec-files.ts'
import { instant } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import { mimeOf } from '../workspace/artifacts.ts'
import type { OpenArtifact } from '../workspace/download.ts'
import type { Part } from '../workspace/receive.ts'
import { tooLarge } from '../workspace/upload-file.ts'
import { noArtifact, openArtifact, putArtifact, removeArtifact } from './artifact-files.ts'
import { addWithinRoom, requireArtifactRoom } from './artifact-room.ts'
import type { ExecDeps } from './deps.ts'
import type { LimitsOfProjects } from './project-limits.ts'

/** Artifacts of projects: files that commands take and leave. */
export interface ExecArtifacts {
  upload(projectId: string, file: Pick<Part, 'filename' | 'content'>): Promise<ExecArtifact>
  /** ARTIFACT_NOT_FOUND, also for those of other projects. */
  find(projectId: string, id: string): Promise<ExecArtifact>
  open(artifact: ExecArtifact): Promise<OpenArtifact>
  remove(projectId: string, id: string): Promise<void>
}

export function execArtifactsOf(deps: ExecDeps, projects: LimitsOfProjects): ExecArtifacts {
  const { store, clock } = deps
  return {
    async upload(projectId, { content, filename = '' }) {
      const own = projects.depsOf(projectId)
      await requireArtifactRoom(own, projectId)
      const most = own.limits.artifactBytes
      const put = await putArtifact(deps, content, most, () => tooLarge({ limit_bytes: most }), deps.limits.diskLowBytes)
      const name = artifactName(filename)
      const about = { projectId, name, mime: await mimeOf(name), source: 'upload', sourceId: null } as const
      const artifact = { ...put, ...about, createdAt: instant(clock) }
      await addWithinRoom(own, artifact).catch(async (error: unknown) => {
        if (error instanceof Fault && error.code === 'PROJECT_FULL') await removeArtifact(deps, artifact.id)
        throw error
      })
      return artifact
    },

    find: (projectId, id) => findArtifact(deps, projectId, id),
    open: (artifact) => openArtifact(deps, artifact),

    async remove(projectId, id) {
      if ((await store.execArtifacts.remove(projectId, id)) === 0) throw noArtifact(id)
      await removeArtifact(deps, id)
    },
  }
}

export async function findArtifact({ store }: Pick<ExecDeps, 'store'>, projectId: string, id: string): Promise<ExecArtifact> {
  const artifact = await store.execArtifacts.get(projectId, id)
  if (!artifact) throw noArtifact(id)
  return artifact
}
