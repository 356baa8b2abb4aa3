import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Logger } from 'pino'
import type { RunError } from '../domain/run.ts'
import { warningOf } from '../domain/warning.ts'
import type { Decision } from '../gate/open-gate.ts'
import { masker } from '../lib/mask.ts'

/** Somebody that a run did not reach. */
export interface Refusal {
  readonly host: string
  readonly port: number
  readonly reason: string
}

/** Whom a run did not reach, each once, and no more of them than anybody reads. */
export interface Refusals {
  /** Hears the decisions of a gate; the secrets are those that the child knows. */
  listener(secrets: readonly string[]): (decision: Decision) => void
  warnings(): Warning[]
  /** The error of a run that failed, with whom it did not reach: CLIs do not repeat the words of a proxy. */
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

/** A secret in a name would be carried away by whoever is asked for it; names come in lower case, too. */
function covered(host: string, secrets: readonly string[]): string {
  const mask = masker([...secrets, ...secrets.map((secret) => secret.toLowerCase())])
  return Buffer.concat([mask.push(Buffer.from(host)), mask.end()]).toString()
}
