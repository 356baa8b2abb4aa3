import { setTimeout as wait } from 'node:timers/promises'
import type { Run } from '../domain/run.ts'
import type { Engines } from '../engines/enabled.ts'
import { type Profile, scriptProfile, unknownProfile } from '../events/encode.ts'
import { EventLog } from '../events/log.ts'
import type { Ledger } from '../events/log-deps.ts'
import type { Metrics } from '../http/metrics.ts'
import { systemClock } from '../lib/clock.ts'
import { Fault } from '../lib/fault.ts'
import type { Wakes } from '../lib/wakes.ts'
import { topics } from '../runs/topics.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Layout } from '../workspace/layout.ts'

interface EventParts {
  readonly ledger: Ledger
  readonly layout: Layout
  readonly engines: Engines
  readonly sandbox: Sandbox
  readonly wakes: Wakes
  readonly metrics: Metrics
}

/** The log of events; whoever waits for a run is woken by its moves. */
export function openEvents({ ledger, layout, engines, sandbox, wakes, metrics }: EventParts): EventLog {
  const onMove = (run: Run) => {
    wakes.wake(topics.run(run.id))
    wakes.wake(topics.deliveries)
    if (run.state === 'running' && run.attempt === 1) metrics.runStarted(run)
    else if ('finishedAt' in run) metrics.runFinished(run)
  }
  const files = (run: string, attempt: number, protocol: 'rasp' | 'fcmp') => layout.run(run).events(attempt, protocol)
  const isWatched = sandbox.status !== 'bubblewrap'
  const profileOf = (name: string) => profileIn(engines, name)
  const patiently = throughOutages
  return new EventLog({ ledger, files, clock: systemClock, onMove, profileOf, isWatched, patiently })
}

/** As long as another Postgres may take to stand in for one that failed. */
const longestOutageMs = 120_000
const pauseMs = 500

async function throughOutages<T>(write: () => Promise<T>): Promise<T> {
  const until = performance.now() + longestOutageMs
  for (;;) {
    try {
      return await write()
    } catch (error) {
      const isAway = error instanceof Fault && error.code === 'DATABASE_UNAVAILABLE'
      if (!isAway || performance.now() > until) throw error
      await wait(pauseMs, undefined, { ref: false })
    }
  }
}

function profileIn(engines: Engines, name: string): Profile {
  const engine = engines.built[name]
  if (!engine) return name === 'script' ? scriptProfile : unknownProfile
  return { parser: engine.parserName, confidence: engine.confidence, echoes: engine.echoes ?? false }
}
