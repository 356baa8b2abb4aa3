import { randomBytes } from 'node:crypto'
import { chmod, type FileHandle, lstat, readdir, rename, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mount } from '../domain/launch.ts'
import { Fault } from '../lib/fault.ts'
import { codeOf } from '../lib/thrown.ts'
import type { RunLayout } from './layout.ts'
import { makeFolder } from './make-folder.ts'
import { removeTree } from './remove-tree.ts'
import { nameIn, openFolderInside } from './safe-path.ts'

export interface Delivery {
  readonly id: string
  /** The pinned copy of the skill. */
  readonly snapshotFolder: string
  /** SKILL.md as the agent is to see it. */
  readonly skillMd: string
  readonly isSandboxed: boolean
  /** The folder of the run as the agent sees it. */
  readonly workspace: string
  /** Where the agent looks for skills, below the folder of the run. */
  readonly folder?: string
}

export const usualSkillsFolder = '.agents/skills'

/**
 * Puts the skill where agents look for skills, with a SKILL.md of its own for this run. In a sandbox the pinned copy is mounted there
 * and the file over it; without one there is a real folder with links to the copy. Whatever an agent left there before is replaced.
 */
export async function deliverSkill(layout: RunLayout, delivery: Delivery): Promise<readonly Mount[]> {
  const { id, folder = usualSkillsFolder } = delivery
  const name = `.new-${randomBytes(8).toString('hex')}`
  try {
    await makeFolder(layout.root, name)
    await fill(join(layout.root, name), delivery)
    await moveIn(layout.root, name, folder, id)
  } finally {
    await removeTree(join(layout.root, name))
  }
  return delivery.isSandboxed ? mountsOf(join(layout.root, folder, id), `${delivery.workspace}/${folder}/${id}`, delivery) : []
}

const skillFile = 'SKILL.md'

/** The second is put over the file in the first. */
const mountsOf = (ours: string, place: string, { snapshotFolder }: Delivery): Mount[] => [
  { from: snapshotFolder, to: place, access: 'read' },
  { from: join(ours, skillFile), to: `${place}/${skillFile}`, access: 'read' },
]

async function fill(folder: string, { snapshotFolder, skillMd, isSandboxed }: Delivery): Promise<void> {
  const file = join(folder, skillFile)
  await writeFile(file, skillMd, { flag: 'wx' })
  // Readable by whoever the child is, whatever the umask of the server.
  await chmod(file, 0o644)
  const names = isSandboxed ? [] : await readdir(snapshotFolder)
  for (const name of names.filter((one) => one !== skillFile)) await symlink(join(snapshotFolder, name), join(folder, name))
}

/** An agent without a sandbox may have put a link in place of any folder on the way: none is followed. */
async function moveIn(root: string, name: string, folder: string, id: string): Promise<void> {
  await using skills = await openOwnFolder(root, folder)
  const place = nameIn(skills, join(root, folder), id)
  await clear(place)
  await rename(join(root, name), place)
}

/** What is in the way and no folder that we can enter makes room for one. */
async function openOwnFolder(root: string, path: string): Promise<FileHandle> {
  const parts = path.split('/')
  for (let length = 1; length <= parts.length; length++) {
    const at = parts.slice(0, length).join('/')
    await using there = await openFolderInside(root, at)
    await there?.chmod(0o755)
    if (there) continue
    await clear(join(root, at))
    await makeFolder(root, at)
  }
  const folder = await openFolderInside(root, path)
  if (!folder) throw new Fault('WORKSPACE_FAILED', { reason: `${path} does not stay a folder` })
  return folder
}

async function clear(path: string): Promise<void> {
  const entry = await lstat(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
  if (entry?.isDirectory()) await removeTree(path)
  else if (entry) await unlink(path)
}
