import { measureCreate } from './create.ts'
import { measureCrowd } from './crowd.ts'
import { measureDisk } from './disk.ts'
import { measureEngines } from './engines.ts'
import { measureFanOut } from './fan-out.ts'
import type { Figure } from './figures.ts'
import { measureFlood } from './flood.ts'
import { measureList } from './list.ts'
import type { Place } from './place.ts'
import { measureRun } from './run.ts'
import { measureStart } from './start.ts'
import { measureThroughput } from './throughput.ts'

export interface Bench {
  readonly place: Place
  /** How often to do a thing: as often as said, or a tenth of it in a quick bench. */
  readonly count: (usual: number) => number
  /** Runs at the same time, as the server has it by default. */
  readonly maxRunning: number
}

/** Everything there is to measure, in this order. Each has a server of its own. */
export const measurements: Readonly<Record<string, { readonly title: string; measure(bench: Bench): Promise<Figure[]> }>> = {
  disk: { title: 'Disk', measure: measureDisk },
  start: { title: 'Start-up and memory', measure: measureStart },
  create: { title: 'Create', measure: measureCreate },
  run: { title: 'One run, over the bare process', measure: measureRun },
  engines: { title: 'One run of a real CLI, over the bare CLI', measure: measureEngines },
  throughput: { title: 'Runs per second', measure: measureThroughput },
  list: { title: 'List at 10,000 runs', measure: measureList },
  'fan-out': { title: 'Event streams, 1,000 readers of one run', measure: measureFanOut },
  crowd: { title: 'Fifty runs that print at once', measure: measureCrowd },
  flood: { title: 'A run that prints 500 MB', measure: measureFlood },
}
