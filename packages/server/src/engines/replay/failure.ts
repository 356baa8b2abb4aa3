import type { EngineEnd } from '../engine.ts'
import type { EngineFailure } from '../failure.ts'

/** Whatever a script makes it say or exit with: only without a word on stdout is it that there was no session to go on with. */
export function replayFailure({ exit, reason, understood, stderrTail }: EngineEnd): EngineFailure {
  const refused = exit.kind === 'exited' && exit.code === 65 && reason === null && !understood
  const [complaint] = (refused && noSession.exec(stderrTail)) || []
  return complaint === undefined ? { code: 'ENGINE_FAILED', reason } : { code: 'SESSION_RESUME_FAILED', reason: complaint }
}

const noSession = /^replay: there is no session .*$/m
