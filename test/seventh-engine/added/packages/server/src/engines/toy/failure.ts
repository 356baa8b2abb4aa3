import type { EngineEnd } from '../engine.ts'
import type { EngineFailure } from '../failure.ts'

export function toyFailure({ reason, understood, stderrTail }: EngineEnd): EngineFailure {
  const [complaint] = (!understood && /^toy: there is no session .*$/m.exec(stderrTail)) || []
  return complaint === undefined ? { code: 'ENGINE_FAILED', reason } : { code: 'SESSION_RESUME_FAILED', reason: complaint }
}
