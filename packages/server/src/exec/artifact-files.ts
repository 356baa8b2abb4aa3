import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecArtifact } from '../domain/exec-files.ts'
import { exactStream } from '../lib/exact-stream.ts'
import { Fault } from '../lib/fault.ts'
import { newId } from '../lib/ids.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { codeOf } from '../lib/thrown.ts'
import type { OpenArtifact } from '../workspace/download.ts'
import { newPrefix } from '../workspace/replace-file.ts'
import { writeUpload } from '../workspace/upload-file.ts'
import type { ExecDeps } from './deps.ts'

type Files = Pick<ExecDeps, 'layout'>

/** Writes the content of an artifact, whole or not at all, before its row: what a crash leaves without one is swept. */
export async function putArtifact(
  { layout }: Files,
  content: AsyncIterable<Buffer>,
  most: number,
  tooMuch: () => Fault,
  keptFreeBytes: number,
): Promise<Pick<ExecArtifact, 'id' | 'bytes' | 'sha256'>> {
  const id = newId('art')
  const beside = join(layout.execArtifacts, `${newPrefix}${id}`)
  await mkdir(layout.execArtifacts, { recursive: true, mode: 0o700 })
  try {
    const { sha256, size: bytes } = await writeUpload(beside, content, most, tooMuch, { keptFreeBytes })
    await rename(beside, layout.execArtifact(id))
    await syncFolder(layout.execArtifacts)
    return { id, bytes, sha256 }
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

export async function openArtifact({ layout }: Files, { id, mime, sha256 }: ExecArtifact): Promise<OpenArtifact> {
  const file = await open(layout.execArtifact(id)).catch((error: unknown) => {
    throw codeOf(error) === 'ENOENT' ? noArtifact(id) : error
  })
  const { size } = await file.stat()
  return { mime, size, sha256, stream: (from, to) => exactStream(file, { from, to }), close: () => file.close() }
}

export const removeArtifact = ({ layout }: Files, id: string): Promise<void> => rm(layout.execArtifact(id), { force: true })

export const noArtifact = (id: string): Fault => new Fault('ARTIFACT_NOT_FOUND', { artifact_id: id })
