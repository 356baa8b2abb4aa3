import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Logger } from 'pino'
import type { RunError } from '../domain/run.ts'
import { warningOf } from '../domain/warning.ts'
import type { Decision } from '../gate/open-gate.ts'
import { masker } from '../lib/mask.ts'

/** A host that a run did not reach. */
interface Refusal {
  readonly host: string
  readonly port: number
  readonly reason: string
}

/** The hosts that a run did not reach, each once, up to a limit. */
export interface Refusals {
  /** Takes the decisions of a gate. `secrets` are those that the child knows. */
  listener(secrets: readonly string[]): (decision: Decision) => void
  warnings(): Warning[]
  /** The error of a failed run with the hosts that it did not reach: CLIs do not repeat the answer of a proxy. */
  explain(error: RunError): RunError
}

const mostOfThem = 20

export function openRefusals(logger: Logger): Refusals {
  const refused = new Map<string, Refusal>()
  const unreachable = new Map<string, Refusal>()
  const listener =
    (secrets: readonly string[]) =>
    ({ host, port, outcome, reason }: Decision) => {
      const noted = outcome === 'refused' ? refused : unreachable
      const key = `${host}:${port}`
      if (reason === null || noted.has(key) || noted.size >= mostOfThem) return
      const refusal = { host: covered(host, secrets), port, reason }
      noted.set(key, refusal)
      logger.warn({ ...refusal, outcome }, 'outbound connection failed')
    }
  return {
    listener,
    warnings: () => [...refused.values()].map(toWarning),
    explain: (error) => {
      const all = [...refused.values(), ...unreachable.values()]
      return all.length === 0 ? error : { ...error, details: { ...error.details, not_reached: all } }
    },
  }
}

const toWarning = ({ host, port, reason }: Refusal): Warning =>
  warningOf('NETWORK_REFUSED', `The run tried to reach ${host} on port ${port}: ${reason}.`, { host, port, reason })

/** A child may put a secret into a host name, also in lower case, so names are masked. */
function covered(host: string, secrets: readonly string[]): string {
  const mask = masker([...secrets, ...secrets.map((secret) => secret.toLowerCase())])
  return Buffer.concat([mask.push(Buffer.from(host)), mask.end()]).toString()
}
