import { createServer } from 'node:net'
import type { Config } from '../config.ts'
import { codeOf } from '../lib/thrown.ts'
import { type Check, fine } from './doctor-check.ts'

/** The port is free, or one of our servers already uses it. */
export async function checkPort({ host, port }: Config): Promise<Check> {
  const refusal = await tryListen(host, port)
  if (refusal === null) return fine('port', port === 0 ? 'Any free port is used.' : `${port} on ${host} is free.`)
  if (refusal === 'EADDRINUSE' && (await isOurs(host, port)))
    return fine('port', `An Agent Skill Runner is already running on ${host}:${port}.`)
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

const patienceMs = 3000

async function isOurs(host: string, port: number): Promise<boolean> {
  try {
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/readyz`
    const answer: unknown = await (await fetch(url, { signal: AbortSignal.timeout(patienceMs) })).json()
    return typeof answer === 'object' && answer !== null && 'ready' in answer && 'sandbox_status' in answer
  } catch {
    return false
  }
}
