import { existsSync, lstatSync, mkdirSync, renameSync } from 'node:fs'
import { readdir, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { placesInUpload } from '../domain/input-file.ts'
import type { JobId } from '../domain/run.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { codeOf } from '../lib/thrown.ts'
import type { Layout, RunLayout } from './layout.ts'
import { orNull } from './open-folder.ts'
import { type Received, receiving, type Taker } from './receive.ts'
import { removeTree } from './remove-tree.ts'
import type { InputFile } from './upload-file.ts'

/** The files become those of the job, in place of any that were kept for it. */
export async function keepUploads(layout: Layout, job: JobId, received: Received): Promise<void> {
  const { root } = layout.request(job)
  const aside = `${received.folder}.old`
  await rename(root, aside).catch(unlessMissing)
  await rename(received.folder, root)
  await syncFolder(layout.requests)
  await removeTree(aside)
}

/** What is kept for a job; null: nothing. */
export async function keptUploads(layout: Layout, job: JobId): Promise<readonly InputFile[] | null> {
  const text = await readFile(layout.request(job).manifest, 'utf8').catch(unlessMissing)
  return text === undefined ? null : (JSON.parse(text) as { files: InputFile[] }).files
}

/** The run takes the files of its job. Done before, or nothing there: nothing happens. */
export async function takeUploads(layout: Layout, job: JobId, run: RunLayout): Promise<void> {
  mkdirSync(run.root, { recursive: true, mode: 0o755 })
  const { uploads } = layout.request(job)
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

export async function dropRequest(layout: Layout, job: JobId): Promise<void> {
  await removeTree(layout.request(job).root)
}

/** Files that no run took, and now none will. The manifest stays: it tells what came. */
export async function dropUploads(layout: Layout, job: JobId): Promise<void> {
  await removeTree(layout.request(job).uploads)
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
