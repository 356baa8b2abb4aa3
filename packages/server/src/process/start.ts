import type { Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command, Exit, Line, Stream } from '../domain/launch.ts'
import type { ProcessMark } from '../domain/run.ts'
import { maskOf } from '../lib/mask.ts'
import { tellsOfShortage } from '../lib/shortage.ts'
import { type Child, type StartChild, spawnChild } from './child.ts'
import { type Flow, openFlow } from './flow.ts'
import type { LineBlocks } from './lines.ts'
import { type LogFiles, type OnKept, openLogs } from './logs.ts'
import { pump } from './pump.ts'
import type { Resources } from './resources.ts'
import { openStopper, type Stopper } from './stopper.ts'
import { endTree } from './tree.ts'
import { watchUse } from './watch-use.ts'

export interface ExecuteOptions {
  readonly timeoutMs: number
  /** How long the child may print nothing; 0: as long as it likes. */
  readonly silenceMs: number
  /** Of both streams together. */
  readonly maxOutputBytes: number
  /** Between the request to end and the end. */
  readonly graceMs?: number
  /** How long somebody may hold the pipes after the child has ended. */
  readonly drainMs?: number
  readonly signal: AbortSignal
  /** The value of SKILL_RUNNER_MARK in the command's environment. */
  readonly marker: string
  readonly secrets: readonly string[]
  /** Who starts it; this process when left out. */
  readonly start?: StartChild
  /** Files that are appended to. */
  readonly logs: Readonly<Record<Stream, string>>
  readonly onKept?: OnKept
  /** What it may use of the machine; all it likes when left out. */
  readonly resources?: Resources
  /** Before any line. */
  onStarted(mark: ProcessMark): Promise<void> | void
  /** Nobody looks at each line: several may come as one, up to this size. */
  readonly inBlocks?: LineBlocks | null
  /** Called one at a time; the child waits meanwhile. */
  onLines(lines: Line[]): Promise<void>
  /** Gets the listener of a command that hands one over, before anything of the command runs; it is closed when all has ended. */
  readonly onListener?: (listener: Server) => void
  /** How long a start is tried again that failed for want of descriptors or processes. */
  readonly patienceMs?: number
  /** For tests: what happens when less is ended. */
  readonly killTree?: typeof endTree
}

/** One child from its start to the end of everything it started. A failure of the caller's functions or of the disk ends it too, and is thrown. */
export async function execute(command: Command, options: ExecuteOptions): Promise<Exit> {
  await using logs = openLogs(options.logs, options.onKept)
  if (options.signal.aborted) return { kind: 'canceled' }
  // Nobody waits for an answer that nobody gives.
  const { onListener = (listener: Server) => void listener.close() } = options
  const { start = spawnChild, resources } = options
  const before = resources?.before()
  const confined = resources ? { ...command, confinement: resources.confinement } : command
  const child = await startPatiently(() => start(confined, options.marker, onListener), options)
  if ('failed' in child) return { kind: 'not_started', reason: child.failed }

  const { graceMs = 3000, drainMs = 500, killTree = endTree } = options
  await using stopper = openStopper(child, { ...options, graceMs, killTree })
  const flow = openFlow(options.maxOutputBytes, () => stopper.stop('too_much_output'))
  stopper.watchSilence(flow)
  using watch = resources && before ? watchUse(child, resources, before, stopper.stop) : null
  const pumps = readBoth(child, logs, flow, options)
  try {
    const reading = Promise.all(pumps)
    const exit = await endOf(child, reading, stopper)
    stopper.release()
    await flow.drain(reading, Math.max(drainMs, stopper.graceLeftMs()))
    closePipes(child)
    await reading
    const why = stopper.why()
    if (why === null) return watch ? await watch.explain(exit) : exit
    return typeof why === 'string' ? { kind: why } : { kind: 'limit_exceeded', ...why }
  } finally {
    closePipes(child)
    // Also when one has failed, the other may still be writing to a file that would be closed. The disk works while the kernel ends the rest.
    const kept = Promise.allSettled(pumps).then(logs.sync)
    kept.catch(() => {})
    await endAll(() => killTree(child.mark, options.marker, child.namespace), options.marker).finally(child.closeListener)
    await kept
  }
}

/** Too many open files, or too many processes: others end in the meantime. Never twice where it may have run already. */
async function startPatiently(start: () => ReturnType<StartChild>, { signal, patienceMs = 30_000 }: ExecuteOptions) {
  const latest = performance.now() + patienceMs
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 1000)) {
    const started = await start()
    if (!('failed' in started) || started.mayHaveRun || !tellsOfShortage(started.failed)) return started
    if (signal.aborted || performance.now() >= latest) return started
    await wait(pauseMs, undefined, { signal }).catch(() => {})
  }
}

/** Nobody may be told that a run is over while something of it still runs. */
async function endAll(killTree: () => Promise<boolean>, marker: string): Promise<void> {
  if (!(await killTree())) throw new Error(`Some processes of ${marker} could not be ended`)
}

function readBoth(child: Child, logs: LogFiles, flow: Flow, options: ExecuteOptions): Promise<void>[] {
  const ready = (async () => options.onStarted(child.mark))()
  const { onLines, inBlocks = null } = options
  const mask = maskOf(options.secrets)
  const read = (stream: Stream) => pump(child[stream], { stream, log: logs[stream], flow, mask, ready, inBlocks, onLines })
  return [read('stdout'), read('stderr')]
}

/** Whatever comes first: its end, a failure of those who read, or the end of all means against a child that cannot be ended. */
function endOf(child: Child, reading: Promise<unknown>, stopper: Stopper): Promise<Exit> {
  const unstoppable = stopper.done.then((): Exit => ({ kind: 'signaled', signal: 'SIGKILL' }))
  return Promise.race([child.exited, reading.then(() => child.exited), unstoppable])
}

function closePipes(child: Child): void {
  child.stdout.destroy()
  child.stderr.destroy()
}
