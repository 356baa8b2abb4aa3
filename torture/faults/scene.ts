import type { World } from '../jobs.ts'
import type { Tally } from '../tally.ts'
import type { Trouble } from './client.ts'
import type { Receivers } from './receivers.ts'
import type { FaultyServer } from './server.ts'

/** Where a fault is brought about. */
export interface Scene {
  readonly server: FaultyServer
  readonly url: string
  readonly world: World
  readonly data: string
  /** The data folder is a small disk of its own, and may be filled. */
  readonly hasDisk: boolean
  readonly seed: number
  readonly trouble: Trouble
  readonly receivers: Receivers
  readonly tally: Tally
}

/** For jobs of a fault, besides those of the load. */
export const keyIn = ({ seed, world }: Pick<Scene, 'seed' | 'world'>, what: string): string =>
  `fault ${seed}-${world.round} ${what}`
