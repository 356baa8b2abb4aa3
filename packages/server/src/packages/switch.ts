import { renameSync } from 'node:fs'
import { mkdir, rename, rm, symlink, unlink } from 'node:fs/promises'
import { syncFolder } from '../lib/sync-folder.ts'
import { readSkill, type SkillPackage } from '../skills/package.ts'
import { snapshot } from '../skills/snapshot.ts'
import type { PackageDeps } from './deps.ts'
import { keepsWhole } from './put.ts'
import { asideName, linkTo, nameOf, type Placed, placedAt, type Shelf } from './shelf.ts'

type SwitchDeps = Pick<PackageDeps, 'shelf' | 'check' | 'snapshots' | 'clock'>

/** The user skill of an id as it lies there now. */
export type InUse =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'skill'; readonly skill: SkillPackage; readonly placed: Placed }
  | { readonly kind: 'broken'; readonly placed: Placed }

export async function inUse({ shelf, check }: SwitchDeps, id: string): Promise<InUse> {
  const placed = await placedAt(shelf, id)
  if (placed.kind === 'nothing') return placed
  const read = await readSkill(shelf.place(id), { ...check, id, builtIn: false })
  return read.ok ? { kind: 'skill', skill: read.skill, placed } : { kind: 'broken', placed }
}

/** Puts a version in use, or none; whatever was in use is in the archive then. One at a time for each skill. */
export async function switchTo(deps: SwitchDeps, id: string, before: InUse, name: string | null): Promise<void> {
  const { shelf } = deps
  await mkdir(shelf.versions(id), { recursive: true })
  await mkdir(shelf.staging, { recursive: true })
  const archiving = await archive(deps, id, before)
  if (archiving.name && archiving.name !== name) await link(shelf, archiving.name, shelf.previous(id))
  if (name !== null && archiving.goesTo) await link(shelf, name, shelf.next(id))
  try {
    await syncFolder(shelf.versions(id))
    if (name === null) await takeAway(shelf.place(id), archiving.goesTo)
    else await link(shelf, linkTo(id, name), shelf.place(id), archiving.goesTo)
    await syncFolder(shelf.skills)
  } finally {
    await rm(shelf.next(id), { force: true })
  }
}

interface Archiving {
  /** Under which it can be restored; null: it cannot. */
  readonly name: string | null
  /** Where that which is in the way has to go; null: it is a link, and only that is replaced. */
  readonly goesTo: string | null
}

async function archive(deps: SwitchDeps, id: string, before: InUse): Promise<Archiving> {
  if (before.kind === 'nothing') return { name: null, goesTo: null }
  const { shelf } = deps
  const { placed } = before
  const now = deps.clock.now()
  if (placed.kind === 'version') return { name: before.kind === 'skill' ? placed.name : null, goesTo: null }
  const isLink = placed.kind === 'by hand' && placed.is === 'link'
  if (before.kind === 'broken') return { name: null, goesTo: isLink ? null : shelf.version(id, asideName('broken', now)) }
  const name = nameOf(before.skill)
  const isThere = await keepsWhole(shelf, id, name, now)
  if (isLink) {
    // What it leads to is somebody's own and stays where it is.
    if (!isThere) await rename(await snapshot(before.skill, shelf.staging), shelf.version(id, name))
    return { name, goesTo: null }
  }
  // A job that has looked the skill up but not pinned it yet finds it pinned.
  await snapshot(before.skill, deps.snapshots)
  // The same skill is not the same folder: somebody's history may lie in it, or whatever else is no part of a skill.
  return { name, goesTo: shelf.version(id, isThere ? asideName('by-hand', now) : name) }
}

/** A link that is there, or leads elsewhere, in one step. What is no link is moved out of its way first, and back when that fails. */
async function link(shelf: Shelf, target: string, place: string, goesTo: string | null = null): Promise<void> {
  const made = shelf.aside()
  await symlink(target, made)
  try {
    if (goesTo === null) await rename(made, place)
    else swap(made, place, goesTo)
  } finally {
    await rm(made, { force: true })
  }
}

/**
 * No system call puts a link in place of a folder, so there is a moment without either: too short for anything of ours to run in it.
 * Whoever dies in it has left word of what was to come.
 */
export function swap(made: string, place: string, goesTo: string): void {
  renameSync(place, goesTo)
  try {
    renameSync(made, place)
  } catch (error) {
    renameSync(goesTo, place)
    throw error
  }
}

const takeAway = (place: string, goesTo: string | null): Promise<void> => (goesTo ? rename(place, goesTo) : unlink(place))
