import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { RunError } from '../domain/run.ts'
import { warningOf } from '../domain/warning.ts'
import type { Engine, LaunchRequest } from '../engines/engine.ts'
import { type GatePlan, planGate } from '../gate/plan.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { AttemptDeps } from './deps.ts'

type InSandbox = Pick<AttemptDeps, 'sandbox'>

/** The ways out for a script or another program of the skill; null: it has none. */
export function scriptPlan({ sandbox }: InSandbox, { limits }: SkillPackage): GatePlan | null {
  const listed = listOf(limits.network)
  return sandbox.status === 'bubblewrap' && listed.length > 0 ? planGate([], listed) : null
}

/** The ways out for an engine, when its skill says how far it may reach: to its provider and the list. Null: there is no gate before its network. */
export function enginePlan(
  { sandbox }: InSandbox,
  { limits }: SkillPackage,
  { account }: Engine,
  { settings, env, model }: Pick<LaunchRequest, 'settings' | 'env' | 'model'>,
): GatePlan | null {
  if (sandbox.status !== 'bubblewrap' || limits.network === null || account === null) return null
  return planGate(account.hosts(settings, env, model), listOf(limits.network))
}

/** What of the skill's word on the network did not come true. */
export function networkWarnings({ sandbox }: InSandbox, { limits, entrypoint }: SkillPackage): Warning[] {
  const listed = listOf(limits.network)
  if (sandbox.status !== 'bubblewrap') {
    const isScripts = entrypoint.kind === 'script' && listed.length === 0
    return limits.network === null || isScripts
      ? []
      : [notApplied('Without a sandbox nothing holds a run to the hosts that its skill names: its network was open.')]
  }
  const { ignored } = planGate([], listed)
  if (ignored.length === 0) return []
  return [
    notApplied(`Only host names can be allowed. These entries of the list had no effect: ${ignored.join(', ')}`, {
      entries: ignored,
    }),
  ]
}

/** The error of a script that failed because it has no network, with what to do about it: its own words tell of names or hosts. */
export function explainOffline(deps: InSandbox, skill: SkillPackage, error: RunError): RunError {
  const isOffline = error.code === 'SCRIPT_FAILED' && deps.sandbox.status === 'bubblewrap' && scriptPlan(deps, skill) === null
  if (!isOffline || !outOfReach.test(String(error.details['stderr_tail']))) return error
  const network =
    'The script has no network. Set automation.network of runner.json to "allowlist", and list the hosts in automation.allowlist.'
  return { ...error, details: { ...error.details, network } }
}

/** As Node, Python, curl and wget, git and the C library say it. */
const outOfReach =
  /EAI_AGAIN|ENOTFOUND|ENETUNREACH|name resolution|resolve host|Name or service not known|Network is unreachable|getaddrinfo/i

const notApplied = (message: string, details: unknown = null): Warning =>
  warningOf('NETWORK_ALLOWLIST_NOT_APPLIED', message, details)

const listOf = (network: SkillPackage['limits']['network']): readonly string[] =>
  network === null || network === 'off' ? [] : network
