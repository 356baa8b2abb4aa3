import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Exit } from '../domain/launch.ts'
import { renewHome } from '../workspace/prepare.ts'
import type { AttemptDeps } from './deps.ts'
import type { Heard } from './hear.ts'
import type { Attempt } from './prepare.ts'
import { type EngineStart, prepareEngine } from './prepare-engine.ts'
import { runScript } from './run-script.ts'
import { takeTurn } from './take-turn.ts'

/** The outcome of the children of a turn. */
export interface Performed {
  /** How the last child ended. */
  readonly exit: Exit
  readonly argv: readonly string[]
  /** Secret values that the children knew. */
  readonly secrets: readonly string[]
  /** Warnings about the files that they left. */
  readonly warnings: readonly Warning[]
  readonly left: Left
  /** From which byte on stderr is that of the last child. */
  readonly stderrFrom: number
  /** What is known of the engine; null: it was a script. */
  readonly by: EngineEnded | null
}

/** Where an answer may be, besides the result file. */
interface Left {
  /** What the engine said last, and meant as the answer. */
  readonly message: string | null
  /** The same without its done marker, translated back to the output schema if the engine had a schema in its own dialect. */
  readonly answer: string | null
  /** From which byte on stdout may be the answer; null: stdout has events of an engine, and no answer. */
  readonly stdoutFrom: number | null
  /** The result file was created, changed or written again. */
  readonly wroteResult: boolean
  /** A file in the folders of the output was written, as far as that is looked for: where another engine could follow. */
  readonly touchedOutput: boolean
}

export interface EngineEnded {
  readonly start: EngineStart
  readonly heard: Heard
  /** It resumed another session than the one it was given. */
  readonly lostSession: boolean
  /** Why its session cannot be resumed; null: it can. */
  readonly obstacle: string | null
}

/** What the entry point asks for: the script, a turn of the engine, or one after the other with one allowance of time and output. */
export async function perform(deps: AttemptDeps, attempt: Attempt, scriptIsDone: boolean): Promise<Performed> {
  const { entrypoint } = attempt.skill
  if (entrypoint.kind === 'script') return runScript(deps, attempt)
  // Before anything runs: an invalid template must fail before the script has run.
  const start = await prepareEngine(deps, attempt, entrypoint, attempt.turn)
  // The script has prepared the files once, for all turns of a conversation and for every engine that is tried.
  if (entrypoint.kind === 'prompt' || attempt.turn || scriptIsDone) return takeTurn(deps, attempt, start)
  const script = await runScript(deps, attempt)
  const isFine = script.exit.kind === 'exited' && script.exit.code === 0
  if (!isFine) return script
  // Files for the engine are put into its home by the server: what the script left there could lead them anywhere.
  await renewHome(attempt.layout, attempt.identity)
  const turn = await takeTurn(deps, attempt, start)
  return { ...turn, warnings: [...script.warnings, ...turn.warnings] }
}
