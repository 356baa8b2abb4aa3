import type { Registry } from 'prom-client'
import type { RunIn, TerminalState } from '../domain/run.ts'
import { runMetrics } from './run-metrics.ts'
import { counterOf, histogramOf } from './tallies.ts'

/** Numbers that are asked for when somebody looks, so that they cannot drift from the truth. */
export type Gauges = Readonly<Record<string, { readonly help: string; readonly value: () => number | Promise<number> }>>

export interface Metrics {
  requestAnswered(route: string, method: string, status: number, seconds: number): void
  /** Its first attempt begins. */
  runStarted(run: RunIn<'running'>): void
  runFinished(run: RunIn<TerminalState>): void
  webhookTried(outcome: 'delivered' | 'pending' | 'given_up'): void
  render(): Promise<{ readonly type: string; readonly text: string }>
}

/**
 * What happens is counted here: it costs every request a microsecond. prom-client tells of the process itself; it takes 25 ms and 3 MB to
 * load and then watches every collection of garbage, so it is loaded when somebody looks.
 */
export function createMetrics(gauges: Gauges): Metrics {
  const requests = histogramOf(
    {
      name: 'skill_runner_http_request_duration_seconds',
      help: 'Time to answer a request, by route; streams are left out',
    },
    [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
  )
  const runs = runMetrics()
  const webhooks = counterOf({
    name: 'skill_runner_webhook_tries_total',
    help: 'Messages that were sent, by outcome; pending: they are sent again',
  })
  let loading: Promise<Registry> | null = null
  return {
    requestAnswered: (route, method, status, seconds) => requests.observe({ route, method, status: String(status) }, seconds),
    runStarted: runs.started,
    runFinished: runs.finished,
    webhookTried: (outcome) => webhooks.add({ outcome }),
    async render() {
      loading ??= loadPrometheus(gauges)
      const registry = await loading
      const own = [requests, ...runs.tallies, webhooks].map((tally) => `${tally.render()}\n`)
      return { type: registry.contentType, text: [await registry.metrics(), ...own].join('\n') }
    },
  }
}

async function loadPrometheus(gauges: Gauges): Promise<Registry> {
  const { Counter, Gauge, Registry, collectDefaultMetrics } = (await import('prom-client')).default
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Theirs count from when they are loaded; the process began before.
  for (const { name, help, micros } of cpuTimes) {
    registry.removeSingleMetric(name)
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(micros(process.cpuUsage()) / 1e6)
      },
    })
  }
  for (const [name, { help, value }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await value())
      },
    })
  }
  return registry
}

const cpuTimes: readonly { name: string; help: string; micros(usage: NodeJS.CpuUsage): number }[] = [
  { name: 'process_cpu_user_seconds_total', help: 'User CPU time in seconds.', micros: ({ user }) => user },
  { name: 'process_cpu_system_seconds_total', help: 'System CPU time in seconds.', micros: ({ system }) => system },
  {
    name: 'process_cpu_seconds_total',
    help: 'User and system CPU time in seconds.',
    micros: ({ user, system }) => user + system,
  },
]
