import type { RunnerDeps } from '../../runner/deps.ts'
import type { Workers } from '../../runner/worker.ts'
import type { Metrics } from '../metrics.ts'

export interface RouteDeps {
  readonly runner: RunnerDeps
  readonly workers: Workers
  readonly metrics: Metrics
  readonly version: string
}
