import { fstatSync, read, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { textOf } from '../lib/text-of.ts'
import { codeOf } from '../lib/thrown.ts'
import type { RunLayout } from './layout.ts'
import { removeTree } from './remove-tree.ts'
import { placeFile } from './replace-file.ts'
import { type OpenFile, openFileInside, openFolderInside } from './safe-path.ts'

/** The text of the result file, up to so many bytes; null when there is none, or nothing that could be one. */
export async function resultText(layout: RunLayout, path: string, limit: number): Promise<string | null> {
  using file = resultFile(layout, path)
  if (!file) return null
  const buffer = Buffer.alloc(Math.min(fstatSync(file.fd).size, limit))
  const { bytesRead } = await readAside(file.fd, buffer, 0, buffer.length, 0)
  return buffer.toString('utf8', 0, bytesRead)
}

const readAside = promisify(read)

/** Another text after every write to the result file; null: there is none. Handing it to another user changes nothing. */
export function stateOfResult(layout: RunLayout, path: string): string | null {
  using file = resultFile(layout, path)
  if (!file) return null
  const { ino, size, mtimeNs } = fstatSync(file.fd, { bigint: true })
  return `${ino} ${size} ${mtimeNs}`
}

function resultFile({ root }: RunLayout, path: string): OpenFile | null {
  try {
    return openFileInside(root, path)
  } catch {
    return null
  }
}

/**
 * The text of the result file, which is evidence from now on: it goes to raw/, so that `result/result.json` is there only when we put it there.
 * A result file that the skill keeps elsewhere stays where it is, and raw/ gets a copy.
 */
export async function takeResult(layout: RunLayout, path: string, limit: number): Promise<string | null> {
  const text = await resultText(layout, path, limit)
  const kept = join(layout.raw, 'result.json')
  if (text === null) return null
  if (join(layout.root, path) !== layout.resultFile) await placeFile(layout.root, kept, text)
  else await moveTo(layout, 'result/result.json', kept)
  return text
}

/** The same of what a program of the skill wrote to put it right. */
export async function takeMade(layout: RunLayout, name: 'normalizer' | 'fallback', limit: number): Promise<string | null> {
  const text = await resultText(layout, 'result/result.json', limit)
  await moveTo(layout, 'result/result.json', join(layout.raw, `${name}.json`))
  return text
}

/** What an engine said last, for who wants to see what its result was made of. */
export async function keepMessage(layout: RunLayout, message: string | null): Promise<string | null> {
  if (message !== null) await placeFile(layout.root, layout.message, message)
  return message
}

/** A result that satisfies its schema, in the place where readers look. */
export const keepResult = (layout: RunLayout, data: unknown): Promise<void> =>
  placeFile(layout.root, layout.resultFile, JSON.stringify(data))

/** How the output was judged. It lies in a folder of the child, so the file that the child may have left there is never opened. */
export const writeValidation = (layout: RunLayout, validation: object): Promise<void> =>
  placeFile(layout.root, layout.validation, JSON.stringify(validation, null, 2))

/** What never became valid is evidence, not a result, also where the skill keeps its result file elsewhere. */
export async function rejectResult(layout: RunLayout, path = 'result/result.json'): Promise<void> {
  for (const one of new Set(['result/result.json', path])) await moveTo(layout, one, join(layout.raw, 'result.json'))
}

/**
 * Whatever lies there, even a link or a folder; the place where it goes is ours. The folders on the way are the child's, which may have
 * made links of them: then what is behind them is not of this run, and stays where it is.
 */
async function moveTo({ root }: RunLayout, path: string, place: string): Promise<void> {
  using folder = openFolderInside(root, dirname(path))
  if (!folder) return
  const from = folder.place(basename(path))
  try {
    renameSync(from, place)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    // A file cannot take the place of a folder, nor a folder that of a file.
    if (!['EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
    await removeTree(place)
    renameSync(from, place)
  }
}

/** The result of a run that succeeded. It lies in a folder of the child, so it is opened as carefully as what the child left there. */
export async function readResultFile({ root }: RunLayout): Promise<string> {
  using file = openFileInside(root, 'result/result.json')
  if (!file) throw new Error('The result file is gone')
  return await textOf(file.fd)
}
