import type { ExecError } from '../domain/exec.ts'
import { type Gate, openGate } from '../gate/open-gate.ts'
import { type GateRule, parseRule } from '../gate/rules.ts'
import { isWithin } from '../gate/within.ts'
import { Fault } from '../lib/fault.ts'
import type { ExecDeps } from './deps.ts'

/** A host that a command tried to reach, and did not. */
export interface NotReached {
  readonly host: string
  readonly port: number
  readonly reason: string
}

/** The way out of one command. */
export interface CommandGate extends Disposable, Pick<Gate, 'accept'> {
  /** Each once, and no more than anybody reads. */
  notReached(): readonly NotReached[]
}

/** Programs do not repeat the words of a proxy. */
export function withNotReached<End extends { readonly error: ExecError | null }>(end: End, failed: readonly NotReached[]): End {
  if (end.error === null || failed.length === 0) return end
  return { ...end, error: { ...end.error, details: { ...end.error.details, not_reached: failed } } }
}

const mostOfThem = 20

/** What a request asks for, as far as the operator lets commands go. Throws where it asks for more, before anything is made. */
export function rulesOf(deps: Pick<ExecDeps, 'limits' | 'sandbox' | 'remote'>, asked: readonly string[]): GateRule[] {
  const parsed = asked.map((entry) => ({ entry, rule: parseRule(entry, 'skill') }))
  const wrong = parsed.flatMap(({ entry, rule }, index) =>
    rule
      ? []
      : [{ path: `/network/allow/${index}`, message: `${entry.slice(0, 100)} is no host name: ${forms}`, keyword: 'format' }],
  )
  if (wrong.length > 0) throw new Fault('INVALID_REQUEST', { problems: wrong })
  const hosts = allowedHosts(deps)
  const allowed = hosts.flatMap((entry) => parseRule(entry, 'skill') ?? [])
  const refused = parsed.flatMap(({ entry, rule }) => (rule && isWithin(rule, allowed) ? [] : [entry]))
  if (refused.length > 0) throw new Fault('NETWORK_NOT_ALLOWED', { hosts: refused, allowed: hosts })
  return parsed.flatMap(({ rule }) => rule ?? [])
}

/** srt has no way through the gate, and a remote sandbox none to it. */
export const allowedHosts = ({ limits, sandbox, remote }: Pick<ExecDeps, 'limits' | 'sandbox' | 'remote'>): readonly string[] =>
  sandbox.status === 'srt' || remote !== null ? [] : limits.network

const forms = 'use example.com, *.example.com or example.com:8443'

/** One for each command: what it may reach is nothing to any other. */
export function openCommandGate({ gateWorld }: Pick<ExecDeps, 'gateWorld'>, rules: readonly GateRule[]): CommandGate {
  const failed = new Map<string, NotReached>()
  const gate = openGate({
    rules,
    world: gateWorld,
    onDecision({ host, port, reason }) {
      const key = `${host}:${port}`
      if (reason !== null && (failed.has(key) || failed.size < mostOfThem)) failed.set(key, { host, port, reason })
    },
  })
  return {
    accept: (socket) => gate.accept(socket),
    notReached: () => [...failed.values()],
    [Symbol.dispose]: () => gate.close(),
  }
}
