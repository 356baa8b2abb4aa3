import { exactStream } from '../lib/exact-stream.ts'
import { Fault } from '../lib/fault.ts'
import { hashFile } from '../lib/hash-file.ts'
import { limits, listFiles } from '../skills/files.ts'
import { mimeOf } from '../workspace/artifacts.ts'
import type { OpenArtifact } from '../workspace/download.ts'
import { openInside } from '../workspace/safe-path.ts'
import type { ProjectsDeps } from './deps.ts'
import { filesChanged } from './faults.ts'
import { type FoundSkill, look } from './find.ts'

export interface SkillFiles {
  readonly versionHash: string
  /** By path. Links are left out: nobody can read them here. */
  readonly files: readonly { readonly path: string; readonly size: number; readonly executable: boolean }[]
}

export interface FileRequest {
  readonly projectId: string
  readonly name: string
  /** As much of the hash as tells it; absent: the one in use. */
  readonly version?: string
}

export async function filesOf(deps: ProjectsDeps, { projectId, name, version }: FileRequest): Promise<SkillFiles> {
  const { folder, versionHash } = await look(deps, projectId, name, version)
  const { files } = await listFiles(folder).catch((cause: unknown) => {
    throw filesChanged(name, cause)
  })
  return { versionHash, files: files.flatMap((file) => (file.kind === 'file' ? factsOf(file) : [])) }
}

const factsOf = ({ path, size, executable }: SkillFiles['files'][number]) => ({ path, size, executable })

export interface OpenSkillFile extends OpenArtifact {
  readonly versionHash: string
}

/** One file of a skill, by a path that a client gave. Its hash is that of the bytes that are sent. */
export async function openFile(deps: ProjectsDeps, request: FileRequest, path: string): Promise<OpenSkillFile> {
  const found = await look(deps, request.projectId, request.name, request.version)
  const file = await openInside(found.folder, path)
  if (!file) throw new Fault('FILE_NOT_FOUND', { path: path.slice(0, 200) })
  try {
    return await opened(found, file, path)
  } catch (error) {
    await file.close()
    throw error
  }
}

type File = NonNullable<Awaited<ReturnType<typeof openInside>>>

async function opened({ name, versionHash }: FoundSkill, file: File, path: string): Promise<OpenSkillFile> {
  const hashed = await hashFile(file.fd, limits.bytes)
  if (!hashed) throw filesChanged(name)
  return {
    ...hashed,
    versionHash,
    mime: await mimeOf(path),
    stream: (from, to) => exactStream(file, { from, to }),
    close: () => file.close(),
  }
}
