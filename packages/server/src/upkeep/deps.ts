import type { RunsDeps } from '../runs/deps.ts'
import type { InTurn } from '../runs/in-turn.ts'
import type { Registry } from '../skills/registry.ts'

/** What recovery, auto replies, sweeps and readiness work with. */
export interface UpkeepDeps extends RunsDeps {
  readonly registry: Pick<Registry, 'list'>
  readonly inTurn: InTurn
  /** Free bytes of the disk that holds the data. */
  readonly freeBytes: () => Promise<number>
}
