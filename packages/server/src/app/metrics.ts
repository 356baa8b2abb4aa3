import { createMetrics, type Metrics } from '../http/metrics.ts'
import type { Store } from '../store/open.ts'

export function metricsOf(store: Store, streams: () => number): Metrics {
  return createMetrics({
    skill_runner_runs_queued: { help: 'Runs that wait', value: async () => (await store.runs.counts()).queued },
    skill_runner_runs_running: { help: 'Runs under way', value: async () => (await store.runs.counts()).running },
    skill_runner_webhooks_pending: { help: 'Messages that are still to be taken', value: () => store.webhooks.pending() },
    skill_runner_event_streams: { help: 'Open event streams', value: streams },
  })
}
