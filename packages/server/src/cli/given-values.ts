import { createReadStream, openAsBlob } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { UsageError } from './words.ts'

/** `name=value`, as it stands. */
function pairOf(flag: string, given: string): readonly [name: string, value: string] {
  const at = given.indexOf('=')
  if (at < 1) throw new UsageError(`${flag} expects name=value, not "${given}"`)
  return [given.slice(0, at), given.slice(at + 1)]
}

/** Each name once. */
export function pairsOf(flag: string, given: readonly string[]): ReadonlyMap<string, string> {
  const pairs = given.map((one) => pairOf(flag, one))
  const [twice] = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index) ?? []
  if (twice !== undefined) throw new UsageError(`${flag} ${twice} is given twice`)
  return new Map(pairs)
}

/** One of a few words; undefined: it was not given. */
export function oneOfWords<const W extends string>(flag: string, words: readonly W[], given: string | undefined): W | undefined {
  const found = words.find((word) => word === given)
  if (given !== undefined && found === undefined)
    throw new UsageError(`${flag} must be one of ${words.join(', ')}, not "${given}"`)
  return found
}

const secondsIn = { '': 1, s: 1, m: 60, h: 3600, d: 86_400 } as const

/** A time like 45m, in seconds; undefined: it was not given. */
export function durationOf(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const [, digits = '', unit = ''] = /^(\d{1,9})([smhd]?)$/.exec(given) ?? []
  if (digits === '') throw new UsageError(`${flag} must be a time like 45m, 12h, 7d, or a number of seconds, not "${given}"`)
  return Number(digits) * secondsIn[unit as keyof typeof secondsIn]
}

/** JSON from the command line, from a file (@path) or from stdin (-). */
export async function jsonOf(flag: string, given: string): Promise<unknown> {
  const found = given === '-' ? await text(process.stdin) : given.startsWith('@') ? await textIn(given.slice(1)) : given
  try {
    return JSON.parse(found)
  } catch (error) {
    throw new UsageError(`${flag} is not JSON: ${messageOf(error)}`)
  }
}

export async function objectOf(flag: string, given: string | undefined): Promise<Record<string, unknown>> {
  const value = given === undefined ? {} : await jsonOf(flag, given)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${flag} must be a JSON object`)
  return { ...value }
}

async function textIn(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new UsageError(problemOf(path, error))
  }
}

const problemOf = (path: string, error: unknown): string =>
  `${path} cannot be read: ${codeOf(error) === 'ENOENT' ? 'it does not exist' : messageOf(error)}`

/** A file that is read from the disk as it is sent, or whatever else has bytes to read. */
export async function fileAt(path: string): Promise<Blob> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) throw new Error('it is a directory')
    return found.isFile() && found.size > 0 ? await openAsBlob(path) : await readWhole(path)
  } catch (error) {
    throw new UsageError(problemOf(path, error))
  }
}

const mostInMemory = 256 * 2 ** 20

/** Pipes, and files of /proc, do not know how long they are: they have to be read to their end first. */
export async function readWhole(path: string, most = mostInMemory): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const piece of createReadStream(path)) {
    size += piece.length
    if (size > most) throw new Error(`it is a stream with more than ${most} bytes: save it as a file first`)
    pieces.push(piece)
  }
  return new Blob(pieces)
}

/** `name=path`, or a path alone, whose last part is the name then. */
export const namedFile = (given: string): readonly [name: string, path: string] =>
  given.includes('=') ? pairOf('--file', given) : [basename(given), given]

export async function filesAt(pairs: Iterable<readonly [name: string, path: string]>): Promise<Record<string, Blob>> {
  return Object.fromEntries(await Promise.all([...pairs].map(async ([name, path]) => [name, await fileAt(path)] as const)))
}
