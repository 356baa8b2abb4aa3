import { statfs } from 'node:fs/promises'
import { createMetrics, type Metrics } from '../http/metrics.ts'
import type { Store } from '../store/open.ts'
import type { Layout } from '../workspace/layout.ts'

interface Measured {
  readonly store: Store
  readonly layout: Layout
  readonly freeBytes: () => Promise<number>
  readonly streams: () => number
}

export function metricsOf({ store, layout, freeBytes, streams }: Measured): Metrics {
  return createMetrics({
    skill_runner_runs_queued: { help: 'Runs that wait', value: async () => (await store.runs.counts()).queued },
    skill_runner_runs_running: { help: 'Runs under way', value: async () => (await store.runs.counts()).running },
    skill_runner_webhooks_pending: { help: 'Messages that are still to be taken', value: () => store.webhooks.pending() },
    skill_runner_event_streams: { help: 'Open event streams', value: streams },
    skill_runner_disk_free_bytes: { help: 'Free space of the disk that the data folder is on', value: freeBytes },
    skill_runner_disk_size_bytes: { help: 'Size of that disk', value: () => diskSize(layout.data) },
    skill_runner_database_bytes: { help: 'Size of the database, its log included', value: () => store.bytes() },
  })
}

async function diskSize(folder: string): Promise<number> {
  const { blocks, bsize } = await statfs(folder)
  return blocks * bsize
}
