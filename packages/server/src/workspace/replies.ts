import { existsSync, lstatSync } from 'node:fs'
import { chmod, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Interaction, ReplyFile } from '../domain/conversation.ts'
import type { JobId } from '../domain/run.ts'
import { Fault } from '../lib/fault.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { codeOf } from '../lib/thrown.ts'
import type { Layout, RunLayout } from './layout.ts'
import { makeFolder } from './make-folder.ts'
import { type Part, type Received, stage } from './receive.ts'
import { removeTree } from './remove-tree.ts'
import { tooLarge, type UploadLimits, writeUpload } from './upload-file.ts'
import { UploadNames } from './upload-names.ts'
import { dropUpload } from './uploads.ts'

/** What one reply may bring. */
export type ReplyFileLimits = Pick<UploadLimits, 'files' | 'fileBytes' | 'totalBytes' | 'keptFreeBytes'>

const mebibyte = 2 ** 20

export const usualReplyFiles: ReplyFileLimits = {
  files: 8,
  fileBytes: 32 * mebibyte,
  totalBytes: 64 * mebibyte,
  keptFreeBytes: 0,
}

/** Takes the files of a reply to disk as they come. They become files of the run only with the reply itself. */
export function receiveReply(requests: string, parts: AsyncIterable<Part>, limits: ReplyFileLimits): Promise<Received> {
  return stage(requests, async (folder) => {
    const files = await takeFiles(join(folder, 'uploads'), parts, limits)
    return { files, nothing: files.length === 0 }
  })
}

/**
 * The run takes the files of a reply that was accepted: for whoever works on it, or ends it. Done before: nothing happens. What else lies in
 * their place, as of a server that died, is nobody's.
 */
export async function takeReply(layout: Layout, job: JobId, run: RunLayout, { id, answer }: Interaction): Promise<void> {
  if (!answer || (answer.upload === null && answer.files.length > 0)) return
  const came = answer.upload && layout.upload(job, answer.upload).uploads
  if (came && !existsSync(came)) return
  await clearUnlessFolder(run.replies)
  await removeTree(run.reply(id))
  if (!came) return
  await mkdir(run.replies, { recursive: true })
  await chmod(run.replies, 0o755)
  // Who ends the run and a sweep may both be here; one of them takes the files.
  if (!(await isMoved(came, run.reply(id)))) return
  await syncFolder(run.replies)
  await syncFolder(run.root)
  await dropUpload(layout, job, answer.upload)
}

/** Without a sandbox a child may have put something else in the place of the folder. */
async function clearUnlessFolder(path: string): Promise<void> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === false) await removeTree(path)
}

const isMoved = (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
      return false
    },
  )

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
    const { keptFreeBytes } = limits
    const tooMuch = () => tooLarge({ file: path, ...refusal })
    const { sha256, size } = await writeUpload(join(folder, path), part.content, most, tooMuch, { keptFreeBytes })
    left -= size
    files.push({ path, size, sha256 })
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

// It comes from the caller and goes back to them: long ones are of no use to anybody.
const shown = (name: string): string => name.slice(0, 128)
