import type { IncomingMessage } from 'node:http'
import type { Json } from './json.ts'

/** A body, or why it cannot be read. */
type Body = { readonly ok: true; readonly json: Json } | { readonly ok: false; readonly status: 400 | 413; readonly why: string }

/** Reads to the end even what is too large, so that the client is there to hear the answer. Nothing if the client goes away meanwhile. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request) {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
    }
  } catch {
    return undefined
  }
  if (size > limit) return { ok: false, status: 413, why: `the body has ${size} bytes, more than ${limit}` }
  const encoding = request.headers['content-encoding']
  if (encoding) return { ok: false, status: 400, why: `the body is encoded as ${encoding}` }
  return parse(Buffer.concat(chunks).toString('utf8'))
}

function parse(text: string): Body {
  try {
    return { ok: true, json: text === '' ? null : JSON.parse(text) }
  } catch {
    return { ok: false, status: 400, why: 'the body is not JSON' }
  }
}
