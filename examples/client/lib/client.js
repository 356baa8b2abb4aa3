// The client as a web server of its own: it sends pages to the browser, passes their requests on to the backend, and
// records some of them. The token of the backend stays in this process.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { BodyTooLarge, passOn, routeOf } from './backend.js'
import { isFromOurPages } from './guard.js'
import { loadPages } from './pages.js'
import { openRecordings } from './recordings.js'
import { sendError, sendJson, sendPage } from './send.js'

/** @typedef {import('./settings.js').Settings} Settings */
/** @typedef {{ request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse, url: URL }} Exchange */

/**
 * @param {Settings} settings
 * @param {{ isAllowed?: typeof isFromOurPages }} [guards] Tests replace the guard to show what it prevents.
 */
export async function openClient(settings, { isAllowed = isFromOurPages } = {}) {
  const pages = await loadPages()
  const recordings = openRecordings(settings.recordings)
  const server = createServer(async (request, response) => {
    try {
      if (!isAllowed(request)) return sendError(response, 403, 'NOT_OUR_PAGE', 'Only pages of this client may call it.')
      const url = new URL(request.url ?? '/', 'http://client')
      await answer({ request, response, url }, { settings, pages, recordings })
    } catch (error) {
      fail(response, error)
    }
  })
  // Loopback only: whoever reaches this program acts with its token.
  server.listen(settings.port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : settings.port
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/**
 * @param {Exchange} exchange
 * @param {{ settings: Settings, pages: Awaited<ReturnType<typeof loadPages>>, recordings: ReturnType<typeof openRecordings> }} deps
 */
async function answer(exchange, { settings, pages, recordings }) {
  const { request, response, url } = exchange
  const { pathname } = url
  const page = pages.get(pathname)
  if (page && request.method === 'GET') return sendPage(response, page)
  if (pathname === '/recordings' && request.method === 'GET')
    return sendJson(response, 200, { recordings: await recordings.list() })
  if (pathname.startsWith('/recordings/') && request.method === 'GET')
    return sendRecording(response, await recordings.read(decodeURIComponent(pathname.slice('/recordings/'.length))))
  const route = routeOf(request.method ?? '', pathname)
  if (route) return passOn(exchange, route, settings, recordings)
  sendError(response, 404, 'NOT_FOUND', `This client has nothing at ${request.method} ${pathname}.`)
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {Awaited<ReturnType<ReturnType<typeof openRecordings>['read']>>} found
 */
function sendRecording(response, found) {
  if (found.kind === 'found') return sendJson(response, 200, found.recording)
  if (found.kind === 'missing') return sendError(response, 404, 'RECORDING_NOT_FOUND', 'There is no recording with this name.')
  sendError(response, 422, 'RECORDING_INVALID', 'This file is not a recording of this client. Delete it, or record again.')
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {unknown} error
 */
function fail(response, error) {
  if (response.headersSent) return void response.destroy()
  if (error instanceof BodyTooLarge) return sendError(response, 413, 'TOO_LARGE', error.message)
  if (error instanceof URIError || (error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL'))
    return sendError(response, 400, 'INVALID_ADDRESS', 'The address of this request is not valid.')
  console.error(error)
  sendError(response, 500, 'UNEXPECTED', 'Unexpected error of the example client; its terminal shows more.')
}
