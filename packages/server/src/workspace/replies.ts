import { chmod, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ReplyFile } from '../domain/conversation.ts'
import { Fault } from '../lib/fault.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import type { RunLayout } from './layout.ts'
import { makeFolder } from './make-folder.ts'
import { type Part, type Received, stage } from './receive.ts'
import { removeTree } from './remove-tree.ts'
import { tooLarge, writeUpload } from './upload-file.ts'
import { UploadNames } from './upload-names.ts'

/** What one reply may bring. */
export interface ReplyFileLimits {
  readonly files: number
  readonly fileBytes: number
  readonly totalBytes: number
}

const mebibyte = 2 ** 20

export const usualReplyFiles: ReplyFileLimits = { files: 8, fileBytes: 32 * mebibyte, totalBytes: 64 * mebibyte }

/** Takes the files of a reply to disk as they come. They become files of the run only with the reply itself. */
export function receiveReply(requests: string, parts: AsyncIterable<Part>, limits: ReplyFileLimits): Promise<Received> {
  return stage(requests, async (folder) => {
    const files = await takeFiles(join(folder, 'uploads'), parts, limits)
    return { files, nothing: files.length === 0 }
  })
}

/** They take their place in the folder of the run, in one step; whatever a reply that was never accepted left there goes. */
export async function placeReply(run: RunLayout, interaction: number, received: Received | null): Promise<void> {
  await removeTree(run.reply(interaction))
  if (!received || received.nothing) return
  await mkdir(run.replies, { recursive: true })
  await chmod(run.replies, 0o755)
  await rename(join(received.folder, 'uploads'), run.reply(interaction))
  await syncFolder(run.replies)
  await syncFolder(run.root)
}

async function takeFiles(folder: string, parts: AsyncIterable<Part>, limits: ReplyFileLimits): Promise<ReplyFile[]> {
  const names = new UploadNames()
  const files: ReplyFile[] = []
  let left = limits.totalBytes
  for await (const part of parts) {
    const path = part.filename ?? part.name
    if (files.length === limits.files) throw tooLarge({ limit_files: limits.files })
    const problem = names.add(path, 'file')
    if (problem) throw new Fault('UPLOAD_INVALID', { part: shown(part.name), file: shown(path), problem })
    makeFolder(folder, dirname(path))
    const most = Math.min(limits.fileBytes, left)
    const refusal = left < limits.fileBytes ? { limit_total_bytes: limits.totalBytes } : { limit_bytes: limits.fileBytes }
    const { sha256, size } = await writeUpload(join(folder, path), part.content, most, () => tooLarge({ file: path, ...refusal }))
    left -= size
    files.push({ path, size, sha256 })
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

// It comes from the caller and goes back to them: long ones are of no use to anybody.
const shown = (name: string): string => name.slice(0, 128)
