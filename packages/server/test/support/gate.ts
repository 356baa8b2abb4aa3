import assert from 'node:assert/strict'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer, isIP, type Server } from 'node:net'
import type { TestContext } from 'node:test'
import { type Decision, type Gate, type GateLimits, openGate } from '../../src/gate/open-gate.ts'
import { type GateRule, parseRule } from '../../src/gate/rules.ts'
import type { World } from '../../src/gate/world.ts'

export type Names = Readonly<Record<string, readonly string[] | (() => readonly string[])>>

/** A world in which every address but loopback is answered by one server of the test; it tells what was dialled. */
export function worldOf(names: Names, port: number): World & { readonly dialled: string[] } {
  const dialled: string[] = []
  return {
    dialled,
    resolve: async (name) => {
      const found = names[name] ?? []
      return (typeof found === 'function' ? found() : found).map((address) => ({ address, family: isIP(address) }))
    },
    connect: (addresses, wanted) => {
      dialled.push(`${addresses.map(({ address }) => address).join(' ')} ${wanted}`)
      const isLoopback = addresses.every(({ address }) => address === '127.0.0.1')
      return connect({ port: isLoopback ? wanted : port, host: '127.0.0.1', allowHalfOpen: true })
    },
    isOwn: (address) => address === ownPublicAddress,
  }
}

/** In that world an address of the machine itself. */
export const ownPublicAddress = '93.184.216.99'

/** What the gate says to a run about a host that it may not reach, as the first line of its answer and in its status. */
export const blockedAt = (host: string): string => `blocked by the sandbox policy: host ${host}; do not try another way`
export const blocked = (host: string, reason: string): string => `${blockedAt(host)}. Reason: ${reason}.`

export const ruleOf = (text: string, by: GateRule['by'] = 'skill'): GateRule => {
  const rule = parseRule(text, by)
  assert.ok(rule, text)
  return rule
}

export async function listenOn(context: TestContext, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => new Promise((resolve) => server.close(resolve)))
  return (server.address() as AddressInfo).port
}

/** An HTTP server of the host's loopback. */
export function serve(context: TestContext, answer: RequestListener): Promise<number> {
  const server = createHttpServer(answer)
  context.after(() => server.closeAllConnections())
  return listenOn(context, server)
}

/** A gate with a port of its own, and what it decided. */
export async function gateOn(
  context: TestContext,
  rules: readonly GateRule[],
  world: World,
  limits: Partial<GateLimits> = {},
): Promise<{ readonly port: number; readonly gate: Gate; readonly decisions: Decision[] }> {
  const decisions: Decision[] = []
  const gate = openGate({ rules, world, limits, onDecision: (decision) => decisions.push(decision) })
  const server = createServer((socket) => gate.accept(socket))
  const port = await listenOn(context, server)
  // The last that is asked for comes first: the server waits for its connections.
  context.after(() => gate.close())
  return { port, gate, decisions }
}
