import type { FastifyRequest } from 'fastify'
import { Fault } from '../lib/fault.ts'
import type { Part } from '../workspace/receive.ts'
import { invalidRequest } from './invalid-request.ts'
import { parseJsonBody } from './json-body.ts'
import { unsupportedMediaType } from './media-type.ts'
import type { OperationEntry } from './openapi.ts'
import { readParts } from './parts.ts'

export const isForm = (request: FastifyRequest): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(request.headers['content-type'] ?? '')

/** A form that is read as it arrives. */
export interface Form extends AsyncDisposable {
  readonly parts: AsyncGenerator<Part>
  /** Where a route takes JSON as well, this part comes first and holds what the JSON would: files are judged by what it says. */
  readonly bodyPart: string | null
}

/** The form that a request is; null: it is none. A route that takes nothing else refuses everything else. */
export function openForm(operation: OperationEntry, request: FastifyRequest): Form | null {
  if (!operation.form) return null
  if (!isForm(request) && operation.body) return null
  if (!isForm(request) && !isEmpty(request)) throw unsupportedMediaType(request)
  const parts = isForm(request) ? readParts(request.raw) : noParts()
  const dispose = async () => void (await parts.return(undefined))
  return { parts, bodyPart: operation.body === null ? null : operation.bodyPart, [Symbol.asyncDispose]: dispose }
}

/** No body at all: what clients send that make a form of their files, and have none. */
const isEmpty = ({ headers }: FastifyRequest): boolean =>
  headers['content-type'] === undefined && headers['transfer-encoding'] === undefined && !Number(headers['content-length'])

async function* noParts(): AsyncGenerator<Part> {}

export async function bodyOf(form: Form | null, request: FastifyRequest): Promise<unknown> {
  if (!form?.bodyPart) return request.body
  const first = await form.parts.next()
  if (first.done || first.value.name !== form.bodyPart)
    throw invalidRequest(`/${form.bodyPart}`, 'must be the first part of the form', 'required')
  return parseJsonBody(request, await wholeOf(first.value, request.routeOptions.bodyLimit ?? 0))
}

async function wholeOf({ name, content }: Part, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of content) {
    size += piece.length
    if (size > limit) throw new Fault('PAYLOAD_TOO_LARGE', { limit_bytes: limit, part: name })
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
