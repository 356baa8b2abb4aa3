import { on } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Fault } from '../lib/fault.ts'
import { messageOf } from '../lib/thrown.ts'
import type { Part } from '../workspace/receive.ts'
import { invalidRequest } from './invalid-request.ts'

/** No form of ours has more: one part for each input of a skill. */
const mostParts = 1000

/**
 * The parts of a form in the order in which they come; each has to be read before the next is asked for. Nothing is read before somebody
 * asks, and nothing is kept: what arrives waits in the socket until it is wanted.
 */
export async function* readParts(request: IncomingMessage): AsyncGenerator<Part> {
  const parser = await openParser(request)
  const end = new AbortController()
  let current: Readable | null = null
  const leave = (fault: Fault) => {
    end.abort(fault)
    current?.destroy(fault)
  }
  const cut = () => {
    if (!request.complete) leave(invalidRequest('', 'did not arrive whole', 'contentLength'))
  }
  // Both may fail when nobody listens any more; that must not end the server.
  parser.on('error', () => {})
  parser.on('file', (_name, content) => content.on('error', () => {}))
  onNoEnd(parser, () => leave(malformed(new Error('a part has no end of its headers'))))
  parser.once('partsLimit', () => leave(new Fault('UPLOAD_INVALID', { problem: `there are more than ${mostParts} parts` })))
  request.once('close', cut)
  try {
    const arriving = on(parser, 'file', { close: ['finish'], signal: end.signal })
    request.pipe(parser)
    if (request.destroyed) cut()
    for await (const [name, content, filename] of arriving as AsyncIterable<[string | undefined, Readable, string | undefined]>) {
      current = content
      yield { name: name ?? '', ...(filename ? { filename } : {}), content: piecesOf(content) }
    }
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : malformed(error)
  } finally {
    request.off('close', cut)
    request.unpipe(parser)
    // What nobody wants any more is read and forgotten, so that the caller gets to the answer.
    request.resume()
  }
}

/**
 * The parser says nothing of a part whose headers go on up to the next boundary, and then never that the form has ended. That is so
 * when all bytes were parsed and all parts read, and nothing is left that could still be said.
 */
function onNoEnd(parser: Awaited<ReturnType<typeof openParser>>, listener: () => void): void {
  let unread = 0
  let isParsed = false
  let hasEnded = false
  const look = () => {
    if (isParsed && unread === 0) setImmediate(() => hasEnded || listener())
  }
  parser.on('file', (_name, content) => {
    unread += 1
    content.once('close', () => {
      unread -= 1
      look()
    })
  })
  parser.once('prefinish', () => {
    isParsed = true
    look()
  })
  parser.once('finish', () => {
    hasEnded = true
  })
}

async function openParser(request: IncomingMessage) {
  const { Busboy } = await import('@fastify/busboy')
  try {
    const headers = { ...request.headers, 'content-type': request.headers['content-type'] ?? '' }
    const limits = { parts: mostParts, headerPairs: 20, headerSize: 4096 }
    // Every part is a stream, also one without a file name, and names are whole: what they mean is not for the parser to say.
    return new Busboy({ headers, limits, preservePath: true, isPartAFile: () => true })
  } catch (error) {
    throw malformed(error)
  }
}

async function* piecesOf(content: Readable): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (error) {
    throw malformed(error)
  }
}

const malformed = (error: unknown): Fault =>
  error instanceof Fault
    ? error
    : invalidRequest('', `is not multipart/form-data that can be read: ${messageOf(error)}`, 'multipart')
