import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Exit } from '../domain/launch.ts'
import { renewHome } from '../workspace/prepare.ts'
import type { AttemptDeps } from './deps.ts'
import type { Heard } from './hear.ts'
import type { Attempt } from './prepare.ts'
import { type EngineStart, prepareEngine } from './prepare-engine.ts'
import { runScript } from './run-script.ts'
import { takeTurn } from './take-turn.ts'

/** What the children of a turn left when they had ended. */
export interface Performed {
  /** How the last child ended. */
  readonly exit: Exit
  readonly argv: readonly string[]
  /** Values that the children knew and that nobody may be shown. */
  readonly secrets: readonly string[]
  /** About what they left. */
  readonly warnings: readonly Warning[]
  readonly left: Left
  /** What the engine added to that; null: it was a script. */
  readonly by: EngineEnded | null
}

/** Where an answer may be, besides the result file. */
export interface Left {
  /** What the engine said last, and meant as the answer. */
  readonly message: string | null
  /** The same without its done marker, and in the words of the output schema where the engine had to use others. */
  readonly answer: string | null
  /** From which byte on stdout may be the answer; null: nowhere, it is the talk of an engine. */
  readonly stdoutFrom: number | null
  /** The result file is another than before, or was written again. */
  readonly wroteResult: boolean
}

export interface EngineEnded {
  readonly start: EngineStart
  readonly heard: Heard
  /** It took up another session than the one it had to go on with. */
  readonly lostSession: boolean
  /** Why another start could not go on with its session; null: it can. */
  readonly obstacle: string | null
}

/** What the entry point asks for: the script, a turn of the engine, or one after the other with one allowance of time and output. */
export async function perform(deps: AttemptDeps, attempt: Attempt): Promise<Performed> {
  const { entrypoint } = attempt.skill
  if (entrypoint.kind === 'script') return runScript(deps, attempt)
  // Before anything runs: a template that cannot be rendered must not cost a run of the script.
  const start = await prepareEngine(deps, attempt, entrypoint, attempt.turn)
  // The script has prepared the files of a conversation once for all its turns.
  if (entrypoint.kind === 'prompt' || attempt.turn) return takeTurn(deps, attempt, start)
  const script = await runScript(deps, attempt)
  const isFine = script.exit.kind === 'exited' && script.exit.code === 0
  if (!isFine) return script
  // Files for the engine are put into its home by the server: what the script left there could lead them anywhere.
  await renewHome(attempt.layout, attempt.identity)
  const turn = await takeTurn(deps, attempt, start)
  return { ...turn, warnings: [...script.warnings, ...turn.warnings] }
}
