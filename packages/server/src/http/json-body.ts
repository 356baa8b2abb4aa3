import type { FastifyRequest } from 'fastify'
import { Fault } from '../lib/fault.ts'
import { messageOf } from '../lib/thrown.ts'
import { invalidRequest } from './invalid-request.ts'

/** Deeper than any real input, and shallow enough that nothing recursive behind the door can run out of stack. */
const deepest = 128

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The bytes of a body → a JSON value that is safe to walk and to copy; undefined when there are none. */
export function parseJsonBody(request: FastifyRequest, bytes: Buffer): unknown {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw new Fault('UNSUPPORTED_MEDIA_TYPE', { content_encoding: encoding })
  if (bytes.length === 0) return undefined
  const value = parse(bytes)
  refuseHostile(value)
  return value
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch (cause) {
    throw new Fault('INVALID_JSON', { reason: messageOf(cause) }, { cause })
  }
}

/** Walks without recursion: a body of nothing but brackets must not end on the stack of the one who checks it. */
function refuseHostile(body: unknown): void {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: body, path: '', depth: 1 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next
    if (typeof value !== 'object' || value === null) continue
    if (depth > deepest) throw invalidRequest('', `must not be nested deeper than ${deepest} levels`, 'maxDepth')
    if (Array.isArray(value)) {
      for (const item of value) if (typeof item === 'object') open.push({ value: item, path: `${path}/-`, depth: depth + 1 })
      continue
    }
    if (Object.hasOwn(value, '__proto__')) throw invalidRequest(`${path}/__proto__`, 'is not an allowed name', 'propertyNames')
    for (const [key, item] of Object.entries(value)) {
      if (typeof item === 'object')
        open.push({ value: item, path: path.length > 200 ? path : `${path}/${key.slice(0, 64)}`, depth: depth + 1 })
    }
  }
}
