import { randomBytes } from 'node:crypto'
import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Recording } from '@agent-skill-runner/sdk/source'
import { UsageError } from './words.ts'

/** Where a recording is kept in a skill. */
export interface RecordingPlace {
  readonly name: string
  readonly file: string
}

/** Before the server is asked: a folder that is no skill is a mistake. */
export async function requireSkillFolder(folder: string): Promise<void> {
  if (await isThere(join(folder, 'SKILL.md'))) return
  throw new UsageError(`${folder} is not the folder of a skill (it has no SKILL.md): name one with --into`)
}

export async function placeFor(folder: string, name: string, force: boolean): Promise<RecordingPlace> {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name))
    throw new UsageError('--name has up to 64 letters, digits, dots, dashes and underscores')
  const replay = join(folder, 'assets/replay')
  // Replay would go on playing that one.
  for (const other of [`${name}.json`, name])
    if (await isThere(join(replay, other))) throw new UsageError(`${join(replay, other)} has this name: choose another --name`)
  const file = join(replay, `${name}.recording.json`)
  if (!force && (await isThere(file))) throw new UsageError(`${file} exists: choose another --name, or add --force to replace it`)
  return { name, file }
}

/** All of it or nothing, in lines, so that a repository shows what changed. Answers its size. */
export async function writeRecording({ file }: RecordingPlace, recording: Recording): Promise<number> {
  await mkdir(dirname(file), { recursive: true })
  const part = join(dirname(file), `.${randomBytes(6).toString('hex')}.part`)
  const text = `${JSON.stringify(recording, null, 2)}\n`
  try {
    await writeFile(part, text, { flag: 'wx' })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return Buffer.byteLength(text)
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )
