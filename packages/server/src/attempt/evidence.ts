import type { EngineFailure } from '../engines/failure.ts'
import type { Collected } from '../workspace/artifacts.ts'
import { endedFor } from './ended-for.ts'
import type { Evidence } from './judge.ts'
import type { Performed } from './perform.ts'
import type { Attempt } from './prepare.ts'
import type { Settled } from './settle-output.ts'
import type { TurnEnd } from './turn-end.ts'

/** What is known when an attempt is over, for the judge. */
export function evidenceOf(
  { run, skill, signal, scriptEnv, meter }: Attempt,
  performed: Performed,
  end: TurnEnd,
  { outcome, canceled }: Settled,
  { missing }: Collected,
): Evidence {
  const { by } = performed
  return {
    exit: canceled ? { kind: 'canceled' } : performed.exit,
    meaning: end.meaning,
    lostSession: by?.lostSession ?? false,
    sessionObstacle: by?.obstacle ?? null,
    maxAttempt: skill.maxAttempt,
    engineFailure: end.finished ? null : failureOf(performed, end.stderrTail),
    retrying: by?.heard.retrying ?? null,
    endedFor: endedFor(signal),
    // A CLI that knows the budget stops by itself when it is used up.
    overBudget: meter.passed() ?? (end.finished ? null : meter.usedUp()),
    stderrTail: end.stderrTail,
    timeoutSec: run.timeoutSec,
    outcome,
    missingArtifacts: missing,
    missingEnv: scriptEnv.missing,
  }
}

export function failureOf({ exit, by }: Performed, stderrTail: string): EngineFailure | null {
  if (by === null) return null
  const { failure: reason, understood } = by.heard
  return by.start.engine.failureOf({ exit, reason, understood, stderrTail })
}
