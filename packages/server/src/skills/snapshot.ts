import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, symlink, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { syncFolder } from '../lib/sync-folder.ts'
import { codeOf } from '../lib/thrown.ts'
import { digestOf, type Entry, entryOf } from './digest.ts'
import { listFiles, type SkillFile } from './files.ts'
import { readSkill, type SkillPackage } from './package.ts'

// Work under way, so that jobs that come together share one copy.
const underWay = new Map<string, Promise<string>>()

/**
 * Pins a skill: copies its folder to `<root>/<digest>` unless it is there, and gives that folder. When the skill was changed
 * since it was read, nothing is copied and the caller is told to ask again: a job never runs something other than what
 * was checked for it.
 */
export async function snapshot(skill: SkillPackage, root: string): Promise<string> {
  const folder = join(root, skill.digest)
  if (await touch(folder)) return folder
  const copying = underWay.get(folder) ?? copy(skill, folder).finally(() => underWay.delete(folder))
  underWay.set(folder, copying)
  return copying
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
async function touch(folder: string): Promise<boolean> {
  const now = new Date()
  return utimes(folder, now, now).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )
}

export interface Pinned {
  readonly skill: SkillPackage
  readonly folder: string
}

// A pinned copy never changes, so it is read once; these are the ones last used.
const mostPinned = 100
const pinned = new Map<string, Promise<Pinned>>()

/** The skill that a run was created with, from its copy: whatever became of the folder it came from. */
export async function pinnedSkill(root: string, digest: string, id: string): Promise<Pinned> {
  const folder = join(root, digest)
  // What is kept in memory is no use once the copy itself is gone.
  if (!(await touch(folder))) pinned.delete(folder)
  const reading = pinned.get(folder) ?? readPinned(folder, digest, id)
  pinned.delete(folder)
  pinned.set(folder, reading)
  reading.catch(() => pinned.delete(folder))
  const [oldest] = pinned.keys()
  if (pinned.size > mostPinned && oldest) pinned.delete(oldest)
  return reading
}

async function readPinned(folder: string, digest: string, id: string): Promise<Pinned> {
  const read = await readSkill(folder, { id, builtIn: false, engines: null })
  const problems = read.ok ? ['The copy of the skill that this run was created with was changed.'] : read.problems
  if (!read.ok || read.skill.digest !== digest) throw new Fault('SKILL_DEGRADED', { skill_id: id, problems })
  return { skill: read.skill, folder }
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
    pinned.delete(folder)
    // Away in one step: a copy that is half gone would still count as there.
    const aside = join(root, `${unfinished}${randomBytes(8).toString('hex')}`)
    await rename(folder, aside)
    await rm(aside, { recursive: true, force: true })
  }
}
