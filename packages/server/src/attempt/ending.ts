import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { BudgetUnit } from '../domain/budget.ts'
import type { Question } from '../domain/conversation.ts'
import type { Tokens } from '../domain/engine-event.ts'
import type { RunError } from '../domain/run.ts'
import { warningOf } from '../domain/warning.ts'
import type { RaspDraft } from '../events/rasp.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { sha256 } from '../lib/hash.ts'
import type { Level } from '../output/find.ts'
import { questionOf } from '../talk/question.ts'
import type { Collected } from '../workspace/artifacts.ts'
import type { EngineFacts } from '../workspace/audit.ts'
import type { ManifestEntry } from '../workspace/manifest.ts'
import type { Seen } from './audit.ts'
import type { AttemptDeps } from './deps.ts'
import { namingTried } from './fail-over.ts'
import type { Verdict } from './judge.ts'
import { schemaNotes } from './native-schema.ts'
import { explainOffline, networkWarnings } from './network.ts'
import type { KnownFacts } from './note-attempt.ts'
import type { Performed } from './perform.ts'
import { policyOf } from './policy.ts'
import type { Attempt } from './prepare.ts'
import { cappedWarnings } from './resources.ts'
import { missingEnvWarnings } from './script-env.ts'
import type { Settled } from './settle-output.ts'
import { markerWarnings, missingMarker, type TurnEnd } from './turn-end.ts'

/** The outcome of an attempt: everything that the last events and the row of the run need. */
export interface Ending {
  readonly verdict: Verdict
  readonly warnings: readonly Warning[]
  readonly artifacts: readonly ManifestEntry[]
  /** Events about what the attempt did to its folder, and about how it ended. */
  readonly changes: readonly RaspDraft[]
  readonly normalizationLevel: Level
  readonly usage: Tokens | null
  /** The question, and the session that goes on with the reply; null: nothing is asked. */
  readonly asks: { readonly question: Question; readonly session: string } | null
  /** For meta.json; null: the attempt did not get as far as its children. */
  readonly facts: KnownFacts | null
}

/** What is known of an attempt once it is judged. */
interface Judged {
  readonly ready: Attempt
  readonly performed: Performed
  readonly seen: Seen
  readonly end: TurnEnd
  readonly settled: Settled
  readonly collected: Collected
  readonly verdict: Verdict
}

export function endingOf(deps: AttemptDeps, judged: Judged): Ending {
  const { ready, performed, seen, end, settled, collected, verdict } = judged
  const { by } = performed
  const { outcome } = settled
  const asked = verdict.trigger === 'turn.needs_input' ? questionOf(performed.left.message) : null
  const warnings = warningsOf(deps, judged, asked?.problem ?? null)
  return {
    verdict: { ...verdict, error: verdict.error && explained(deps, ready, verdict.error) },
    warnings,
    artifacts: collected.manifest,
    changes: [...seen.drafts, ...missingMarker(ready, performed, end)],
    normalizationLevel: outcome?.ok ? outcome.level : null,
    usage: by && ready.meter.usage(),
    asks: asked && { question: asked.question, session: by?.heard.session ?? '' },
    facts: {
      argv: performed.argv,
      exit: performed.exit,
      secrets: performed.secrets,
      startedAt: ready.startedAt,
      endedAt: deps.clock.now(),
      engine: engineFacts(performed),
      sandboxPolicy: policyOf(deps, ready, by),
      by: ready.run,
      tries: ready.tries,
      warnings,
      counts: ready.audit.counts(),
    },
  }
}

const explained = (deps: AttemptDeps, { skill, run, refusals }: Attempt, error: RunError): RunError =>
  namingTried(run.enginesTried, explainOffline(deps, skill, refusals.explain(error)))

function warningsOf(deps: AttemptDeps, judged: Judged, problem: string | null): Warning[] {
  const { ready, performed, seen, end, settled, collected } = judged
  const { by } = performed
  return withoutRepeats([
    // What earlier attempts of the conversation reported still holds.
    ...ready.run.warnings,
    ...sandboxWarning(deps),
    ...networkWarnings(deps, ready.skill),
    ...ready.refusals.warnings(),
    ...seen.warnings,
    ...missingEnvWarnings(ready.skill, ready.scriptEnv),
    ...cappedWarnings(deps, ready.skill),
    ...(by ? schemaNotes(by.start.native) : []),
    ...performed.warnings,
    ...markerWarnings(performed, end),
    ...(end.finished && by ? untoldBudgets(ready, by.start.engine.id) : []),
    ...(problem === null ? [] : [notUnderstood(problem)]),
    ...settled.warnings,
    ...(settled.outcome?.warnings ?? []),
    ...collected.warnings,
  ])
}

const untoldBudgets = ({ meter }: Attempt, engine: string): Warning[] =>
  meter.untold().map((unit) =>
    warningOf(
      'BUDGET_NOT_REPORTED',
      `${engine} did not tell ${wordOf[unit]} of its last turn, so max_${unit} could not be checked for it.`,
      {
        engine,
        unit,
      },
    ),
  )

const wordOf: Readonly<Record<BudgetUnit, string>> = { cost_usd: 'the cost', tokens: 'the tokens' }

const notUnderstood = (problem: string): Warning =>
  warningOf('QUESTION_NOT_UNDERSTOOD', `The form of the question could not be read, so it is asked as free text: ${problem}`)

function withoutRepeats(warnings: readonly Warning[]): Warning[] {
  const byText = new Map(warnings.map((one) => [JSON.stringify(one), one]))
  return [...byText.values()]
}

function sandboxWarning({ sandbox }: AttemptDeps): Warning[] {
  if (sandbox.status === 'bubblewrap') return []
  const message = `This run had no sandbox (${sandbox.status}): ${sandbox.reason ?? 'switched off by configuration'}`
  return [warningOf('SANDBOX_NOT_IN_FORCE', message)]
}

function engineFacts({ by }: Performed): EngineFacts | null {
  if (by === null) return null
  const { installation, settings, native, canResume, resumes } = by.start
  const schema = native.schema === null ? null : { relaxations: native.relaxations }
  return {
    cliVersion: installation?.version ?? null,
    configDigest: sha256(canonicalJson(settings)),
    session: by.heard.session,
    schema,
    canResume,
    resumes,
  }
}
