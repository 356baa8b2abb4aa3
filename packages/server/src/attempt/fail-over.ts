import type { EngineTried } from '../domain/fail-over.ts'
import { isProviderFault } from '../domain/fail-over.ts'
import type { RunError } from '../domain/run.ts'
import { Fenced } from '../events/log-deps.ts'
import { warning } from '../events/rasp.ts'
import { Fault } from '../lib/fault.ts'
import { redactArgv } from '../lib/redact-argv.ts'
import { shortened } from '../talk/shortened.ts'
import { renewHome } from '../workspace/prepare.ts'
import type { AttemptDeps } from './deps.ts'
import { failureOf } from './evidence.ts'
import { type Performed, perform } from './perform.ts'
import { persistently } from './persistently.ts'
import { policyOf } from './policy.ts'
import type { Attempt } from './prepare.ts'
import { appendEvents } from './run-child.ts'
import { stderrTail } from './turn-end.ts'

/** An attempt with the engine that counts, and what came of it. */
interface ByFirst {
  readonly ready: Attempt
  readonly performed: Performed
}

/**
 * What the entry point asks for, by the first engine of the job that reaches its provider. All that are tried share one attempt: its time,
 * its output limit, its budgets, its logs. Where one engine has done anything but fail, it is the one that counts.
 */
export async function performByFirst(deps: AttemptDeps, prepared: Attempt): Promise<ByFirst> {
  let ready = prepared
  let before: Performed | null = null
  for (;;) {
    const tried = await tryEngine(deps, ready, before)
    const fault = await providerFaultOf(ready, tried)
    if (fault === null || !mayFailOver(ready, tried)) return { ready, performed: counting(ready, tried) }
    before = 'performed' in tried ? tried.performed : before
    ready = await failOver(deps, ready, tried, fault)
  }
}

/** What became of one engine: its turn, or the fault for which it was not started. */
type Tried = { readonly performed: Performed } | { readonly fault: Fault }

/** Warnings and secrets of engines that were tried before are those of the attempt. */
async function tryEngine(deps: AttemptDeps, ready: Attempt, before: Performed | null): Promise<Tried> {
  try {
    const performed = await perform(deps, ready, before !== null)
    const { warnings, secrets } = before ?? { warnings: [], secrets: [] }
    return {
      performed: {
        ...performed,
        warnings: [...warnings, ...performed.warnings],
        secrets: [...new Set([...secrets, ...performed.secrets])],
      },
    }
  } catch (error) {
    if (error instanceof Fault) return { fault: error }
    throw error
  }
}

function counting({ run }: Attempt, tried: Tried): Performed {
  if ('performed' in tried) return tried.performed
  const { code, message, details } = tried.fault
  throw new Fault(code, namingTried(run.enginesTried, { code, message, details }).details, { cause: tried.fault })
}

/** A fault of the provider of the engine; null: there is none, or it is another one. */
async function providerFaultOf(ready: Attempt, tried: Tried): Promise<EngineTried | null> {
  const { engine, model, engineVersion, engineConfig, fallbacks } = ready.run
  const one = { engine, model, engineVersion, engineConfig }
  if (fallbacks.length === 0) return null
  if ('fault' in tried) {
    const { code, message, details } = tried.fault
    return isProviderFault(code) ? { ...one, errorCode: code, message: textOf(details['reason']) ?? message } : null
  }
  const { performed } = tried
  const { exit, by } = performed
  const hasFailed =
    exit.kind === 'signaled' || (exit.kind === 'exited' && (exit.code !== 0 || (by?.heard.failure ?? null) !== null))
  const failure = hasFailed ? failureOf(performed, await stderrTail(ready, performed)) : null
  if (failure === null || !isProviderFault(failure.code)) return null
  return { ...one, errorCode: failure.code, message: failure.reason ?? 'It did not say why.' }
}

/** Before the first question, and before anything was used that may have changed something. */
function mayFailOver({ run, turn, meter, signal }: Attempt, tried: Tried): boolean {
  const isFirst = run.attempt === 1 && turn === null
  const hasActed = 'performed' in tried && (tried.performed.left.touchedOutput || mayHaveUsedTool(tried.performed))
  return isFirst && !hasActed && !signal.aborted && meter.passed() === null
}

const mayHaveUsedTool = ({ by }: Performed): boolean => by !== null && (by.heard.usedTool || by.start.engine.hidesTools === true)

/** In the row first: whoever reads it sees the engine that is at work, also after a crash. */
async function failOver(deps: AttemptDeps, ready: Attempt, tried: Tried, fault: EngineTried): Promise<Attempt> {
  const { run, layout, identity, allowance, tries } = ready
  const [next, ...fallbacks] = run.fallbacks
  if (!next) throw new Error('There is no engine left to try')
  const reported = { ...fault, message: shortened(fault.message, longestMessage) }
  const enginesTried = [...run.enginesTried, reported]
  const message = `${fault.engine} could not reach its provider (${fault.errorCode}), so ${next.engine} is started.`
  await appendEvents(deps, ready, [warning('ENGINE_FAILED_OVER', message)])
  // What one engine said must not be stored as the words of the next.
  await deps.log.flush(run.id)
  const fence = { attempt: run.attempt, owner: run.owner }
  const record = () => deps.store.runs.failOver(run.id, fence, enginesTried, next, fallbacks)
  const isOurs = await persistently(deps, record, ready.signal, 'cannot record the next engine of a run; retrying')
  if (!isOurs) throw new Fenced(run.id, run.attempt)
  await renewHome(layout, identity)
  const performed = 'performed' in tried ? tried.performed : null
  const entry = {
    tried: reported,
    cliVersion: run.engineVersion,
    argv: performed && redactArgv(performed.argv, performed.secrets),
    exit: performed?.exit ?? null,
    sandboxPolicy: performed && policyOf(deps, ready, performed.by),
    ends: allowance.printed(),
  }
  deps.logger.warn({ run_id: run.id, engine: fault.engine, error_code: fault.errorCode, next: next.engine }, 'engine failed over')
  return { ...ready, run: { ...run, ...next, fallbacks, enginesTried }, tries: [...tries, entry] }
}

/** In characters. */
const longestMessage = 1024

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** With every engine that was tried before. */
export const namingTried = (tried: readonly EngineTried[], error: RunError): RunError =>
  tried.length === 0
    ? error
    : {
        ...error,
        details: {
          ...error.details,
          engines_tried: tried.map(({ engine, errorCode, message }) => ({ engine, error_code: errorCode, message })),
        },
      }
