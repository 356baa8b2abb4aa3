// How this client answers the browser.

/** @typedef {import('node:http').ServerResponse} Response */

/** Pages load nothing from elsewhere, and nothing inline runs in them. */
const pageHeaders = {
  'content-security-policy': "default-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
}

/**
 * @param {Response} response
 * @param {import('./pages.js').Page} page
 */
export function sendPage(response, { type, content }) {
  response.writeHead(200, { ...pageHeaders, 'content-type': type })
  response.end(content)
}

/**
 * @param {Response} response
 * @param {number} status
 * @param {unknown} body
 */
export function sendJson(response, status, body) {
  response.writeHead(status, { ...pageHeaders, 'content-type': 'application/json; charset=utf-8' })
  response.end(JSON.stringify(body))
}

/**
 * Errors of this client have the shape of those of the server, so that a page treats both alike.
 *
 * @param {Response} response
 * @param {number} status
 * @param {string} code
 * @param {string} message
 */
export function sendError(response, status, code, message) {
  sendJson(response, status, { error: { code, message, details: {}, request_id: null } })
}
