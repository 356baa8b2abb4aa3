import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isTooDeep } from '../lib/json-depth.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { readSmall } from './small-file.ts'

/** Deeper than any sign-in, and nothing that a recursive rule could run out of stack on. */
const deepest = 50

type SignInFile =
  | { readonly ok: true; readonly text: string; readonly value: unknown }
  | { readonly ok: false; readonly missing: boolean; readonly reason: string }

/** A sign-in file below a home, parsed; whatever somebody put in its place is refused with a reason. */
export async function readSignIn(home: string, name: string): Promise<SignInFile> {
  const file = await readSmall(home, name)
  if (!file.ok) return file
  const { text } = file
  if (isTooDeep(text, deepest)) return { ok: false, missing: false, reason: 'it is nested too deeply' }
  try {
    return { ok: true, text, value: JSON.parse(text) }
  } catch {
    return { ok: false, missing: false, reason: 'it is not JSON' }
  }
}

const unfinished = '.new-'

/** Writes it whole or not at all, for the eyes of the server only. What an earlier write that was cut off left goes first. */
export async function writeSignIn(home: string, name: string, text: string): Promise<void> {
  const path = join(home, name)
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (!(await lstat(folder)).isDirectory()) throw new Error(`${dirname(name)} of the agent home is a link`)
  for (const left of await readdir(folder)) if (left.startsWith(unfinished)) await rm(join(folder, left), { force: true })
  const beside = join(folder, `${unfinished}${randomBytes(8).toString('hex')}`)
  try {
    await writeFile(beside, text, { flag: 'wx', mode: 0o600, flush: true })
    await rename(beside, path)
  } finally {
    await rm(beside, { force: true })
  }
  await syncFolder(folder)
  await syncFolder(home)
}
