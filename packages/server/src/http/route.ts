import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { OperationId, Operations } from '@agent-skill-runner/contract/operations/index.ts'
import type { Operation, RequestOf, ResponseOf } from '@agent-skill-runner/contract/operations/operation.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../domain/job.ts'
import type { Part } from '../workspace/receive.ts'
import { bodyOf, openForm } from './form.ts'
import { jsonType } from './headers.ts'
import type { OperationEntry } from './openapi.ts'
import { warningsOf } from './unknown-names.ts'
import type { CheckedRequest, RawRequest, Validators } from './validate.ts'

/** What a handler is given: the request as its operation describes it, and who asks. */
export type Call<Id extends OperationId> = RequestOf<Operations[Id]> & {
  readonly principal: Principal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Ends when the caller has left or the server is stopping. */
  readonly signal: AbortSignal
  /** Names in the request that were ignored. They are added to whatever is returned; who sends an answer by itself says them too. */
  readonly warnings: readonly Warning[]
  /** What is left of a form once its operation has its body; null: the request was no form. */
  readonly parts: PartsOf<Operations[Id]>
}

type PartsOf<O extends Operation> = O extends { form: object }
  ? O extends { body: object }
    ? AsyncIterable<Part> | null
    : AsyncIterable<Part>
  : null

/** Answers JSON by returning it. A file is sent and a stream opened through `reply`. */
export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<ResponseOf<Operations[Id]>> | ResponseOf<Operations[Id]>

declare module 'fastify' {
  interface FastifyInstance {
    readonly operations: ReadonlyMap<string, OperationEntry>
    readonly validators: Validators
    readonly closing: AbortController
  }
}

/** A body is in memory until it is whole: where nobody has to say who they are, no more than a token in any spelling. */
const openBodyBytes = 32 * 1024

/** Opens one operation of the document at its method and path, with its scope and its validation. */
export function route<Id extends OperationId>(app: FastifyInstance, id: Id, handler: NoInfer<Handler<Id>>): void {
  const { method, url, scope, returns, form } = operationOf(app, id)
  const isStream = returns === 'text/event-stream'
  app.route({
    method,
    url,
    config: { scope, operation: id, isStream, takesForms: form },
    ...(scope === null ? { bodyLimit: openBodyBytes } : {}),
    // HEAD of a stream would keep the caller until the run ends, with nothing to read.
    exposeHeadRoute: method === 'GET' && !isStream,
    handler: answering(app, id, handler),
  })
}

/** What answers requests to an operation, wherever they arrive. */
export function answering<Id extends OperationId>(app: FastifyInstance, id: Id, handler: NoInfer<Handler<Id>>) {
  const operation = operationOf(app, id)
  const { status, returns, warnings } = operation
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!operation.form) return answer(request, reply, request.body, null)
    await using form = openForm(operation, request)
    return await answer(request, reply, await bodyOf(form, request), form?.parts ?? null)
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, body: unknown, parts: AsyncIterable<Part> | null) {
    const checked = await app.validators.check(operation, rawOf(request, body))
    const call = callOf<Id>(checked, request, reply, parts)
    const answered = await answerOrEnd(handler, call, reply)
    if (reply.sent || answered === reply) return reply
    if (returns !== 'application/json') return reply.send(answered)
    // A handler may have said otherwise.
    if (status !== 200) reply.code(status)
    return reply.type(jsonType).send(JSON.stringify(withWarnings(answered, call.warnings, warnings)))
  }
}

function operationOf(app: FastifyInstance, id: OperationId): OperationEntry {
  const operation = app.operations.get(id)
  if (!operation) throw new Error(`openapi.json has no operation ${id}`)
  return operation
}

/** An answer that also says what of its request was ignored, where it has a place for that. */
function withWarnings(answer: unknown, more: readonly Warning[], place: OperationEntry['warnings']): unknown {
  if (more.length === 0 || place === null) return answer
  const { warnings = [] } = answer as { readonly warnings?: readonly unknown[] }
  return {
    ...(answer as object),
    warnings: [...warnings, ...(place === 'sentences' ? more.map(({ message }) => message) : more)],
  }
}

/** An error behind an opened stream can no longer be an answer: the stream is cut, so that its reader comes back. */
async function answerOrEnd<Id extends OperationId>(handler: Handler<Id>, call: Call<Id>, reply: FastifyReply): Promise<unknown> {
  try {
    return await handler(call)
  } catch (error) {
    if (!reply.sent) throw error
    if (!reply.raw.writableEnded) reply.log.error({ err: error }, 'unexpected error in a stream')
    reply.raw.destroy()
    return undefined
  }
}

function rawOf({ params, query, headers }: FastifyRequest, body: unknown): RawRequest {
  const { '*': path, ...named } = params as Record<string, string>
  return { params: path === undefined ? named : { ...named, path }, query, headers, body }
}

/** The one place where checked values get the types of their operation. */
const callOf = <Id extends OperationId>(
  checked: CheckedRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  parts: AsyncIterable<Part> | null,
): Call<Id> => new CheckedCall(checked, request, reply, parts) as unknown as Call<Id>

class CheckedCall {
  readonly params: unknown
  readonly query: unknown
  readonly headers: unknown
  readonly body: unknown
  readonly principal: Principal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly parts: AsyncIterable<Part> | null
  readonly warnings: readonly Warning[]
  #signal: AbortSignal | null = null

  constructor(
    { params, query, headers, body, unknown }: CheckedRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    parts: AsyncIterable<Part> | null,
  ) {
    this.params = params
    this.query = query
    this.headers = headers
    this.body = body
    this.principal = request.principal
    this.request = request
    this.reply = reply
    this.parts = parts
    this.warnings = warningsOf(unknown)
  }

  get signal(): AbortSignal {
    this.#signal ??= endOf(this.request, this.reply)
    return this.#signal
  }
}

/** Made only for those who wait: most requests never do. */
export function endOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const end = new AbortController()
  // A request from within has no connection that could close; whoever made it has one.
  const others = [request.server.closing.signal, ...(request.inner ? [request.inner.signal] : [])]
  const abort = () => {
    for (const other of others) other.removeEventListener('abort', abort)
    end.abort()
  }
  if (others.some(({ aborted }) => aborted) || reply.raw.destroyed) abort()
  for (const other of others) other.addEventListener('abort', abort)
  reply.raw.once('close', abort)
  return end.signal
}
