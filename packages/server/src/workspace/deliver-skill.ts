import { randomBytes } from 'node:crypto'
import { chmodSync, fchmodSync, lstatSync, readdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mount } from '../domain/launch.ts'
import { Fault } from '../lib/fault.ts'
import type { RunLayout } from './layout.ts'
import { makeFolder } from './make-folder.ts'
import type { OpenFolder } from './open-folder.ts'
import { removeTree } from './remove-tree.ts'
import { openFolderInside } from './safe-path.ts'

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
    makeFolder(layout.root, name)
    fill(join(layout.root, name), delivery)
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

function fill(folder: string, { snapshotFolder, skillMd, isSandboxed }: Delivery): void {
  const file = join(folder, skillFile)
  writeFileSync(file, skillMd, { flag: 'wx' })
  // Readable by whoever the child is, whatever the umask of the server.
  chmodSync(file, 0o644)
  const names = isSandboxed ? [] : readdirSync(snapshotFolder)
  for (const name of names.filter((one) => one !== skillFile)) symlinkSync(join(snapshotFolder, name), join(folder, name))
}

/** An agent without a sandbox may have put a link in place of any folder on the way: none is followed. */
async function moveIn(root: string, name: string, folder: string, id: string): Promise<void> {
  using skills = await openOwnFolder(root, folder)
  const place = skills.place(id)
  await clear(place)
  renameSync(join(root, name), place)
}

/** Below a folder that a child may have written to: what is in the way and no folder that we can enter makes room for one. */
export async function openOwnFolder(root: string, path: string): Promise<OpenFolder> {
  const parts = path.split('/')
  for (let length = 1; length <= parts.length; length++) {
    const at = parts.slice(0, length).join('/')
    using there = openFolderInside(root, at)
    if (there) fchmodSync(there.fd, 0o755)
    if (there) continue
    await clear(join(root, at))
    makeFolder(root, at)
  }
  const folder = openFolderInside(root, path)
  if (!folder) throw new Fault('WORKSPACE_FAILED', { reason: `${path} does not stay a folder` })
  return folder
}

export async function clear(path: string): Promise<void> {
  const entry = lstatSync(path, { throwIfNoEntry: false })
  if (entry?.isDirectory()) await removeTree(path)
  else if (entry) unlinkSync(path)
}
