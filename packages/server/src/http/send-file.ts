import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Fault } from '../lib/fault.ts'
import type { OpenArtifact } from '../workspace/download.ts'
import { attachment } from './attachment.ts'
import { type FileHeaders, fileAnswer } from './file-answer.ts'

interface FileCall {
  readonly headers: FileHeaders
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Answers with an open file, or as much of it as was asked for, and closes it. Always as a download: nobody knows what is in it. */
export async function sendFile(file: OpenArtifact, path: string, call: FileCall): Promise<unknown> {
  let isSent = false
  try {
    const stream = answerWith(file, path, call)
    isSent = stream !== null
    return stream ?? nothing(call)
  } finally {
    if (!isSent) await file.close()
  }
}

/** Sets status and headers; null: they are all there is to send. */
function answerWith({ mime, size, sha256, stream }: OpenArtifact, path: string, { headers, request, reply }: FileCall) {
  const etag = sha256 && `"${sha256}"`
  const answer = fileAnswer(request.method, headers, { etag, size })
  if (answer.status === 416) {
    reply.header('content-range', `bytes */${size}`)
    throw new Fault('RANGE_NOT_SATISFIABLE', { size })
  }
  // It may be kept, but not used without asking: it may still change.
  if (etag) reply.headers({ etag, 'cache-control': 'private, no-cache' })
  reply.code(answer.status).header('accept-ranges', 'bytes')
  if (answer.status === 304) return null
  const { from, to } = answer
  if (answer.status === 206) reply.header('content-range', `bytes ${from}-${to - 1}/${size}`)
  reply
    .type(contentType(mime))
    .header('content-length', to - from)
    .header('content-disposition', attachment(path.split('/').at(-1) ?? ''))
  return request.method === 'HEAD' ? null : stream(from, to)
}

/** Fastify reads a length of nothing from an empty answer to HEAD, unless that is a stream. */
export const nothing = ({ request, reply }: Pick<FileCall, 'request' | 'reply'>): unknown =>
  request.method === 'HEAD' ? Readable.from([]) : reply.send()

/** Text without a word on its letters is read as whatever the country of the reader once used. */
const contentType = (mime: string): string => (/^text\/[^;]+$/.test(mime) ? `${mime}; charset=utf-8` : mime)
