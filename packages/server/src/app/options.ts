import type { Logger } from 'pino'
import type { AttemptDeps } from '../attempt/deps.ts'
import type { Bounded } from '../bounded/pool.ts'
import type { Config } from '../config.ts'
import type { ExecLimits } from '../exec/deps.ts'
import type { DoorLimits } from '../http/server.ts'
import type { Sdk } from '../remote/sdk.ts'
import type { Limits } from '../runs/limits.ts'
import type { UpkeepDeps } from '../upkeep/deps.ts'

export interface AppOptions {
  readonly config: Config
  readonly logger: Logger
  /** For tests: small limits make long waits short. */
  readonly doorLimits?: Partial<DoorLimits>
  readonly limits?: Partial<Limits>
  readonly execLimits?: Partial<ExecLimits>
  /** For tests: a disk that fills up when they say so. */
  readonly freeBytes?: UpkeepDeps['freeBytes']
  /** For tests: how long requests wait for a database that is away. */
  readonly databasePatienceMs?: number
  /** For tests: an internet of their own. */
  readonly gateWorld?: AttemptDeps['gateWorld']
  /** For tests: another version of the client of remote sandboxes. */
  readonly remoteSdk?: () => Promise<Sdk>
  /** For tests: variables, of which engines see some. */
  readonly env?: NodeJS.ProcessEnv
  /** For tests: threads that serve many apps one after the other. Absent: its own, which end with it. */
  readonly threads?: Threads
}

/** Where schemas of skills and texts of runs are worked on. */
export interface Threads {
  readonly bounded: Bounded
  /** Of schemas, when a skill is read. */
  readonly judge: Bounded
}
