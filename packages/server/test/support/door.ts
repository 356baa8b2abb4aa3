import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { note } from '../../../../test/verifies.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import { parseOpenApi } from '../../src/http/openapi.ts'
import { route } from '../../src/http/route.ts'
import { buildServer, closeServer, type DoorDeps } from '../../src/http/server.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { Fault } from '../../src/lib/fault.ts'

export const openapi = parseOpenApi(readFileSync(new URL('../../../../openapi.json', import.meta.url)))

export interface Door extends AsyncDisposable {
  readonly app: FastifyInstance
  readonly base: string
  readonly port: number
  readonly lines: readonly Record<string, unknown>[]
  readonly bodies: readonly unknown[]
  ask(path: string, options?: RequestInit): Promise<Answer>
  raw(text: string): Promise<string>
}

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

const local = { host: '127.0.0.1', allowedHosts: [], corsOrigins: [], tokens: [], rateLimit: 0 } as const

/** A real server on a free loopback port, with stub handlers behind real operations: it is the door that is tested. */
export async function startDoor(deps: Partial<DoorDeps> = {}, add: (app: FastifyInstance) => void = () => {}): Promise<Door> {
  const lines: Record<string, unknown>[] = []
  const bodies: unknown[] = []
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const app = buildServer({ config: local, log, openapi, clock: systemClock, metrics: createMetrics({}), actions: null, ...deps })
  addStubs(app, bodies)
  add(app)
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const port = Number(new URL(base).port)
  return {
    app,
    base,
    port,
    lines,
    bodies,
    ask: (path, options) => ask(base + path, options),
    raw: (text) => raw(port, text),
    [Symbol.asyncDispose]: () => closeServer(app, 200),
  }
}

function addStubs(app: FastifyInstance, bodies: unknown[]): void {
  route(app, 'getHealth', () => ({ status: 'ok' }) as const)
  route(app, 'listSkills', () => [])
  route(app, 'createJob', async ({ body }) => {
    bodies.push(body)
    if (body.skill_id === 'full') throw new Fault('QUEUE_FULL')
    return { request_id: 'job_1', cache_hit: false, status: 'queued' as const }
  })
  route(app, 'cancelJob', async ({ params }) => ({
    request_id: params.request_id,
    run_id: 'run_1',
    status: 'canceled' as const,
    accepted: true,
    message: '',
  }))
  route(app, 'getJobResult', ({ params }) => {
    if (params.request_id === 'job_bug') throw new Error('a bug with a secret-looking stack')
    throw new Fault('RESULT_NOT_READY')
  })
  route(app, 'getJobArtifact', ({ params, reply }) => reply.type('text/plain').send(params.path))
}

async function ask(url: string, options: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, options)
  const text = await response.text()
  const json: unknown =
    text !== '' && response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null
  if (response.status >= 400) noteCode(json)
  return { status: response.status, headers: response.headers, text, json }
}

export const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Sends bytes that no client library would, and gives back all that comes until the server hangs up. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const body = answer.slice(answer.indexOf('\r\n\r\n') + 4)
      if (body.startsWith('{"error"')) noteCode(JSON.parse(body.slice(0, body.lastIndexOf('}') + 1)))
      resolve(answer)
    })
  })
}

function noteCode(json: unknown): void {
  note('error', codeOf(json))
}

export function codeOf(json: unknown): string {
  const { error } = (json ?? {}) as { error?: { code?: string } }
  return error?.code ?? '(no code)'
}
