import type { Logger } from 'pino'
import type { Engines } from '../engines/enabled.ts'
import type { EventLog } from '../events/log.ts'
import type { Ledger } from '../events/log-deps.ts'
import type { AgentHome } from '../installed/agent-home.ts'
import type { Clock } from '../lib/clock.ts'
import type { Wakes } from '../lib/wakes.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Snapshots } from '../skills/snapshots.ts'
import type { Store } from '../store/open.ts'
import type { Layout } from '../workspace/layout.ts'
import type { Reserve } from '../workspace/reserve.ts'
import type { Limits } from './limits.ts'

/** The dependencies that intake, attempt and upkeep share; each adds its own in its deps.ts. Built once, in app/. */
export interface RunsDeps {
  readonly limits: Limits
  readonly store: Store
  readonly log: EventLog
  /** How runs change their state where there is no log. */
  readonly ledger: Ledger
  readonly layout: Layout
  /** Free bytes of the disk that holds the data. */
  readonly freeBytes: () => Promise<number>
  readonly reserve: Reserve
  readonly snapshots: Snapshots
  readonly engines: Engines
  readonly agentHome: AgentHome
  readonly sandbox: Sandbox
  /** The environment of the server; engines see some of it. */
  readonly env: NodeJS.ProcessEnv
  readonly wakes: Wakes
  readonly clock: Clock
  readonly logger: Logger
  /** Values that no log or event may show. */
  readonly secrets: readonly string[]
}
