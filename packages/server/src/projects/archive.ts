import { once } from 'node:events'
import type { PassThrough, Readable } from 'node:stream'
import type { ZipFile } from 'yazl'
import { limits, listFiles, type SkillFile } from '../skills/files.ts'
import { addFile, openFile, outputOf, plainFile } from '../workspace/zip-entries.ts'
import type { ProjectsDeps } from './deps.ts'
import { filesChanged } from './faults.ts'
import { look } from './find.ts'
import type { FileRequest } from './read-files.ts'

/** Whether the files lie in the folder of the skill, as packages want it, or at the top, as discovery does. */
export type ArchiveTop = 'folder' | 'files'

export interface SkillArchive {
  readonly name: string
  readonly versionHash: string
  /** The same bytes for the same version; made while it is read. */
  readonly content: Readable
}

export async function archive(deps: ProjectsDeps, request: FileRequest, top: ArchiveTop): Promise<SkillArchive> {
  const { name, versionHash, folder } = await look(deps, request.projectId, request.name, request.version)
  const { root, files } = await listFiles(folder).catch((cause: unknown) => {
    throw filesChanged(name, cause)
  })
  return { name, versionHash, content: await packed(root, files, top === 'folder' ? `${name}/` : '') }
}

async function packed(root: string, files: readonly SkillFile[], top: string): Promise<Readable> {
  const { ZipFile } = (await import('yazl')).default
  const zip = new ZipFile()
  const output = outputOf(zip)
  fill(zip, output, root, files, top).catch((error) => output.destroy(error))
  return output
}

/** One file is open at a time, and no faster than the reader reads. Links are left out, as they are of every list. */
async function fill(zip: ZipFile, output: PassThrough, root: string, files: readonly SkillFile[], top: string): Promise<void> {
  const left = new AbortController()
  output.once('close', () => left.abort())
  for (const file of files) {
    if (file.kind === 'link') continue
    const as = { path: `${top}${file.path}`, mode: file.executable ? executable : plainFile, mtime: always }
    await addFile(zip, await openFile(root, file.path, file.size), as, limits.bytes, left.signal)
    if (output.writableNeedDrain) await once(output, 'drain', { signal: left.signal })
  }
  zip.end()
}

const executable = 0o100755

/** A version has no times of its own, and its archive has a digest. */
const always = new Date('2000-01-01T12:00:00Z')
