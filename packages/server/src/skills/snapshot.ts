import { randomBytes } from 'node:crypto'
import { utimesSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { codeOf } from '../lib/thrown.ts'
import { digestOf, type Entry, entryOf } from './digest.ts'
import { listFiles, type SkillFile } from './files.ts'
import type { SkillPackage } from './package.ts'

/**
 * Pins a skill: copies its folder to `<root>/<digest>` unless it is there, and gives that folder. When the skill was changed
 * since it was read, nothing is copied and the caller is told to ask again: a job never runs something other than what
 * was checked for it.
 */
export async function snapshot(skill: SkillPackage, root: string): Promise<string> {
  const folder = join(root, skill.digest)
  return isTouched(folder) ? folder : copy(skill, folder)
}

async function copy(skill: SkillPackage, folder: string): Promise<string> {
  const beside = join(dirname(folder), `${unfinished}${randomBytes(8).toString('hex')}`)
  try {
    await mkdir(beside, { recursive: true, mode: 0o755 })
    if ((await copyFiles(skill, beside)) !== skill.digest) throw changed(skill)
    await rename(beside, folder).catch((error) => {
      // Another process was faster, with the same content.
      if (!['EEXIST', 'ENOTEMPTY'].includes(codeOf(error))) throw error
    })
    await syncFolder(dirname(folder))
    return folder
  } finally {
    await rm(beside, { recursive: true, force: true })
  }
}

const changed = ({ id }: SkillPackage): Fault =>
  new Fault('SKILL_DEGRADED', {
    skill_id: id,
    problems: ['The skill was changed a moment ago and is being read again. Send the job again.'],
  })

/** The digest of what was really copied. */
async function copyFiles({ root }: SkillPackage, to: string): Promise<string | null> {
  const { files, folders, problems } = await listFiles(root).catch(wentAway)
  if (problems.length > 0) return null
  for (const folder of folders) await mkdir(join(to, folder), { recursive: true, mode: 0o755 })
  const entries: Entry[] = []
  for (const file of files) {
    const entry = await copyFile(root, file, join(to, file.path))
    if (typeof entry === 'string') return null
    entries.push(entry)
  }
  for (const folder of folders) await syncFolder(join(to, folder))
  return digestOf(entries)
}

async function copyFile(root: string, file: SkillFile, to: string): Promise<Entry | string> {
  if (file.kind === 'link') {
    await symlink(file.target, to)
    return entryOf(root, file)
  }
  await using copied = await open(to, 'wx', 0o600)
  const entry = await entryOf(root, file, (piece) => copied.writeFile(piece))
  // Readable by whoever the child is, writable by nobody.
  await copied.chmod(file.executable ? 0o555 : 0o444)
  await copied.sync()
  return entry
}

function wentAway(error: unknown) {
  if (codeOf(error) !== 'ENOENT') throw error
  return { files: [], folders: [], problems: ['gone'] }
}

/** Whether it is there; its time says when it was last wanted. */
export function isTouched(folder: string): boolean {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

const unfinished = '.copying-'

/** Removes what a server that died left half copied. For the start, before any job is taken. */
export async function removeUnfinished(root: string): Promise<void> {
  const names = await readdir(root).catch(() => [])
  for (const name of names.filter((name) => name.startsWith(unfinished)))
    await rm(join(root, name), { recursive: true, force: true })
}

/** Removes copies that no run needs and that nobody has wanted since a time: a job may just be on its way to one that was. */
export async function removeUnused(root: string, needed: readonly string[], since: Date): Promise<void> {
  const names = await readdir(root)
  for (const name of names.filter((one) => !one.startsWith(unfinished) && !needed.includes(one))) {
    const folder = join(root, name)
    if ((await stat(folder)).mtime >= since) continue
    // Away in one step: a copy that is half gone would still count as there.
    const aside = join(root, `${unfinished}${randomBytes(8).toString('hex')}`)
    await rename(folder, aside)
    await rm(aside, { recursive: true, force: true })
  }
}
