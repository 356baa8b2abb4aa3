import type { Exit, Launch, Line } from '../domain/launch.ts'
import { blockBytes, type RaspDraft, rawBlocks } from '../events/rasp.ts'
import type { GatePlan } from '../gate/plan.ts'
import { type ExecuteOptions, execute } from '../process/start.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { clearWork, layOutWork } from '../workspace/work-folder.ts'
import type { AttemptDeps } from './deps.ts'
import type { Attempt } from './prepare.ts'
import { type OnListener, throughGate } from './through-gate.ts'

/** One child of an attempt, and how to read what it prints. */
interface ChildRequest {
  readonly launch: Launch
  readonly plan: GatePlan | null
  readonly secrets: readonly string[]
  readonly understand: (lines: readonly Line[]) => RaspDraft[]
  /** After lines were understood and stored. */
  readonly onHeard?: () => Promise<void>
  /** Aborts when the turn cannot succeed any more; absent: only the attempt ends it. */
  readonly noUse?: AbortSignal
}

/** Runs until the whole process tree has ended. The output is stored, parsed and appended to the event log. */
export async function runChild(deps: AttemptDeps, attempt: Attempt, request: ChildRequest): Promise<Exit> {
  const { run, layout, mark, refusals, audit, allowance } = attempt
  const { launch, plan, secrets, understand, onHeard, noUse } = request
  await audit.begin()
  const options: Omit<ExecuteOptions, 'onListener'> = {
    timeoutMs: allowance.timeLeftMs(),
    silenceMs: deps.limits.silenceSec * 1000,
    maxOutputBytes: allowance.outputLeft(),
    signal: noUse ? AbortSignal.any([attempt.signal, noUse]) : attempt.signal,
    marker: mark,
    resources: attempt.resources,
    start: deps.startChild,
    secrets,
    logs: { stdout: layout.stream(run.attempt, 'stdout'), stderr: layout.stream(run.attempt, 'stderr') },
    onKept: audit.kept,
    inBlocks: understand === rawBlocks ? { maxBytes: blockBytes } : null,
    onStarted: (process) => deps.store.runs.started(run.id, { attempt: run.attempt, owner: run.owner }, process),
    onLines: async (lines) => {
      allowance.spend(lines)
      await appendEvents(deps, attempt, understand(lines))
      await onHeard?.()
    },
  }
  const start = (onListener: OnListener) => execute(deps.sandbox.wrap(launch), { ...options, onListener })
  return inWork(deps, layout, launch, () => throughGate(deps, { plan, refusals, secrets }, start))
}

/** In the sandbox a child has a working folder of its own, with everything that it may use mounted over it. */
export async function inWork<T>(
  { sandbox, placeholders }: Pick<AttemptDeps, 'sandbox' | 'placeholders'>,
  { work }: RunLayout,
  launch: Launch,
  run: () => Promise<T>,
): Promise<T> {
  if (sandbox.status !== 'bubblewrap') return run()
  await layOutWork(work, launch, placeholders)
  try {
    return await run()
  } finally {
    clearWork(work, launch, placeholders)
  }
}

/** To the audit and to the log of events. */
export async function appendEvents(deps: AttemptDeps, { run, job, audit }: Attempt, drafts: readonly RaspDraft[]): Promise<void> {
  await audit.heard(drafts)
  await deps.log.append(run, job, drafts)
}
