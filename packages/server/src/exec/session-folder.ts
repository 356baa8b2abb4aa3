import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { cp, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from '../domain/launch.ts'
import { handOver } from '../workspace/home.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import { dropWrittenSince } from '../workspace/written-since.ts'
import type { FoundSkill } from './deps.ts'

/** The folder of a session on this machine. */
export function sessionFolder(root: string) {
  return {
    root,
    /** What a command sees as /workspace. */
    work: join(root, 'work'),
    home: join(root, 'home'),
    tmp: join(root, 'tmp'),
    /** The session's own copy of a skill, which its commands may change. */
    skill: ({ name, versionHash }: Pick<FoundSkill, 'name' | 'versionHash'>) =>
      join(root, 'skills', `${name}-${versionHash.slice(0, 16)}`),
  }
}

export type SessionFolder = ReturnType<typeof sessionFolder>

export async function makeSessionFolder({ root, work, home, tmp }: SessionFolder): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o755 })
  await Promise.all([work, home, tmp, join(root, 'skills')].map((folder) => mkdir(folder, { recursive: true, mode: 0o755 })))
}

/** How copies are called that are not complete. */
const unfinished = '.new-'

/** Copies a skill into its session once; whole or not at all. */
export async function deliverSkill(session: SessionFolder, skill: FoundSkill, identity: Identity | null): Promise<string> {
  const place = session.skill(skill)
  if (existsSync(place)) return place
  const beside = join(session.root, 'skills', `${unfinished}${randomBytes(8).toString('hex')}`)
  try {
    await cp(skill.folder, beside, { recursive: true, verbatimSymlinks: true })
    await handOver(beside, identity)
    await rename(beside, place)
  } catch (error) {
    // Somebody else may have been faster.
    if (!existsSync(place)) throw error
  } finally {
    await removeTree(beside)
  }
  return place
}

/** What earlier commands of the session made belongs to the user of the next one. */
export async function ownSession(session: SessionFolder, identity: Identity | null): Promise<void> {
  if (identity === null || lstatSync(session.work).uid === identity.uid) return
  for (const folder of [join(session.root, 'skills'), session.home, session.tmp, session.work]) await handOver(folder, identity)
}

/** Deletes what was written in a session since then. A skill of which that takes a part away is delivered again with the next command. */
export async function dropSince(root: string, sinceMs: number, isQuiet: boolean): Promise<void> {
  const { work, home, tmp } = sessionFolder(root)
  const skills = join(root, 'skills')
  const copies = (await readdir(skills).catch(() => [])).filter((name) => !name.startsWith(unfinished))
  for (const folder of [work, home, tmp, ...copies.map((name) => join(skills, name))])
    await dropWrittenSince(folder, sinceMs, isQuiet)
  for (const name of copies) if (!existsSync(join(skills, name, 'SKILL.md'))) await removeTree(join(skills, name))
}
