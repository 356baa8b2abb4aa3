import { connect } from 'node:net'
import type { Endpoint } from '../domain/exec-service.ts'

/** Long enough for whoever leads there to connect in turn. */
const stayMs = 100

/** Whether somebody listens there; nothing is said to him. */
export async function reachPort({ host, hostPort: port }: Pick<Endpoint, 'host' | 'hostPort'>): Promise<boolean> {
  const socket = connect({ host, port })
  try {
    return await new Promise((resolve) => {
      socket.once('error', () => resolve(false))
      socket.once('connect', () => {
        socket.once('close', () => resolve(true))
        socket.setTimeout(stayMs, () => resolve(true))
      })
    })
  } finally {
    socket.destroy()
  }
}
