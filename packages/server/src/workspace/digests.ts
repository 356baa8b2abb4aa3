import { closeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type Hashed, hashFile } from '../lib/hash-file.ts'
import { openRegularSync } from '../lib/open-regular.ts'
import { codeOf } from '../lib/thrown.ts'
import type { RunLayout } from './layout.ts'
import { placeFile } from './replace-file.ts'

/** What the files of a run held when it ended, by their paths in its folder. */
export type Digests = Readonly<Record<string, Hashed>>

/** Written once, when nothing is added to them any more: with it a changed byte can be found years later. */
export async function writeDigests(layout: RunLayout, attempts: number): Promise<void> {
  const digests: Record<string, Hashed> = {}
  for (const path of filesOf(layout, Math.max(attempts, 1))) {
    const hashed = await hashOf(path)
    if (hashed) digests[relative(layout.root, path)] = hashed
  }
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

const filesOf = (layout: RunLayout, attempts: number): string[] => [
  ...Array.from({ length: attempts }, (_, index) => index + 1).flatMap((attempt) => [
    layout.events(attempt, 'rasp'),
    layout.events(attempt, 'fcmp'),
    layout.stream(attempt, 'stdout'),
    layout.stream(attempt, 'stderr'),
  ]),
  layout.resultFile,
]

async function hashOf(path: string): Promise<Hashed | null> {
  const fd = openRegularSync(path)
  if (typeof fd === 'string') return null
  try {
    return await hashFile(fd, Number.POSITIVE_INFINITY)
  } finally {
    closeSync(fd)
  }
}
