import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { JsonObject } from '@bufbuild/protobuf'
import { checked, methodPaths } from './descriptors.ts'
import { endStream, framed, unframed } from './frames.ts'
import type { Machine, Told } from './machine.ts'
import { answer, type Refuse } from './refuse.ts'

/** What is asked of the inside of a sandbox. */
export interface Inside {
  readonly machine: Machine
  readonly refuse: Refuse
  /** Whether the connection breaks: when the command has begun, or before it could. */
  loses(command: string, isBegun: boolean): boolean
}

export async function askInside(inside: Inside, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const path = url.pathname
  if (path === '/health') return void response.writeHead(204).end()
  if (path === '/files') return files(inside, request, response, url)
  if (path === '/process.Process/Start') return start(inside, request, response)
  inside.refuse(
    response,
    methodPaths.has(path) ? `${path} is part of the protocol, but not of this stand-in` : `${path} is unknown`,
  )
}

/** Runs a command and streams what it prints, until it has ended. One whose client goes away goes on. */
async function start({ machine, refuse, loses }: Inside, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const type = 'application/connect+json'
  if (request.headers['content-type'] !== type) return refuse(response, `content-type ${request.headers['content-type']}`)
  const asked = unframed(await buffer(request))
  try {
    checked('process.StartRequest', asked)
  } catch (error) {
    return refuse(response, String(error))
  }
  const { cmd, args = [], envs = {}, cwd } = asked.process
  if (loses(args.at(-1), false)) return void response.destroy()
  response.writeHead(200, { 'content-type': type })
  const send = (event: JsonObject) => response.write(framed({ event: checked('process.ProcessEvent', event) }))
  const hear = (told: Told) => {
    // What it prints shows that it has begun: before that somebody else could still give it up.
    if (told.event === 'data' && loses(args.at(-1), true)) return void response.destroy()
    if (told.event === 'start') send({ start: { pid: told.pid } })
    if (told.event === 'data') send({ data: { [told.stream]: told.bytes } })
    if (told.event === 'failed') endStream(response, { code: 'invalid_argument', message: told.problem })
    if (told.event !== 'end') return
    const status = told.code === null ? `signal: ${told.signal}` : `exit status ${told.code}`
    send({ end: { exitCode: told.code ?? -1, exited: told.code !== null, status } })
    endStream(response)
  }
  machine.ask({ op: 'start', cmd, args, envs, cwd }, hear)
  void machine.gone.then(() => response.destroy())
}

async function files({ machine, refuse }: Inside, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const path = url.searchParams.get('path') ?? ''
  const unknown = [...url.searchParams.keys()].filter((name) => name !== 'path')
  if (unknown.length > 0 || !path.startsWith('/')) return refuse(response, `files with ${url.search}`)
  if (request.method === 'GET') {
    const told = await asked(machine, { op: 'read', path })
    if (told.event !== 'done') return answer(response, 404, { code: 404, message: `path '${path}' does not exist` })
    const bytes = Buffer.from(told.bytes ?? '', 'base64')
    return void response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes.length }).end(bytes)
  }
  if (request.method !== 'POST') return refuse(response, `${request.method} /files`)
  const told = await asked(machine, { op: 'write', path, bytes: (await uploaded(request)).toString('base64') })
  if (told.event !== 'done') return answer(response, 500, { code: 500, message: 'it could not be written' })
  answer(response, 200, [{ name: path.split('/').at(-1), type: 'file', path }])
}

const asked = (machine: Machine, operation: object): Promise<Told> =>
  Promise.race([
    new Promise<Told>((resolve) => machine.ask(operation, resolve)),
    machine.gone.then((): Told => ({ event: 'failed', problem: 'gone' })),
  ])

/** One file, as a part of a form or as it is. */
async function uploaded(request: IncomingMessage): Promise<Buffer> {
  const body = await buffer(request)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return body
  const file = (await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()).get('file')
  if (!(file instanceof Blob)) throw new Error('The form has no part file.')
  return Buffer.from(await file.arrayBuffer())
}
