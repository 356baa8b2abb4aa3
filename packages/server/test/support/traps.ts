import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { aloneVariable } from '../../../../scripts/alone.ts'

/** Why what a program tries to reach cannot be told here; false: it can. */
export const notAlone: string | false =
  process.env[aloneVariable] === '1' ? false : 'this needs a network of its own: npm test -- <this file>'

/** Listens where name servers and providers would, in a network where every address is local. */
export async function openTraps(): Promise<Traps> {
  const seen: string[] = []
  const names = createSocket('udp4')
  names.on('message', (packet) => void seen.push(`asked for the name ${nameIn(packet)}`))
  names.bind(53, '0.0.0.0')
  await once(names, 'listening')
  const doors = await Promise.all([53, 80, 443].map((port) => openDoor(port, seen)))
  const before = countersOf()
  return {
    tried: () => [...seen, ...whatFailed(before)],
    [Symbol.asyncDispose]: () => close(names, doors),
  }
}

interface Traps extends AsyncDisposable {
  /** Everything that was tried besides what listens on its own, in words. */
  tried(): readonly string[]
}

async function openDoor(port: number, seen: string[]): Promise<Server> {
  const door = createServer((socket) => {
    seen.push(`connected to ${socket.localAddress} port ${port}`)
    socket.on('error', () => {})
    socket.destroy()
  })
  door.listen(port, '::')
  await once(door, 'listening')
  return door
}

async function close(names: Socket, doors: readonly Server[]): Promise<void> {
  names.close()
  for (const door of doors) door.close()
}

/** The question of a query: labels with their lengths before them, from byte 12 on. */
function nameIn(packet: Buffer): string {
  const labels: string[] = []
  for (let at = 12; (packet[at] ?? 0) > 0; at += (packet[at] ?? 0) + 1)
    labels.push(packet.toString('latin1', at + 1, at + 1 + (packet[at] ?? 0)))
  return labels.join('.')
}

interface Counters {
  readonly refused: number
  readonly unheard: number
}

/** Of this network: connections that nobody took, and packets that nobody waited for. */
function countersOf(): Counters {
  return { refused: counter('Tcp', 'AttemptFails'), unheard: counter('Udp', 'NoPorts') + sixth('Udp6NoPorts') }
}

/** Connections of both families are counted together, packets apart. */
function counter(protocol: string, name: string): number {
  const [names = [], values = []] = readFileSync('/proc/self/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${protocol}: `))
    .map((line) => line.split(' '))
  return Number(values[names.indexOf(name)])
}

function sixth(name: string): number {
  return Number(new RegExp(`^${name}\\s+(\\d+)$`, 'm').exec(readFileSync('/proc/self/net/snmp6', 'utf8'))?.[1])
}

function whatFailed(before: Counters): string[] {
  const now = countersOf()
  return [
    ...(now.refused > before.refused ? [`${now.refused - before.refused} connections to ports where nobody listens`] : []),
    ...(now.unheard > before.unheard ? [`${now.unheard - before.unheard} packets to ports where nobody listens`] : []),
  ]
}
