import type { Cgroups } from '../process/cgroups.ts'
import type { RunsDeps } from '../runs/deps.ts'
import type { InTurn } from '../runs/in-turn.ts'
import type { Registry } from '../skills/registry.ts'

/** The dependencies of recovery, auto replies, sweeps and readiness. */
export interface UpkeepDeps extends RunsDeps {
  readonly registry: Pick<Registry, 'list'>
  readonly inTurn: InTurn
  readonly cgroups: Cgroups
}
