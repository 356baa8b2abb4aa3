import type { ChildLimits } from '../domain/resource-limit.ts'
import { type Cgroups, noCgroups } from './cgroups.ts'
import { openResources, type Resources } from './resources.ts'

/** What a child may use that belongs to no run: a CLI that is asked something, or npm. */
export interface Bounds {
  readonly cgroups: Cgroups
  readonly limits: ChildLimits
  /** What their groups are called by, in front of a name of their own. */
  readonly prefix: string
}

/** By a group of its own where one can be made; without one by the limits of single processes. It is disposed when the child has ended. */
export function resourcesWithin({ cgroups, limits, prefix }: Bounds, name: string, hasOwnUser: boolean): Resources {
  const wanted = { mark: `${prefix}${name}`, limits, hasOwnUser }
  try {
    return openResources({ ...wanted, cgroups })
  } catch {
    return openResources({ ...wanted, cgroups: noCgroups('It could not be made.') })
  }
}
