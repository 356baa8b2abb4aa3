import { measureBurst } from './burst.ts'
import { measureCreate } from './create.ts'
import { measureCrowd } from './crowd.ts'
import { measureDisk } from './disk.ts'
import { measureEngines } from './engines.ts'
import { measureExec } from './exec.ts'
import { measureFanOut } from './fan-out.ts'
import type { Figure } from './figures.ts'
import { measureFlood } from './flood.ts'
import { measureForeign, measureOldRuns } from './growth.ts'
import { measureList, measureLongList } from './list.ts'
import { measureMcp } from './mcp.ts'
import { measureNoisy } from './noisy.ts'
import { measurePage } from './page.ts'
import type { Place } from './place.ts'
import { measurePoll } from './poll.ts'
import { measureReceipt } from './receipt.ts'
import { measureRun, measureStandIn } from './run.ts'
import { measureStart } from './start.ts'
import { measureStatus } from './status.ts'
import type { Subject, Tree } from './subject.ts'
import { measureThroughput } from './throughput.ts'
import { measureWalls } from './walls.ts'

export interface Bench {
  readonly place: Place
  readonly subject: Subject
  /** How often to do a thing: as often as said, or a tenth of it in a quick bench. */
  readonly count: (usual: number) => number
  /** Runs at the same time, as the server has it by default. */
  readonly maxRunning: number
}

export interface TreeBench extends Bench {
  readonly subject: Tree
}

/** Those that need only HTTP can be taken from any server with the same API. */
export type Measurement =
  | { readonly title: string; readonly needs: 'http'; measure(bench: Bench): Promise<Figure[]> }
  | { readonly title: string; readonly needs: 'server'; measure(bench: TreeBench): Promise<Figure[]> }

/** Everything there is to measure, in this order. Each has a server of its own. */
export const measurements: Readonly<Record<string, Measurement>> = {
  disk: { title: 'Disk', needs: 'server', measure: measureDisk },
  start: { title: 'Start-up and memory', needs: 'server', measure: measureStart },
  create: { title: 'Create', needs: 'http', measure: measureCreate },
  status: { title: 'Status', needs: 'http', measure: measureStatus },
  run: { title: 'One script run, over the bare process', needs: 'server', measure: measureRun },
  'stand-in': { title: 'One run of a codex stand-in, over the bare one', needs: 'server', measure: measureStandIn },
  walls: { title: 'What filter, limits and gate cost', needs: 'server', measure: measureWalls },
  receipt: { title: 'The receipt of a run', needs: 'server', measure: measureReceipt },
  noisy: { title: 'A script run beside others that take all they can get', needs: 'server', measure: measureNoisy },
  engines: { title: 'One run of a real CLI, over the bare CLI', needs: 'server', measure: measureEngines },
  poll: { title: 'A client that asks for the status, codex stand-in', needs: 'http', measure: measurePoll },
  throughput: { title: 'Runs per second', needs: 'http', measure: measureThroughput },
  burst: { title: 'Many jobs at once, codex stand-in', needs: 'http', measure: measureBurst },
  foreign: { title: 'A run among 5,000 foreign processes', needs: 'server', measure: measureForeign },
  'old-runs': { title: 'A run after 100,000 others', needs: 'server', measure: measureOldRuns },
  list: { title: 'List at 10,000 runs', needs: 'server', measure: measureList },
  'long-list': { title: 'List at 100,000 runs', needs: 'server', measure: measureLongList },
  'fan-out': { title: 'Event streams, 1,000 readers of one run', needs: 'server', measure: measureFanOut },
  crowd: { title: 'Fifty runs that print at once', needs: 'server', measure: measureCrowd },
  exec: { title: 'Commands and tasks of projects', needs: 'server', measure: measureExec },
  page: { title: 'The web page in a browser', needs: 'server', measure: measurePage },
  mcp: { title: 'MCP beside REST', needs: 'server', measure: measureMcp },
  flood: { title: 'A run that prints 500 MB', needs: 'server', measure: measureFlood },
}
