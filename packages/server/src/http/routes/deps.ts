import type { Config } from '../../config.ts'
import type { Evals } from '../../evals/open.ts'
import type { Exec } from '../../exec/open.ts'
import type { Installer } from '../../installed/installer.ts'
import type { Attempts } from '../../intake/cancel.ts'
import type { IntakeDeps } from '../../intake/deps.ts'
import type { Packages } from '../../packages/open.ts'
import type { ProjectSkills } from '../../projects/open.ts'
import type { ReceiptKeys } from '../../receipts/keys.ts'
import type { UpkeepDeps } from '../../upkeep/deps.ts'
import type { Sweeps } from '../../upkeep/sweep-status.ts'
import type { Metrics } from '../metrics.ts'
import type { OpenApi } from '../openapi.ts'

/** What requests reach: intake, upkeep, and what is installed. */
export interface DoorDeps extends IntakeDeps, UpkeepDeps {
  readonly registry: IntakeDeps['registry']
  readonly packages: Packages
  readonly projectSkills: ProjectSkills
  readonly installer: Installer
  readonly receiptKeys: ReceiptKeys
}

export interface RouteDeps {
  readonly runner: DoorDeps
  readonly attempts: Attempts & { readonly stopping: boolean }
  readonly metrics: Metrics
  readonly version: string
  readonly config: Pick<Config, 'settings' | 'notices' | 'log'>
  readonly sweeps: Sweeps
  readonly exec: Exec
  readonly evals: Evals
  readonly openapi: OpenApi
}
