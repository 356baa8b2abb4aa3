import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { proxyOf } from './proxy.ts'
import { type Reached, reach } from './reach.ts'
import type { GateRule } from './rules.ts'
import { realWorld, type World } from './world.ts'

/** The way out of one run: a proxy that lets through what the rules name. */
export interface Gate {
  accept(socket: Socket): void
  /** Ends everything that goes through it. */
  close(): void
}

/** What came of one try. */
export interface Decision {
  readonly host: string
  readonly port: number
  readonly outcome: 'connected' | 'refused' | 'failed'
  readonly reason: string | null
}

/** There is none on silence, because a model may think for minutes: the limits of the run end it. */
export interface GateLimits {
  readonly connections: number
  /** For the head of a request to arrive. */
  readonly headMs: number
  readonly headBytes: number
  readonly connectMs: number
}

export interface GateOptions {
  readonly rules: readonly GateRule[]
  onDecision(decision: Decision): void
  readonly limits?: Partial<GateLimits>
  readonly world?: World
}

const usualLimits: GateLimits = { connections: 64, headMs: 10_000, headBytes: 32 * 1024, connectMs: 15_000 }

export function openGate({ rules, onDecision, limits: given = {}, world = realWorld }: GateOptions): Gate {
  const limits = { ...usualLimits, ...given }
  const clients = new Set<Duplex>()
  const dialled = new Set<Duplex>()
  const lateHeads = new WeakMap<Duplex, NodeJS.Timeout>()
  let isOpen = true

  const hold = (socket: Socket) => keep(dialled, socket)
  const bounded = withFewLookups(world, limits.connections)
  const tryToReach = async (client: Duplex, host: string, port: number): Promise<Reached> => {
    const left = closingOf(client)
    const reached = await reach({ rules, world: bounded, connectMs: limits.connectMs, left, hold }, host, port)
    const reason = reached.kind === 'connected' ? null : reached.reason
    if (isOpen) onDecision({ host: host.slice(0, 253), port, outcome: reached.kind, reason })
    return reached
  }
  const server = proxyOf({ headBytes: limits.headBytes, onHead: (client) => clearTimeout(lateHeads.get(client)), tryToReach })
  return {
    accept(socket) {
      keep(clients, socket)
      if (!isOpen || clients.size > limits.connections) {
        socket.destroy()
        return
      }
      // A listener that was handed over has forgotten both; with Nagle's algorithm every turn waits 40 ms.
      socket.setNoDelay(true)
      socket.allowHalfOpen = true
      const tooLate = setTimeout(() => socket.destroy(), limits.headMs)
      lateHeads.set(socket, tooLate)
      socket.once('close', () => clearTimeout(tooLate))
      server.emit('connection', socket)
    },
    close() {
      isOpen = false
      for (const socket of [...clients, ...dialled]) socket.destroy()
    },
  }
}

/** A look-up cannot be taken back: it goes on when its client has left, and others could be begun meanwhile without end. */
function withFewLookups(world: World, most: number): World {
  let underWay = 0
  const resolve: World['resolve'] = async (name, by) => {
    if (underWay >= most) return []
    underWay += 1
    return world.resolve(name, by).finally(() => underWay--)
  }
  return { ...world, resolve }
}

function closingOf(client: Duplex): AbortSignal {
  const closing = new AbortController()
  if (client.destroyed) closing.abort()
  else client.once('close', () => closing.abort())
  return closing.signal
}

function keep(all: Set<Duplex>, socket: Socket): void {
  all.add(socket)
  // Whoever waits for it sees its end; that a connection breaks is no error of ours.
  socket.on('error', () => {}).once('close', () => all.delete(socket))
}
