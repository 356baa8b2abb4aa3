import type { Run } from '../domain/run.ts'
import type { Engine } from '../engines/engine.ts'
import { Fault } from '../lib/fault.ts'
import type { RunsDeps } from '../runs/deps.ts'
import type { Raw } from './steps.ts'

/** What a recording has to know of the skill and the engine of its run. */
export interface SkillFacts {
  readonly resultFile: string
  readonly usageIs: Engine['usageIs']
  readonly raw: Raw
}

/** The pinned copy of a skill may be swept once its runs have ended; then it is taken for one of the usual kind. */
export async function skillOf(deps: RunsDeps, run: Run): Promise<SkillFacts> {
  const skill = await deps.snapshots.pinned(deps.layout.pins(run), run.skillDigest, run.skillId).then(
    (pinned) => pinned.skill,
    (error: unknown) => {
      if (error instanceof Fault) return null
      throw error
    },
  )
  // Raw lines of a CLI are in a format of its own, which replay does not read. A script of the skill prints by itself again.
  const isAlone = skill?.entrypoint.kind !== 'hybrid'
  return {
    resultFile: skill?.resultFile ?? 'result/result.json',
    usageIs: deps.engines.built[run.engine]?.usageIs ?? 'per_turn',
    raw: { stdout: isAlone && run.engine === 'replay', stderr: isAlone },
  }
}
