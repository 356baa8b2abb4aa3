import { randomBytes } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { access, lstat, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Artifact, SkillRunner } from '@agent-skill-runner/sdk/source'
import { makeFolder } from '../lib/make-folder.ts'
import { messageOf } from '../lib/thrown.ts'
import { oneLine } from './plain.ts'
import { UsageError } from './words.ts'

/** Called before the run starts: afterwards the failure would waste it. */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new UsageError(`${folder} is not writable: ${messageOf(error)}`)
  }
}

export interface Downloading {
  readonly folder: string
  /** Files that are there already are replaced. */
  readonly force: boolean
  readonly signal: AbortSignal
}

export interface Downloaded {
  /** Paths of the downloaded files. */
  readonly files: readonly string[]
  /** Why others do not. */
  readonly problems: readonly string[]
}

/** Brings the artifacts of a job into a folder, each of them whole or not at all. */
export async function download(
  runner: Pick<SkillRunner, 'jobs'>,
  id: string,
  artifacts: readonly Pick<Artifact, 'path'>[],
  options: Downloading,
): Promise<Downloaded> {
  const files: string[] = []
  const problems: string[] = []
  for (const { path } of artifacts) {
    try {
      files.push(await bring(runner, id, path, options))
    } catch (error) {
      problems.push(reasonOf(path, error, options))
    }
  }
  return { files, problems }
}

/** Brings result and artifacts as one zip, named like the job. */
export async function downloadBundle(runner: Pick<SkillRunner, 'jobs'>, id: string, options: Downloading): Promise<Downloaded> {
  try {
    const place = placeOf(options.folder, `${id}.zip`)
    return { files: [await save(place, () => runner.jobs.bundle(id, { signal: options.signal }), options)], problems: [] }
  } catch (error) {
    return { files: [], problems: [reasonOf('The bundle', error, options)] }
  }
}

function bring({ jobs }: Pick<SkillRunner, 'jobs'>, id: string, path: string, options: Downloading): Promise<string> {
  options.signal.throwIfAborted()
  return save(placeOf(options.folder, path), () => jobs.artifact(id, path, { signal: options.signal }), options)
}

async function save(place: string, open: () => Promise<Response>, { force, signal }: Downloading): Promise<string> {
  if (!force && (await isThere(place))) throw new Error(`${place} exists; --force replaces it`)
  await mkdir(dirname(place), { recursive: true })
  const part = join(dirname(place), `.${randomBytes(6).toString('hex')}.part`)
  try {
    const { body } = await open()
    await pipeline(body ? Readable.fromWeb(body) : Readable.from([]), createWriteStream(part, { flags: 'wx' }), { signal })
    await rename(part, place)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return place
}

const reasonOf = (what: string, error: unknown, { signal }: Downloading): string =>
  oneLine(`${what} was not downloaded: ${signal.aborted ? 'interrupted' : messageOf(error)}`, 1000)

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

/** Below the folder, whatever a server says, and in no repository: what git finds there it may run. */
function placeOf(folder: string, path: string): string {
  const root = resolve(folder)
  const place = resolve(root, path.replace(/^artifacts\//, ''))
  const way = relative(root, place)
  if (way === '' || way === '..' || way.startsWith('../') || isAbsolute(way)) throw new Error('its path leads outside the folder')
  if (way.split('/').some((name) => name.toLowerCase() === '.git')) throw new Error('files inside .git are not written')
  return join(folder, way)
}
