import { join } from 'node:path'
import type { Endpoint } from '../domain/exec-service.ts'
import { readJson } from './read-json.ts'

interface Told {
  readonly port: number
  readonly host_port: number
  readonly host?: string
  readonly reached: boolean
}

/** The number of setns on the processors that Node runs on. */
const setnsCalls: Readonly<Record<string, number>> = { x64: 308, arm64: 268, riscv64: 268, loong64: 268, ppc64: 350, s390x: 339 }

/** For the nursery: how its networks are entered on this processor, and what is led there. Empty: nothing is, or nobody can enter. */
export function portsText(ports: readonly number[], isLedOut: boolean): string {
  const call = setnsCalls[process.arch]
  const led = [...(isLedOut ? ['out'] : []), ...ports]
  return led.length === 0 || call === undefined ? '' : [call, ...led].join(' ')
}

/** In the folder of a kept command that is led out: where the server listens for its connections. */
export const wayOutName = 'gate'

/** Where the ports of a kept command are, as whoever leads there tells; null: it has not told yet. */
export async function readPorts(folder: string): Promise<Endpoint[] | null> {
  const told = await readJson<Told[]>(join(folder, 'ports.json'))
  // One that an earlier server started, and still leads there, does not tell its host.
  return (
    told?.map(({ port, host_port: hostPort, host = '127.0.0.1', reached: isReached }) => ({ port, host, hostPort, isReached })) ??
    null
  )
}
