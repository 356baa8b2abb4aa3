import type { Config } from '../../config.ts'
import type { Attempts } from '../../intake/cancel.ts'
import type { RunnerDeps } from '../../runs/deps.ts'
import type { Sweeps } from '../../upkeep/sweep-status.ts'
import type { Metrics } from '../metrics.ts'
import type { OpenApi } from '../openapi.ts'

export interface RouteDeps {
  readonly runner: RunnerDeps
  readonly attempts: Attempts & { readonly stopping: boolean }
  readonly metrics: Metrics
  readonly version: string
  readonly config: Pick<Config, 'settings' | 'notices' | 'log'>
  readonly sweeps: Sweeps
  readonly openapi: OpenApi
}
