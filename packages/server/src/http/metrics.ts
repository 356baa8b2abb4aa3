import type { Counter, Histogram, Registry } from 'prom-client'

/** Numbers that are asked for when somebody looks, so that they cannot drift from the truth. */
export type Gauges = Readonly<Record<string, { readonly help: string; readonly value: () => number | Promise<number> }>>

export interface Metrics {
  requestAnswered(route: string, method: string, status: number, seconds: number): void
  runFinished(status: 'succeeded' | 'failed' | 'canceled'): void
  webhookTried(outcome: 'delivered' | 'pending' | 'given_up'): void
  render(): Promise<{ readonly type: string; readonly text: string }>
}

const mostNoted = 1000

interface Loaded {
  readonly registry: Registry
  readonly requests: Histogram<'route' | 'method' | 'status'>
  readonly finished: Counter<'status'>
  readonly webhooks: Counter<'outcome'>
}

/** prom-client takes 25 ms and 3 MB to load, so it is loaded when somebody looks; what happens until then is noted, up to a bound, and counted later. */
export function createMetrics(gauges: Gauges): Metrics {
  let loaded: Loaded | null = null
  let loading: Promise<Loaded> | null = null
  const early: ((to: Loaded) => void)[] = []

  const load = () => {
    loading ??= loadPrometheus(gauges).then((ready) => {
      for (const count of early.splice(0)) count(ready)
      loaded = ready
      return ready
    })
    return loading
  }
  const record = (count: (to: Loaded) => void) => {
    if (loaded) return count(loaded)
    early.push(count)
    if (early.length === mostNoted) void load()
  }

  return {
    requestAnswered: (route, method, status, seconds) =>
      record(({ requests }) => requests.observe({ route, method, status: String(status) }, seconds)),
    runFinished: (status) => record(({ finished }) => finished.inc({ status })),
    webhookTried: (outcome) => record(({ webhooks }) => webhooks.inc({ outcome })),
    async render() {
      const { registry } = await load()
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}

async function loadPrometheus(gauges: Gauges): Promise<Loaded> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = (await import('prom-client')).default
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
  return {
    registry,
    requests: new Histogram({
      name: 'skill_runner_http_request_duration_seconds',
      help: 'Time to answer a request, by route; streams are left out',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300],
      registers: [registry],
    }),
    finished: new Counter({
      name: 'skill_runner_runs_finished_total',
      help: 'Runs that reached their end, by status',
      labelNames: ['status'],
      registers: [registry],
    }),
    webhooks: new Counter({
      name: 'skill_runner_webhook_tries_total',
      help: 'Messages that were sent, by outcome; pending: they are sent again',
      labelNames: ['outcome'],
      registers: [registry],
    }),
  }
}
