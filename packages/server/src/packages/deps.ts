import type { Logger } from 'pino'
import type { Clock } from '../lib/clock.ts'
import type { Turns } from '../lib/turns.ts'
import type { Registry } from '../skills/registry.ts'
import type { Store } from '../store/open.ts'
import type { CheckOptions } from './check.ts'
import type { Shelf } from './shelf.ts'
import type { PackageLimits } from './stage.ts'

/** What the installer works with. */
export interface PackageDeps {
  readonly shelf: Shelf
  readonly store: Pick<Store, 'packageInstalls'>
  readonly registry: Registry
  /** Where jobs find the skills they pinned. */
  readonly snapshots: string
  readonly limits: PackageLimits
  readonly check: Omit<CheckOptions, 'strict'>
  /** The same for those who change nothing. They are more, and must not take the places of those who do. */
  readonly guestCheck: Omit<CheckOptions, 'strict'>
  /** One change of a skill at a time. */
  readonly turns: Turns<string>
  readonly clock: Clock
  readonly logger: Logger
}
