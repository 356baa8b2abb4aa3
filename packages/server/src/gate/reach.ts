import type { LookupAddress } from 'node:dns'
import { isIP, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isPublic } from './addresses.ts'
import { decide } from './decide.ts'
import { type GateRule, isOfInternet, type Target } from './rules.ts'
import { dialThrough, type Upstream } from './upstream.ts'
import type { World } from './world.ts'

export interface Reaching {
  readonly rules: readonly GateRule[]
  readonly world: World
  /** To find the addresses and to be connected. */
  readonly connectMs: number
  /** Whoever asked has left: nobody wants the connection any more. */
  readonly left: AbortSignal
  /** Keeps every socket from its first moment on, so that closing the gate ends it. */
  hold(socket: Socket): void
}

export type Reached =
  | { readonly kind: 'connected'; readonly socket: Socket; readonly rule: GateRule }
  | { readonly kind: 'refused'; readonly reason: string }
  /** It may be reached, but cannot be. */
  | { readonly kind: 'failed'; readonly reason: string }

/** From a name to a connection: decided by name, resolved once, and dialled by the addresses that were looked at. */
export async function reach(reaching: Reaching, host: string, port: number): Promise<Reached> {
  const { rules, world, connectMs, left } = reaching
  const verdict = decide(rules, host, port)
  if (verdict.kind === 'refused') return verdict
  const { name, rule } = verdict
  const target = rule.at ?? { host: name, port }
  using over = deadline(connectMs, left)
  const upstream = rule.at === null ? (world.upstreamFor?.(name, port) ?? null) : null
  using enough = deadline(upstream === null ? connectMs : knownMs, left)
  const addresses = (await Promise.race([addressesOf(world, target, rule), enough.none])) ?? []
  const arePublic = addresses.every(({ address }) => isPublic(address) && !world.isOwn(address))
  if (rule.by === 'skill' && !(arePublic && (upstream === null || isOfInternet(name)))) return notPublic
  if (upstream !== null && arePublic) return await reachBy(upstream, reaching, target, rule, over)
  if (addresses.length === 0) return { kind: 'failed', reason: left.aborted ? tooSoon : 'the host has no address' }
  const socket = world.connect(addresses, target.port)
  reaching.hold(socket)
  if (await Promise.race([connected(socket), over.none])) return { kind: 'connected', socket, rule }
  socket.destroy()
  return { kind: 'failed', reason: left.aborted ? tooSoon : 'the host does not answer' }
}

/** A machine behind a proxy may have no name server that answers. One that does is believed about what is not public. */
const knownMs = 500

const notPublic: Reached = { kind: 'refused', reason: 'the host leads to an address that is not public' }

/** The proxy looks up the name once more: what it leads to is up to whoever runs that proxy. */
async function reachBy(
  upstream: Upstream,
  { left, hold }: Reaching,
  { host, port }: Target,
  rule: GateRule,
  over: Deadline,
): Promise<Reached> {
  const held: Socket[] = []
  const holdBoth = (socket: Socket) => {
    held.push(socket)
    hold(socket)
  }
  const socket = await Promise.race([dialThrough(upstream, host, port, holdBoth), over.none])
  if (socket) return { kind: 'connected', socket, rule }
  for (const one of held) one.destroy()
  return { kind: 'failed', reason: left.aborted ? tooSoon : 'the proxy of this server does not reach the host' }
}

const tooSoon = 'the program hung up before the host had answered'

async function addressesOf(world: World, { host }: Target, { by }: GateRule): Promise<readonly LookupAddress[]> {
  const family = isIP(host)
  return family === 0 ? world.resolve(host, by).catch(() => []) : [{ address: host, family }]
}

const connected = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('close', () => resolve(false))
  })

type Deadline = Disposable & { readonly none: Promise<null> }

function deadline(ms: number, left: AbortSignal): Deadline {
  const done = new AbortController()
  const none = wait(ms, null, { signal: AbortSignal.any([done.signal, left]) }).catch(() => null)
  return { none, [Symbol.dispose]: () => done.abort() }
}
