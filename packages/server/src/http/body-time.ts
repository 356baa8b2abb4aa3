import type { FastifyInstance } from 'fastify'
import { hasConnection } from './inner.ts'

/** How long what is left of a body is still read once its request was answered: the caller has to get to the answer. */
const lingerMs = 10_000

/**
 * Node knows one time limit for all requests. Uploads take longer than anything else may, so the limit of the others is kept here: a body
 * has to be there in time, and an upload has to bring something in every such span of time.
 */
export function limitBodyTime(app: FastifyInstance, ms: number): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    if (!hasConnection(request)) return
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return
    const { takesForms = false } = request.routeOptions.config
    let seen = raw.socket.bytesRead
    const timer = setInterval(() => {
      const arrived = raw.socket.bytesRead
      const goesOn = takesForms && arrived > seen && !raw.complete
      seen = arrived
      if (goesOn) return
      clearInterval(timer)
      // As Node itself does it, so that the answer is the same.
      if (!raw.complete) app.server.emit('clientError', tooSlow(), raw.socket)
    }, ms)
    timer.unref()
    raw.once('close', () => clearInterval(timer))
  })
  app.addHook('onResponse', async (request) => {
    const { raw } = request
    if (raw.complete || !hasConnection(request)) return
    const timer = setTimeout(() => !raw.complete && raw.socket.destroy(), lingerMs)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

const tooSlow = (): Error => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
