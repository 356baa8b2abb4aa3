import { closeSync, existsSync, lstatSync, mkdirSync, renameSync } from 'node:fs'
import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { placesInUpload } from '../domain/input-file.ts'
import type { JobId, RunId, UploadId } from '../domain/run.ts'
import { openRegularSync } from '../lib/open-regular.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { textOf } from '../lib/text-of.ts'
import { codeOf } from '../lib/thrown.ts'
import type { Layout, RunLayout } from './layout.ts'
import { orNull } from './open-folder.ts'
import { type Received, receiving, type Taker } from './receive.ts'
import { removeTree } from './remove-tree.ts'
import type { InputFile } from './upload-file.ts'

/** The files get a place of their own. They become those of a job, or of an answer, when its row names them. */
export async function placeUpload(layout: Layout, job: JobId, upload: UploadId, received: Received): Promise<void> {
  const { root } = layout.upload(job, upload)
  await moveBelow(layout.request(job), received.folder, root)
  await syncFolder(layout.request(job))
  await syncFolder(layout.requests)
}

/** Somebody else may just remove the folder of the job, because it is empty. */
async function moveBelow(parent: string, from: string, to: string): Promise<void> {
  for (let triesLeft = 3; ; triesLeft--) {
    await mkdir(parent, { recursive: true, mode: 0o700 })
    const problem = await rename(from, to).catch((error: unknown) => ({ error }))
    if (!problem) return
    if (triesLeft === 0 || codeOf(problem.error) !== 'ENOENT') throw problem.error
  }
}

/** Only what came with this request goes, whatever else there is for the job. */
export async function dropUpload(layout: Layout, job: JobId, upload: UploadId | null): Promise<void> {
  const { root, uploads, manifest } = layout.upload(job, upload)
  for (const path of upload === null ? [uploads, manifest] : [root]) await removeTree(path)
  await rmdir(layout.request(job)).catch(unlessOthers)
}

/** The same of a temporary skill, which lies in a folder of its run. */
export async function dropTempSkill(layout: Layout, run: RunId, pins: string): Promise<void> {
  await removeTree(pins)
  await rmdir(layout.tempSkill(run)).catch(unlessOthers)
}

/** What came with a request, as it was kept; null: it is not there. */
export async function keptUploads(layout: Layout, job: JobId, upload: UploadId | null): Promise<readonly InputFile[] | null> {
  const fd = openRegularSync(layout.upload(job, upload).manifest)
  if (typeof fd === 'string') return null
  try {
    return (JSON.parse(await textOf(fd)) as { files: InputFile[] }).files
  } finally {
    closeSync(fd)
  }
}

/** The run takes the files that its row names. Done before, or nothing there: nothing happens. */
export async function takeUploads(layout: Layout, job: JobId, upload: UploadId | null, run: RunLayout): Promise<void> {
  mkdirSync(run.root, { recursive: true, mode: 0o755 })
  const { uploads } = layout.upload(job, upload)
  if (existsSync(uploads)) renameSync(uploads, run.uploads)
}

/**
 * The input of a run with its files, as paths that the child can open. A file counts only under the exact name of its input, or at the
 * path that the request gave for it; such a path is no value by itself.
 */
export async function inputWithFiles(
  skill: Taker,
  input: Readonly<Record<string, unknown>>,
  uploads: string,
  placeOfUploads: string,
): Promise<Record<string, unknown>> {
  const names = await namesOf(skill, uploads)
  const inline = Object.entries(input).filter(([key]) => !names.includes(key))
  const files = names.flatMap((name) => {
    const path = placesInUpload(input, name).find((place) => isUploaded(uploads, place))
    return path === undefined ? [] : [[name, `${placeOfUploads}/${path}`] as const]
  })
  return Object.fromEntries([...inline, ...files])
}

function isUploaded(uploads: string, path: string): boolean {
  if (pathProblem(path)) return false
  const entry = orNull(() => lstatSync(join(uploads, path), { throwIfNoEntry: false }))
  return entry?.isFile() ?? false
}

/** Those that the skill declares; a plain one declares none, and is given whatever came. */
async function namesOf({ inputs, profile }: Taker, uploads: string): Promise<string[]> {
  if (profile === 'auto') return inputs.filter(({ source }) => source === 'file').map(({ name }) => name)
  const names = (await readdir(uploads).catch(unlessMissing)) ?? []
  return names.filter((name) => inputs.every((input) => input.name !== name)).toSorted()
}

/** All that ever came for a job. */
export async function dropRequest(layout: Layout, job: JobId): Promise<void> {
  await removeTree(layout.request(job))
}

/** Files that no run took, and now none will. The manifest stays: it tells what came. */
export async function dropUntaken(layout: Layout, job: JobId, upload: UploadId | null): Promise<void> {
  await removeTree(layout.upload(job, upload).uploads)
}

/** Everything that came for a job and that no run took. */
export async function untakenUploads(layout: Layout, job: JobId): Promise<(UploadId | null)[]> {
  const names = (await readdir(layout.request(job)).catch(unlessMissing)) ?? []
  const uploads = [null, ...names.filter((name) => name.startsWith('upl_'))]
  return uploads.filter((upload) => existsSync(layout.upload(job, upload).uploads))
}

/** At start nobody is sending anything, so whatever was being received is lost. */
export async function dropUnfinishedUploads(layout: Layout): Promise<void> {
  for (const name of await readdir(layout.requests)) {
    if (name.startsWith(receiving)) await removeTree(join(layout.requests, name))
  }
}

function unlessMissing(error: unknown): undefined {
  if (!['ENOENT', 'ENOTDIR'].includes(codeOf(error))) throw error
}

function unlessOthers(error: unknown): void {
  if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
}
