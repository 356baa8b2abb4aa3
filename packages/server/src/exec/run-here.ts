import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecCommand, ExecError } from '../domain/exec.ts'
import { noFilesTaken } from '../domain/exec-files.ts'
import type { Exit } from '../domain/launch.ts'
import type { Exceeded } from '../domain/resource-limit.ts'
import type { ProcessMark } from '../domain/run.ts'
import { execute } from '../process/start.ts'
import { bringInputs } from './bring-inputs.ts'
import { noteCommand } from './cut-off.ts'
import type { ExecDeps } from './deps.ts'
import { launchOf } from './launch.ts'
import type { Local } from './local-site.ts'
import { openCommandGate, withNotReached } from './reach.ts'
import type { SessionUsers } from './session-users.ts'
import type { CommandRun, CommandToRun } from './site.ts'
import { markOf, openStage, resourcesOf } from './stage.ts'
import { takeOutputs } from './take-outputs.ts'

/** One command on this machine. */
export async function runHere(
  deps: ExecDeps,
  { users, quota, disk }: Pick<Local, 'quota' | 'disk'> & { readonly users: SessionUsers },
  { id, folder, session, skill, command, rules }: CommandToRun,
  signal: AbortSignal,
): Promise<CommandRun> {
  const stage = await openStage(deps, users, session, skill, id)
  try {
    await bringInputs(deps, stage, command)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    using resources = resourcesOf(deps, stage)
    const logs = { stdout: join(folder, 'stdout.log'), stderr: join(folder, 'stderr.log') }
    const full = new AbortController()
    let started: ProcessMark | null = null
    const writer = {
      ...{ limits: deps.limits, sinceMs: noteCommand(folder, session.id), folder },
      ...{ process: () => started, end: (exceeded: Exceeded) => full.abort(exceeded) },
    }
    using _entered = quota.enter(session.id, writer)
    const startedAt = deps.clock.now()
    const begun = performance.now()
    using gate = openCommandGate(deps, rules)
    const network = rules.length > 0 ? ('gated' as const) : ('off' as const)
    const exit = await execute(deps.sandbox.wrap({ ...launchOf(deps.sandbox, stage, command), network }), {
      ...{ timeoutMs: command.timeoutSec * 1000, silenceMs: 0, graceMs: deps.limits.graceSec * 1000 },
      ...{ maxOutputBytes: deps.limits.maxOutputBytes, secrets: [], logs, resources },
      signal: AbortSignal.any([signal, full.signal]),
      ...{ marker: stage.mark, start: deps.startChild, inBlocks: { maxBytes: 65_536 } },
      onStarted(mark) {
        started = mark
      },
      async onLines() {},
      onListener: (listener) => void listener.on('connection', (socket) => gate.accept(socket)),
    })
    const durationMs = Math.round(performance.now() - begun)
    await disk.giveBack(session.id, writer)
    const from = { projectId: session.projectId, source: 'command', sourceId: id } as const
    const taken = exit.kind === 'not_started' ? noFilesTaken : await takeOutputs(deps, stage, { ...command, ...from })
    const why = full.signal.aborted && !signal.aborted ? { kind: 'limit_exceeded' as const, ...full.signal.reason } : exit
    return { ...withNotReached(endOf(why, command), gate.notReached()), startedAt, durationMs, taken }
  } finally {
    users.release(session.id)
    deps.sandbox.forget?.(markOf(deps, id))
  }
}

function endOf(exit: Exit, { timeoutSec }: ExecCommand): Pick<CommandRun, 'exitCode' | 'error'> {
  const failed = (code: ExecError['code'], details: object = {}) => ({ exitCode: null, error: { code, details: { ...details } } })
  if (exit.kind === 'exited' && exit.code === 0) return { exitCode: 0, error: null }
  if (exit.kind === 'exited') return { ...failed('NONZERO_EXIT', { exit_code: exit.code }), exitCode: exit.code }
  if (exit.kind === 'signaled') return failed('NONZERO_EXIT', { signal: exit.signal })
  if (exit.kind === 'timed_out') return failed('TIMEOUT', { timeout_sec: timeoutSec })
  if (exit.kind === 'too_much_output') return failed('OUTPUT_LIMIT')
  if (exit.kind === 'limit_exceeded') {
    const { kind: _kind, ...exceeded } = exit
    return failed('RESOURCE_LIMIT', exceeded)
  }
  if (exit.kind === 'canceled') return failed('CANCELED_BY_USER')
  return failed('SANDBOX_UNAVAILABLE', exit.kind === 'not_started' ? { reason: exit.reason } : {})
}
