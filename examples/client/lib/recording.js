// A request and its response → one step of a recording. Pure: values in, a value out.
import { createHash } from 'node:crypto'

/** @typedef {'create' | 'upload' | 'reply' | 'result_read'} Action */
/** @typedef {{ method: string, path: string, headers: Record<string, string>, body: Buffer<ArrayBuffer> | null }} Sent */
/**
 * @typedef {object} Step
 * @property {string} at
 * @property {Action} action
 * @property {{ method: string, path: string, headers: Record<string, string>, body: unknown }} request
 * @property {{ status: number, body: unknown }} response
 */

/**
 * @param {Action} action
 * @param {Sent} sent
 * @param {{ status: number, text: string }} received
 * @param {string | null} token
 * @returns {Promise<{ name: string, step: Step }>} `name` is that of the recording: the id of the job.
 */
export async function stepOf(action, sent, { status, text }, token) {
  const at = new Date().toISOString()
  const response = { status, body: jsonOr(text) }
  const request = { method: sent.method, path: sent.path, headers: headersOf(sent), body: await bodyOf(sent) }
  const step = /** @type {Step} */ (withoutSecrets({ at, action, request, response }, token))
  return { name: jobOf(action, sent.path, response.body) ?? `rejected_${at.replaceAll(/\D/g, '')}`, step }
}

/**
 * A job that was not created has no id.
 *
 * @param {Action} action
 * @param {string} path
 * @param {unknown} answer
 */
function jobOf(action, path, answer) {
  if (action !== 'create') return decodeURIComponent(path.split(/[/?]/)[3] ?? '')
  const id = typeof answer === 'object' && answer !== null && 'request_id' in answer ? answer.request_id : null
  return typeof id === 'string' ? id : null
}

/**
 * The headers that matter to the server. The boundary of a form is different each time and says nothing.
 *
 * @param {Sent} sent
 */
function headersOf({ headers }) {
  const type = headers['content-type']?.split(';')[0]
  const key = headers['idempotency-key']
  return { ...(type ? { 'content-type': type } : {}), ...(key ? { 'idempotency-key': key } : {}) }
}

/** @param {Sent} sent */
async function bodyOf({ headers, body }) {
  const type = headers['content-type'] ?? ''
  if (body === null || body.length === 0) return null
  if (!type.startsWith('multipart/form-data')) return jsonOr(body.toString())
  const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null)
  return form === null ? '(an invalid form)' : { parts: await Promise.all([...form].map(partOf)) }
}

/**
 * Of a file, everything but its content.
 *
 * @param {[string, FormDataEntryValue]} entry
 */
async function partOf([name, value]) {
  if (typeof value === 'string') return { name, value: jsonOr(value) }
  const sha256 = createHash('sha256')
    .update(new Uint8Array(await value.arrayBuffer()))
    .digest('hex')
  return { name, filename: value.name, type: value.type, size: value.size, sha256 }
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function jsonOr(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const leftOut = '(left out)'
const secretName = /(token|secret|password|authorization|api[_-]?key)$/i

/**
 * Texts whose name says that they are secret are left out, and so is the token of this client wherever it occurs.
 *
 * @param {unknown} value
 * @param {string | null} token
 * @returns {unknown}
 */
export function withoutSecrets(value, token) {
  if (typeof value === 'string') return token === null ? value : value.replaceAll(token, leftOut)
  if (Array.isArray(value)) return value.map((one) => withoutSecrets(one, token))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    typeof one === 'string' && secretName.test(name) ? leftOut : withoutSecrets(one, token),
  ])
  return Object.fromEntries(entries)
}
