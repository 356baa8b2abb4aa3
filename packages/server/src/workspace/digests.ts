import { closeSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { sha256 } from '../lib/hash.ts'
import { type Hashed, hashFile } from '../lib/hash-file.ts'
import { openRegularSync } from '../lib/open-regular.ts'
import { codeOf } from '../lib/thrown.ts'
import type { RunLayout } from './layout.ts'
import { placeFile } from './replace-file.ts'

/** What the files of a run held when it ended, by their paths in its folder. */
export type Digests = Readonly<Record<string, Hashed>>

/** Of the files of all attempts and of the result, once nothing is added to them any more. What is not there has none. */
export async function digestsOf(layout: RunLayout, attempts: number, hasResult: boolean): Promise<Digests> {
  const paths = Array.from({ length: attempts }, (_, index) => logsOf(layout, index + 1)).flat()
  return digestsOfFiles(layout, hasResult ? [...paths, layout.resultFile] : paths)
}

export async function digestsOfFiles(layout: RunLayout, paths: readonly string[]): Promise<Digests> {
  const digests: Record<string, Hashed> = {}
  for (const path of paths) {
    const hashed = await hashOf(path)
    if (hashed) digests[relative(layout.root, path)] = hashed
  }
  return digests
}

/** Written once, as the run ends: with it a changed byte can be found years later. */
export async function writeDigests(layout: RunLayout, digests: Digests): Promise<void> {
  // A job that was canceled before it started may have left nothing at all.
  if (Object.keys(digests).length === 0) return
  await placeFile(layout.audit, layout.digests, JSON.stringify(digests, null, 2))
}

/** Null: the run has not ended, or ended before there were any. */
export async function readDigests({ digests }: RunLayout): Promise<Digests | null> {
  const text = await readFile(digests, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  })
  return text === null ? null : JSON.parse(text)
}

/** What is wrong with a file; null: it holds what it should. */
export async function digestProblem(root: string, path: string, { sha256, size }: Hashed): Promise<string | null> {
  const found = await hashOf(join(root, path))
  if (found === null) return 'is missing or cannot be read'
  if (found.size !== size) return `has ${found.size} bytes instead of ${size}`
  return found.sha256 === sha256 ? null : 'does not match its digest'
}

/** What tells of an attempt while it is written. */
const logsOf = (layout: RunLayout, attempt: number): string[] => [
  layout.events(attempt, 'rasp'),
  layout.events(attempt, 'fcmp'),
  layout.stream(attempt, 'stdout'),
  layout.stream(attempt, 'stderr'),
]

async function hashOf(path: string): Promise<Hashed | null> {
  const fd = openRegularSync(path)
  if (typeof fd === 'string') return null
  try {
    return hashSmall(fd) ?? (await hashFile(fd, Number.POSITIVE_INFINITY))
  } finally {
    closeSync(fd)
  }
}

/** Most are small: to hash these at once takes less than a trip to a thread. Null: it is larger. */
function hashSmall(fd: number): Hashed | null {
  const buffer = Buffer.allocUnsafe(smallBytes)
  const size = readSync(fd, buffer, 0, smallBytes, 0)
  return size === smallBytes ? null : { sha256: sha256(buffer.subarray(0, size)), size }
}

const smallBytes = 32 * 1024
