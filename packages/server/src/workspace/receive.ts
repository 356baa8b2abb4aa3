import { randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Details, Fault } from '../lib/fault.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import type { SkillPackage } from '../skills/package.ts'
import { makeFolder } from './make-folder.ts'
import { removeTree } from './remove-tree.ts'
import { type InputFile, tooLarge, type UploadLimits, writeUpload } from './upload-file.ts'
import { UploadNames } from './upload-names.ts'

/** One part of a form as it arrives: its bytes can be read once, and before the next part. */
export interface Part {
  readonly name: string
  /** As its sender says; not there where it does not say. */
  readonly filename?: string
  readonly content: AsyncIterable<Buffer>
}

/** Files in a folder of their own: whoever wants them moves it away, and what is left of it goes. */
export interface Received extends AsyncDisposable {
  readonly folder: string
  readonly files: readonly InputFile[]
  /** No part came at all, not even an empty archive. */
  readonly nothing: boolean
}

/** Who the files are for. */
export type Taker = Pick<SkillPackage, 'inputs' | 'profile'>

/** The part that holds an archive. It is never the file of an input, also where an input has that name. */
export const archivePart = 'file'
export const receiving = '.receiving-'

/** Takes the parts of a form to disk as they come. They become files of a job only when all of them are there and right. */
export async function receive(
  requests: string,
  skill: Taker,
  parts: AsyncIterable<Part>,
  limits: UploadLimits,
): Promise<Received> {
  return stage(requests, (folder) => takeParts(folder, skill, parts, limits))
}

/** A folder beside those of the jobs, filled by somebody; gone again when that fails. */
export async function stage(
  requests: string,
  fill: (folder: string) => Promise<Pick<Received, 'files' | 'nothing'>>,
): Promise<Received> {
  const folder = join(requests, `${receiving}${randomBytes(8).toString('hex')}`)
  const dispose = () => removeTree(folder)
  try {
    await mkdir(folder, { mode: 0o700 })
    makeFolder(folder, 'uploads')
    const { files, nothing } = await fill(folder)
    await writeFile(join(folder, 'input_manifest.json'), manifestText(files), { mode: 0o600, flush: true })
    await syncFolder(join(folder, 'uploads'))
    await syncFolder(folder)
    return { folder, files, nothing, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

const manifestText = (files: readonly InputFile[]): string => `${JSON.stringify({ files }, null, 2)}\n`

interface Taking {
  readonly folder: string
  readonly limits: UploadLimits
  readonly names: UploadNames
  readonly files: InputFile[]
  left: number
}

async function takeParts(
  folder: string,
  skill: Taker,
  parts: AsyncIterable<Part>,
  limits: UploadLimits,
): Promise<{ files: InputFile[]; nothing: boolean }> {
  const taking: Taking = { folder, limits, names: new UploadNames(), files: [], left: limits.totalBytes }
  const came: string[] = []
  for await (const part of parts) {
    refuseBeside(part.name, came)
    came.push(part.name)
    if (part.name === archivePart) await takeArchive(taking, part)
    else await takeFile(taking, part, skill)
  }
  return { files: taking.files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), nothing: came.length === 0 }
}

function refuseBeside(name: string, came: readonly string[]): void {
  if (came.length > 0 && (name === archivePart || came.includes(archivePart)))
    throw new Fault('UPLOAD_INVALID', { part: shown(name), problem: 'an archive comes alone: put all files into it' })
}

async function takeArchive(taking: Taking, { content }: Part): Promise<void> {
  const archive = join(taking.folder, 'archive.zip')
  const refusal = () => tooMuch(taking.limits.totalBytes, { part: archivePart })
  await writeUpload(archive, content, taking.left, refusal, taking.limits)
  const { unzip } = await import('./unzip.ts')
  taking.files.push(...(await unzip(archive, join(taking.folder, 'uploads'), taking.limits, { names: taking.names })))
  await rm(archive)
}

async function takeFile(taking: Taking, { name, content }: Part, skill: Taker): Promise<void> {
  const { folder, limits, names } = taking
  const problem = fieldProblem(name, skill) ?? names.add(name, 'file')
  if (problem) {
    const takes = [archivePart, ...skill.inputs.filter(({ source }) => source === 'file').map((field) => field.name)]
    throw new Fault('UPLOAD_INVALID', { part: shown(name), problem, takes })
  }
  const uploads = join(folder, 'uploads')
  makeFolder(uploads, dirname(name))
  const most = Math.min(limits.fileBytes, taking.left)
  const refusal = () => tooMuch(most, { part: name })
  const { sha256, size } = await writeUpload(join(uploads, name), content, most, refusal, limits)
  taking.left -= size
  taking.files.push({ path: name, sha256, size })
}

/** A plain skill declares nothing, so it takes files of any name. */
function fieldProblem(name: string, { inputs, profile }: Taker): string | null {
  const field = inputs.find((one) => one.name === name)
  if (!field) return profile === 'plain' ? null : 'it is not an input of this skill'
  return field.source === 'inline' ? 'it is an inline input and belongs into the job' : null
}

const tooMuch = (limit: number, details: Details): Fault => tooLarge({ ...details, limit_bytes: limit })

// It comes from the caller and goes back to them: long ones are of no use to anybody.
const shown = (name: string): string => name.slice(0, 128)
