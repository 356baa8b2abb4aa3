import { at, type Json, listAt, textAt } from '../json.ts'
import {
  callId,
  chunksOf,
  failureMessages,
  type Heard,
  isFreeform,
  type Protocol,
  type Refusal,
  type Rendered,
  retryAfter,
  type Turn,
  tokens,
  turnsIn,
  type Utterance,
} from '../protocol.ts'
import type { Answer, Call, Failure, FailureStatus, FunctionCall } from '../script.ts'
import { geminiKnown } from './gemini-known.ts'

/** The Gemini API: what gemini-cli speaks. */
export const gemini: Protocol = { name: 'gemini', known: geminiKnown, hear, answer: render, failure, cannot }

function hear(body: Json): Heard {
  const declared = listAt(body, 'tools').flatMap((tool) => listAt(tool, 'functionDeclarations'))
  const schema = at(body, 'generationConfig', 'responseJsonSchema') ?? at(body, 'generationConfig', 'responseSchema')
  const system = textsOf(at(body, 'systemInstruction'))
  return {
    main: declared.length > 0,
    tools: declared.map((declaration) => textAt(declaration, 'name')),
    said: [...(system ? [{ by: 'system', text: system } as const] : []), ...listAt(body, 'contents').flatMap(utterances)],
    turns: turnsIn(listAt(body, 'contents'), (content) => textAt(content, 'role') === 'model'),
    ...(schema === undefined ? {} : { schema }),
  }
}

function utterances(content: Json): Utterance[] {
  const results = listAt(content, 'parts').flatMap((part) => {
    const result = at(part, 'functionResponse')
    return result === undefined ? [] : [toolResult(result)]
  })
  const text = textsOf(content)
  return text ? [...results, { by: textAt(content, 'role') === 'model' ? 'model' : 'user', text }] : results
}

function toolResult(result: Json): Utterance {
  const response = at(result, 'response')
  const output = at(response, 'output')
  const id = textAt(result, 'id')
  return {
    by: 'tool',
    text: typeof output === 'string' ? output : JSON.stringify(response ?? null),
    ...(id ? { callId: id } : {}),
  }
}

const textsOf = (content: Json | undefined): string =>
  listAt(content, 'parts')
    .map((part) => textAt(part, 'text'))
    .filter((text) => text !== '')
    .join('\n')

function cannot(answer: Answer): string[] {
  return [
    ...(answer.failed ? ['failed'] : []),
    ...(answer.incomplete === undefined ? [] : ['incomplete']),
    ...(answer.calls?.some(isFreeform) ? ['calls with input'] : []),
    ...(answer.calls?.some((call) => 'namespace' in call) ? ['calls with a namespace'] : []),
  ]
}

function render(answer: Answer, turn: Turn): Rendered {
  const parts = partsOf(answer, turn)
  const said = parts.map((part) => chunk(turn, [part]))
  const usage = usageOf(answer)
  const finish = answer.finish ?? 'STOP'
  return {
    whole: chunk(turn, parts, finish, usage),
    wholeStatus: 200,
    events: [...said, chunk(turn, [], finish, usage)].map((event) => `data: ${JSON.stringify(event)}\n\n`),
    mid: said.length,
  }
}

function partsOf(answer: Answer, turn: Turn): Json[] {
  return [
    ...(answer.think === undefined ? [] : [{ text: answer.think, thought: true }]),
    ...chunksOf(answer.say).map((text) => ({ text })),
    ...(answer.calls ?? []).filter(isFunction).map((call, index) => ({
      functionCall: { id: callId(call, turn, index), name: call.name, args: call.args },
      // Newer models refuse a call that comes back without the signature it left with.
      thoughtSignature: 'c2NyaXB0ZWQ=',
    })),
  ]
}

const isFunction = (call: Call): call is FunctionCall => !isFreeform(call)

function chunk(turn: Turn, parts: readonly Json[], finishReason?: string, usageMetadata?: Json): Json {
  return {
    candidates: [{ content: { role: 'model', parts }, ...(finishReason ? { finishReason } : {}), index: 0 }],
    ...(usageMetadata ? { usageMetadata } : {}),
    modelVersion: turn.model,
    responseId: `resp_${turn.id}`,
  }
}

function usageOf(answer: Answer): Json {
  const { input, cached, output, reasoning } = tokens(answer.usage)
  return {
    promptTokenCount: input,
    ...(cached ? { cachedContentTokenCount: cached } : {}),
    candidatesTokenCount: output - reasoning,
    ...(reasoning ? { thoughtsTokenCount: reasoning } : {}),
    totalTokenCount: input + output,
  }
}

function failure(step: Failure): Refusal {
  const message = step.message ?? failureMessages[step.status]
  const body = step.body ?? errorOf(step.status, message, step.code, retryAfter(step))
  return { status: step.status, headers: step.headers ?? {}, body }
}

function errorOf(status: FailureStatus, message: string, reason?: string, seconds = '1'): Json {
  const details = [
    ...(reason ? [{ '@type': `${rpc}.ErrorInfo`, reason, domain: 'googleapis.com' }] : []),
    ...(status === 429 ? [quotaFailure, { '@type': `${rpc}.RetryInfo`, retryDelay: `${seconds}s` }] : []),
  ]
  return { error: { code: status, message, status: statusNames[status], ...(details.length ? { details } : {}) } }
}

const rpc = 'type.googleapis.com/google.rpc'
const quotaFailure = {
  '@type': `${rpc}.QuotaFailure`,
  violations: [
    {
      quotaMetric: 'generativelanguage.googleapis.com/generate_content_requests',
      quotaId: 'GenerateRequestsPerMinutePerProjectPerModel',
    },
  ],
}
const statusNames: Readonly<Record<FailureStatus, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  413: 'INVALID_ARGUMENT',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  529: 'UNAVAILABLE',
}
