import { dirname, join } from 'node:path'
import { makeFolder } from './make-folder.ts'
import { type Received, stage } from './receive.ts'
import { openInside } from './safe-path.ts'
import { type InputFile, tooLarge, type UploadLimits, writeUpload } from './upload-file.ts'
import { walkFiles } from './walk-files.ts'

/** The files of another run again, as if they had been sent once more; null: it had none. */
export async function copyUploads(requests: string, run: string, limits: UploadLimits): Promise<Received | null> {
  const { paths } = await walkFiles(run, 'uploads', { entries: limits.files * 2, depth: 64 })
  if (paths.length === 0) return null
  return stage(requests, async (folder) => {
    const files: InputFile[] = []
    for (const path of paths) {
      const copied = await copy(run, folder, path, limits)
      if (copied) files.push(copied)
    }
    return { files, nothing: false }
  })
}

/** `path` is below the run, and will be the same below the new folder. */
async function copy(run: string, folder: string, path: string, limits: UploadLimits): Promise<InputFile | null> {
  await using file = await openInside(run, path)
  if (!file) return null
  makeFolder(folder, dirname(path))
  const pieces: AsyncIterable<Buffer> = file.createReadStream({ autoClose: false, highWaterMark: 64 * 1024 })
  const { sha256, size } = await writeUpload(
    join(folder, path),
    pieces,
    limits.fileBytes,
    () => tooLarge({ entry: path }),
    limits,
  )
  return { path: path.slice('uploads/'.length), sha256, size }
}
