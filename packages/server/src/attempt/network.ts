import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { asksForTooMuch, type Network, type NetworkLevel, networkOfEngine, networkOfScript } from '../domain/network.ts'
import { saysOutOfReach } from '../domain/policy-words.ts'
import type { RunError } from '../domain/run.ts'
import { warningOf } from '../domain/warning.ts'
import type { Engine, LaunchRequest } from '../engines/engine.ts'
import { mcpHosts } from '../engines/mcp-servers.ts'
import { type GatePlan, planGate } from '../gate/plan.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { AttemptDeps } from './deps.ts'

interface Reach {
  readonly network: NetworkLevel
  /** The ways through the gate; null: there is no gate before its network. */
  readonly plan: GatePlan | null
}

interface Policy {
  readonly sandbox: Pick<AttemptDeps['sandbox'], 'status'>
  readonly limits: Pick<AttemptDeps['limits'], 'engineNetwork'>
}

/** How far a script or another program of the skill reaches. */
export function reachOfScript({ sandbox, limits: { engineNetwork } }: Policy, { limits }: SkillPackage): Reach {
  const network = networkOfScript(limits.network, engineNetwork)
  const hosts = hostsOf(network)
  if (network.level === 'gated' && hosts.length === 0) return { network: 'off', plan: null }
  return { network: network.level, plan: network.level === 'gated' && hasGate(sandbox) ? planGate([], hosts) : null }
}

/** How far an engine reaches: through the gate to its provider, to the MCP servers of the operator, and to the hosts that are allowed. */
export function reachOfEngine(
  { sandbox, limits: { engineNetwork } }: Policy,
  { limits }: SkillPackage,
  { account }: Pick<Engine, 'account'>,
  { settings, env, model }: Pick<LaunchRequest, 'settings' | 'env' | 'model'>,
): Reach {
  // An engine without a provider needs no host.
  if (account === null) return { network: 'off', plan: null }
  const network = networkOfEngine(limits.network, engineNetwork)
  if (network.level !== 'gated' || !hasGate(sandbox)) return { network: 'host', plan: null }
  return { network: 'gated', plan: planGate(account.hosts(settings, env, model), network.hosts, mcpHosts(settings)) }
}

/** Only the sandbox has a network of its own, and only that enforces the gate. */
const hasGate = ({ status }: Policy['sandbox']): boolean => status === 'bubblewrap'

const hostsOf = (network: Network | null): readonly string[] => (network?.level === 'gated' ? network.hosts : [])

/** Warnings about network settings of the skill that have no effect. */
export function networkWarnings({ sandbox, limits: { engineNetwork } }: Policy, { limits, entrypoint }: SkillPackage): Warning[] {
  const asked = limits.network
  if (!hasGate(sandbox)) {
    const isScripts = entrypoint.kind === 'script' && hostsOf(asked).length === 0
    return asked === null || asked.level === 'host' || isScripts
      ? []
      : [notApplied('Without a sandbox nothing holds a run to the hosts that its skill names: its network was open.')]
  }
  if (asksForTooMuch(asked, engineNetwork)) return [notApplied(tooMuch)]
  const { ignored } = planGate([], hostsOf(asked))
  if (ignored.length === 0) return []
  return [
    notApplied(`Only host names can be allowed. These entries of the list had no effect: ${ignored.join(', ')}`, {
      entries: ignored,
    }),
  ]
}

const tooMuch =
  'The skill asks for the network of the host, which this server does not allow: it reached public hosts only. Its operator can set SKILL_RUNNER_ENGINE_NETWORK=host.'

/** The error of a script that failed because it has no network, with a fix: its own message only mentions names or hosts. */
export function explainOffline(deps: Policy, skill: SkillPackage, error: RunError): RunError {
  const isOffline = error.code === 'SCRIPT_FAILED' && hasGate(deps.sandbox) && reachOfScript(deps, skill).network === 'off'
  if (!isOffline || !saysOutOfReach(String(error.details['stderr_tail']))) return error
  const network =
    'The script has no network. Set automation.network of runner.json to "allowlist", and list the hosts in automation.allowlist.'
  return { ...error, details: { ...error.details, network } }
}

const notApplied = (message: string, details: unknown = null): Warning =>
  warningOf('NETWORK_ALLOWLIST_NOT_APPLIED', message, details)
