import type { Exit, Launch } from '../domain/launch.ts'
import { unreachable } from '../lib/unreachable.ts'
import { mostOutput } from '../output/candidate.ts'
import type { Made, Raw } from '../output/normalize.ts'
import { parseWhole } from '../output/whole-text.ts'
import { type ExecuteOptions, execute } from '../process/start.ts'
import { mayRunPrograms } from '../runs/require-sandbox.ts'
import { dropGiven, givenRaw, givenSchema, layOutGiven } from '../workspace/given.ts'
import { reclaim, renewHome } from '../workspace/prepare.ts'
import { takeMade } from '../workspace/result.ts'
import type { AttemptDeps } from './deps.ts'
import { commandArgv, scriptLaunch } from './launch-script.ts'
import { reachOfScript } from './network.ts'
import type { Attempt } from './prepare.ts'
import { inWork } from './run-child.ts'
import { type OnListener, throughGate } from './through-gate.ts'

export interface Program {
  readonly name: 'normalizer' | 'fallback'
  readonly command: string
}

type ProgramEnd = Made | { readonly kind: 'canceled' }

/** Runs the normalizer or the fallback of a skill, like its script. A failure is returned, not thrown. */
export async function runProgram(deps: AttemptDeps, attempt: Attempt, program: Program, raw: Raw): Promise<ProgramEnd> {
  const { run, layout, skill, signal, mark, refusals, identity } = attempt
  const { maxOutputBytes, programTimeoutMs } = deps.limits
  if (!mayRunPrograms(deps, skill)) return { kind: 'failed', problem: 'was not run: there is no sandbox' }
  await renewHome(layout, identity)
  await layOutGiven(layout, { attempt: run.attempt, source: raw.source, schema: skill.schemas.output, limit: maxOutputBytes })
  try {
    const log = layout.program(run.attempt, program.name)
    const { network, plan } = reachOfScript(deps, skill)
    const launch: Launch = { ...programLaunch(attempt, program), network }
    const options: Omit<ExecuteOptions, 'onListener'> = {
      timeoutMs: programTimeoutMs,
      silenceMs: 0,
      maxOutputBytes,
      signal,
      marker: mark,
      resources: attempt.resources,
      start: deps.startChild,
      secrets: deps.secrets,
      logs: { stdout: log, stderr: log },
      onStarted: (process) => deps.store.runs.started(run.id, { attempt: run.attempt, owner: run.owner }, process),
      // For the log only: what it prints is no part of the run's events.
      onLines: async () => {},
    }
    const start = (onListener: OnListener) => execute(deps.sandbox.wrap(launch), { ...options, onListener })
    const exit = await inWork(deps, layout, launch, () => throughGate(deps, { plan, refusals, secrets: deps.secrets }, start))
    await reclaim(layout)
    const text = await takeMade(layout, program.name, mostOutput + 1)
    if (exit.kind === 'canceled') return { kind: 'canceled' }
    return madeOf(problemOf(exit, programTimeoutMs), text)
  } finally {
    await dropGiven(layout)
  }
}

function programLaunch(attempt: Attempt, { name, command }: Program): Launch {
  const { skill, places, layout } = attempt
  const given = `${places.workspace}/given`
  const [raw, schema] = [`${given}/${givenRaw}`, `${given}/${givenSchema}`]
  const [first, ...rest] = commandArgv(command, `${name}.command`, skill, places.skill)
  const argv = [first, ...rest, '--raw', raw, '--schema', schema, '--workspace', places.workspace] as const
  const launch = scriptLaunch({ ...attempt, argv: [...argv], resultFile: 'result/result.json' })
  return {
    ...launch,
    stdin: null,
    env: { ...launch.env, SKILL_RAW_OUTPUT: raw, SKILL_OUTPUT_SCHEMA: schema, SKILL_WORKSPACE: places.workspace },
    mounts: [...launch.mounts, { from: layout.given, to: given, access: 'read' }],
  }
}

function madeOf(problem: string | null, text: string | null): Made {
  if (problem !== null) return { kind: 'failed', problem }
  const parsed = parseWhole(text ?? '')
  if (parsed.ok) return { kind: 'made', value: parsed.value, details: null, losses: parsed.losses }
  return { kind: 'failed', problem: `wrote a result/result.json that ${parsed.problem}` }
}

function problemOf(exit: Exit, timeoutMs: number): string | null {
  switch (exit.kind) {
    case 'exited':
      return exit.code === 0 ? null : `ended with exit code ${exit.code}`
    case 'signaled':
      return `was ended by ${exit.signal}`
    case 'timed_out':
      return `took longer than ${timeoutMs / 1000} s and was ended`
    case 'too_much_output':
      return 'printed more than it may and was ended'
    case 'limit_exceeded':
      return `used more ${exit.limit} than the ${exit.allowed} that it may, and was ended`
    case 'not_started':
      return `could not be started: ${exit.reason}`
    case 'silent':
    case 'canceled':
      return 'was ended'
    default:
      return unreachable(exit)
  }
}
