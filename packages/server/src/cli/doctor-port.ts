import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { codeOf } from '../lib/thrown.ts'
import { type Check, fine } from './doctor-check.ts'

/** Whether the port is free. None of our servers uses it. */
export async function checkPort({ host, port }: Config): Promise<Check> {
  const refusal = await tryListen(host, port)
  if (refusal === null) return fine('port', port === 0 ? 'Any free port is used.' : `${port} on ${host} is free.`)
  const isTaken = refusal === 'EADDRINUSE'
  const message = isTaken ? `${port} on ${host} is in use by another program.` : `Cannot listen on ${host}:${port} (${refusal}).`
  const fix = isTaken || port < 1024 ? `PORT=${port < 1024 ? 8000 : port + 1} npm start` : 'HOST=127.0.0.1 npm start'
  return { name: 'port', ok: false, message, fix, needed: true }
}

function tryListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(codeOf(error)))
    server.listen({ host, port }, () => server.close(() => resolve(null)))
  })
}
