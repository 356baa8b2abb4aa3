import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import type { MadeOnce } from '../lib/made-once.ts'
import type { Turns } from '../lib/turns.ts'
import type { Wakes } from '../lib/wakes.ts'
import type { PackageLimits } from '../packages/stage.ts'
import type { Registry } from '../skills/registry.ts'
import type { Snapshots } from '../skills/snapshots.ts'
import type { Store } from '../store/open.ts'
import type { Layout } from '../workspace/layout.ts'

/** What the skills of projects are kept with. */
export interface ProjectsDeps {
  readonly store: Pick<Store, 'projectSkills' | 'skillCatalog'>
  readonly layout: Layout
  /** Skills that are installed for all: those of project default, beside its own. */
  readonly registry: Registry
  readonly snapshots: Snapshots
  readonly limits: PackageLimits
  /** Told of every change of what a project has. */
  readonly wakes: Wakes
  /** One change of a skill of a project at a time. */
  readonly turns: Turns<string>
  /** The digests of archives that were made before. */
  readonly archiveDigests: MadeOnce<string>
  readonly clock: Clock
  readonly logger: Logger
}

/** One version of a skill of a project. */
export interface VersionKey {
  readonly projectId: string
  readonly name: string
  readonly versionHash: string
}

/** A slash is in no id and no name. */
export const turnOf = ({ projectId, name }: Omit<VersionKey, 'versionHash'>): string => `${projectId}/${name}`

export const folderOf = ({ layout }: Pick<ProjectsDeps, 'layout'>, { projectId, name, versionHash }: VersionKey): string =>
  layout.projectSkill(projectId, name, versionHash)
