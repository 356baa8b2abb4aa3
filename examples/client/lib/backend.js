// Passes the requests of the pages on to the server. These are all the requests of a whole client.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stepOf } from './recording.js'
import { sendError } from './send.js'

/** @typedef {{ method: string, path: RegExp, action: import('./recording.js').Action | null }} Route */

/** Four kinds of requests are recorded, each under the name of its action. */
const routes = [
  route('GET', '/v1/management/skills'),
  route('GET', '/v1/management/skills/{id}'),
  route('GET', '/v1/management/skills/{id}/schemas'),
  route('GET', '/v1/engines'),
  route('GET', '/v1/engines/{id}/models'),
  route('POST', '/v1/jobs', 'create'),
  route('POST', '/v1/jobs/{id}/upload', 'upload'),
  route('GET', '/v1/jobs/{id}'),
  route('GET', '/v1/jobs/{id}/events'),
  route('GET', '/v1/jobs/{id}/interaction/pending'),
  route('POST', '/v1/jobs/{id}/interaction/reply', 'reply'),
  route('POST', '/v1/jobs/{id}/cancel'),
  route('GET', '/v1/jobs/{id}/result', 'result_read'),
  route('GET', '/v1/jobs/{id}/artifacts/{path}'),
]

/**
 * @param {string} method
 * @param {string} path
 * @param {import('./recording.js').Action | null} [action]
 * @returns {Route}
 */
function route(method, path, action = null) {
  return { method, path: new RegExp(`^${path.replace('{id}', '[^/]+').replace('{path}', '.+')}$`), action }
}

/**
 * @param {string} method
 * @param {string} pathname
 */
export const routeOf = (method, pathname) => routes.find((one) => one.method === method && one.path.test(pathname)) ?? null

/** Headers that are passed on. Authorization is not among them: this client adds its own. */
const requestHeaders = ['accept', 'content-type', 'idempotency-key', 'last-event-id']
const responseHeaders = ['content-type', 'content-disposition', 'retry-after', 'x-request-id']

/** Nothing that a run made is shown as a page of this client: an artifact could be HTML with a script. */
const harmless = { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' }

/**
 * @param {import('./client.js').Exchange} exchange
 * @param {Route} route
 * @param {import('./settings.js').Settings} settings
 * @param {ReturnType<typeof import('./recordings.js').openRecordings>} recordings
 */
export async function passOn({ request, response, url }, { action }, settings, recordings) {
  const sent = {
    method: request.method ?? 'GET',
    path: url.pathname + url.search,
    headers: pick(request.headers, requestHeaders),
    body: request.method === 'POST' ? await readBody(request) : null,
  }
  const answer = await ask(settings, sent, endOf(response, sent))
  if (answer instanceof Error) return sendError(response, 502, 'BACKEND_UNREACHABLE', unreachable(settings, answer))
  if (answer.status === 401) return sendError(response, 401, 'UNAUTHORIZED', unauthorized(settings))
  const head = { ...pick(Object.fromEntries(answer.headers), responseHeaders), 'cache-control': 'no-store', ...harmless }
  if (action === null) return streamTo(response.writeHead(answer.status, head), answer.body)
  const text = await answer.text()
  await recordings.add(await stepOf(action, sent, { status: answer.status, text }, settings.token))
  response.writeHead(answer.status, head).end(text)
}

/**
 * If the browser leaves, nobody needs the answer. A request that changes something is still sent to its end.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {import('./recording.js').Sent} sent
 */
function endOf(response, { body }) {
  const left = new AbortController()
  if (body === null) response.once('close', () => left.abort())
  return left.signal
}

/**
 * @param {import('./settings.js').Settings} settings
 * @param {import('./recording.js').Sent} sent
 * @param {AbortSignal} signal
 * @returns {Promise<Response | Error>}
 */
async function ask({ backend, token }, { method, path, headers, body }, signal) {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` }
  try {
    return await fetch(backend + path, { method, headers: { ...headers, ...authorization }, body, redirect: 'manual', signal })
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/**
 * @param {NodeJS.Dict<string | string[]>} headers
 * @param {readonly string[]} names
 * @returns {Record<string, string>}
 */
const pick = (headers, names) =>
  Object.fromEntries(names.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])))

/** The server takes uploads of up to 2 GiB. This example keeps a whole upload in memory, since it is recorded. */
const mostBytes = 64 * 1024 * 1024

export class BodyTooLarge extends Error {
  constructor() {
    super('This example client passes on at most 64 MiB at once. Send larger files to the server directly.')
  }
}

/** @param {import('node:http').IncomingMessage} request */
async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > mostBytes) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * @param {import('./settings.js').Settings} settings
 * @param {Error} error
 */
function unreachable({ backend }, { cause }) {
  const why = cause instanceof Error && 'code' in cause ? ` (${cause.code})` : ''
  return `No server responds at ${backend}${why}. Start it with "npm start", or set SKILL_RUNNER_E2E_CLIENT_BACKEND_BASE_URL to its address.`
}

/** @param {import('./settings.js').Settings} settings */
function unauthorized({ backend, token }) {
  const why = token === null ? 'asks for a token' : 'does not know this token'
  return `The server at ${backend} ${why}. Set SKILL_RUNNER_E2E_CLIENT_BACKEND_TOKEN and start this client again.`
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {ReadableStream<Uint8Array> | null} body
 */
async function streamTo(response, body) {
  if (body === null) return void response.end()
  // Events have to arrive one by one, so the head is sent before the first of them.
  response.flushHeaders()
  // Either side may end the connection at any time; the page connects again.
  await pipeline(Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (body)), response).catch(() => {})
}
