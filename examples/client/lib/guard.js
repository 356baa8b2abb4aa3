// Which requests this client answers. It has no sign-in of its own, so any web site that the same browser shows could
// try to use it: by a form that posts here, or by a host name that is made to lead to 127.0.0.1.

/**
 * @param {{ headers: import('node:http').IncomingHttpHeaders, socket: { localPort?: number | undefined } }} request
 * @returns {boolean}
 */
export function isFromOurPages({ headers, socket }) {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => (socket.localPort === 80 ? name : `${name}:${socket.localPort}`))
  const isOurHost = headers.host !== undefined && hosts.includes(headers.host)
  // Browsers name the page that sends a request. Programs such as curl do not, and could do anything anyway.
  const isOurPage = headers.origin === undefined || hosts.some((host) => headers.origin === `http://${host}`)
  return isOurHost && isOurPage
}
