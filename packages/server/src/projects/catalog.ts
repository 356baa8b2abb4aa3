import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SkillPackage } from '../skills/package.ts'
import type { CatalogPage, CatalogRow } from '../store/skill-catalog.ts'
import type { ProjectsDeps } from './deps.ts'
import { skillNotFound } from './faults.ts'
import { installedSkill, installedSkills } from './installed.ts'

/** A skill with what the clients of other services want to know of it. */
export interface CatalogSkill {
  readonly name: string
  readonly displayName: string
  readonly description: string
  /** The version in use, and the newest. */
  readonly versionHash: string
  readonly latestHash: string
  readonly source: 'uploaded' | 'installed'
  readonly createdAt: string
  readonly updatedAt: string
}

export interface CatalogFilter extends CatalogPage {
  /** Only those; absent: all. */
  readonly source?: CatalogSkill['source']
}

/** The skills of a project by age. One that was uploaded hides the installed one of its name. */
export async function catalog(deps: ProjectsDeps, projectId: string, page: CatalogFilter): Promise<CatalogSkill[]> {
  const own = page.source === 'installed' ? [] : await deps.store.skillCatalog.list(projectId, page)
  const shared = page.source === 'uploaded' ? [] : await visibleToAll(deps, projectId, page)
  return [...own.map(uploaded), ...shared].toSorted(byAge(page.order)).slice(0, page.limit)
}

export async function inCatalog(deps: ProjectsDeps, projectId: string, name: string): Promise<CatalogSkill> {
  const own = await deps.store.skillCatalog.get(projectId, name)
  if (own) return uploaded(own)
  const shared = await installedSkill(deps, projectId, name)
  if (!shared) throw skillNotFound(projectId, name)
  return installed(shared)
}

async function visibleToAll(deps: ProjectsDeps, projectId: string, { order, after }: CatalogPage): Promise<CatalogSkill[]> {
  const skills = await installedSkills(deps, projectId)
  const hidden = skills.length === 0 ? new Set() : await deps.store.projectSkills.names(projectId)
  const shown = await Promise.all(skills.filter(({ id }) => !hidden.has(id)).map(installed))
  return after ? shown.filter((skill) => byAge(order)(after, skill) < 0) : shown
}

type Place = Pick<CatalogSkill, 'createdAt' | 'name'>

const byAge = (order: CatalogPage['order']) => (a: Place, b: Place) => (order === 'asc' ? compare(a, b) : compare(b, a))

function compare(a: Place, b: Place): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1
  return a.name === b.name ? 0 : a.name < b.name ? -1 : 1
}

const uploaded = ({
  name,
  displayName,
  description,
  versionHash,
  latestHash,
  createdAt,
  updatedAt,
}: CatalogRow): CatalogSkill => ({
  ...{ name, displayName: displayName ?? name, description, versionHash, latestHash, createdAt, updatedAt },
  source: 'uploaded',
})

/** Nobody knows when it was installed for the first time; its text tells when it was last written. */
async function installed({ id, description, digest, root }: SkillPackage): Promise<CatalogSkill> {
  const { mtime } = await stat(join(root, 'SKILL.md')).catch(() => ({ mtime: new Date(0) }))
  const at = mtime.toISOString()
  return {
    ...{ name: id, displayName: id, description, versionHash: digest, latestHash: digest, createdAt: at, updatedAt: at },
    source: 'installed',
  }
}
