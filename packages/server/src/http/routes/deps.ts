import type { Config } from '../../config.ts'
import type { RunnerDeps } from '../../runner/deps.ts'
import type { Sweeps } from '../../runner/sweep-status.ts'
import type { Workers } from '../../runner/worker.ts'
import type { Metrics } from '../metrics.ts'
import type { OpenApi } from '../openapi.ts'

export interface RouteDeps {
  readonly runner: RunnerDeps
  readonly workers: Workers
  readonly metrics: Metrics
  readonly version: string
  readonly config: Pick<Config, 'settings' | 'notices' | 'log'>
  readonly sweeps: Sweeps
  readonly openapi: OpenApi
}
