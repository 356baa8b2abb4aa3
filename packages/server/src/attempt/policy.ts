import { limitsWithin } from '../domain/resource-limit.ts'
import type { GateRule } from '../gate/rules.ts'
import type { SandboxPolicy } from '../workspace/audit.ts'
import type { AttemptDeps } from './deps.ts'
import { reachOfScript } from './network.ts'
import type { EngineEnded } from './perform.ts'
import type { Attempt } from './prepare.ts'

/** What held the children of an attempt, for its records: without a sandbox no network is kept from them, whatever was planned. */
export function policyOf(deps: PolicyDeps, { skill }: Pick<Attempt, 'skill'>, by: EngineEnded | null): SandboxPolicy {
  const { sandbox, limits } = deps
  const { network, plan } = by ? { network: by.start.launch.network, plan: by.start.plan } : reachOfScript(deps, skill)
  const isHeld = sandbox.status === 'bubblewrap'
  const level = isHeld ? network : 'host'
  return {
    status: sandbox.status,
    system_calls_filtered: isHeld && sandbox.unfiltered === null,
    network: { level, hosts: level === 'host' ? null : (plan?.rules ?? []).flatMap(nameOf) },
    limits: limitsWithin(skill.limits.resources, limits.ofRuns),
  }
}

type PolicyDeps = Pick<AttemptDeps, 'sandbox' | 'limits'>

/** Those that the skill asked for. Where the provider of an engine is may be a matter of the operator alone. */
const nameOf = ({ name, below, by }: GateRule): string[] => (by === 'skill' ? [below && name !== '*' ? `*.${name}` : name] : [])
