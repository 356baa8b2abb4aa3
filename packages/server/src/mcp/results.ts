import type { CallToolResult } from '@modelcontextprotocol/server'
import { Fault } from '../lib/fault.ts'
import { isSuccess, jsonOf, type RestAnswer } from './rest.ts'

/** Our shape of an error, the same as over REST. */
export interface ErrorView {
  readonly error: { readonly code: string; readonly message: string; readonly details?: unknown }
}

/** An answer of the REST API as the result of a tool; an error is a result too, so that the agent reads what to do. */
export function resultOf(answer: RestAnswer, linksIn: LinksIn = () => []): CallToolResult {
  const told = jsonOf(answer)
  return isSuccess(answer) ? success(told, linksIn(told)) : failure(told as unknown as ErrorView)
}

type LinksIn = (told: Record<string, unknown>) => CallToolResult['content']

export const success = (structuredContent: Record<string, unknown>, more: CallToolResult['content'] = []): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }, ...more],
  structuredContent,
})

function faultResult({ code, message, details }: Fault): CallToolResult {
  return failure({ error: { code, message, details } })
}

/** As text alone: some clients hold the data of an error against the schema of a success, and show that instead. */
export const failure = (view: ErrorView): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(view) }],
  isError: true,
})

/** What REST refused, where it is no result of a tool: the SDK makes an error of the protocol of it, with our own as its data. */
export class Refused extends Error {
  readonly code = -32602
  readonly data: ErrorView['error']
  constructor({ error }: ErrorView) {
    super(error.message)
    this.data = error
  }
}

export function requireSuccess(answer: RestAnswer): RestAnswer {
  if (isSuccess(answer)) return answer
  throw new Refused(jsonOf(answer) as unknown as ErrorView)
}

/** What was thrown on the way to a result, as one; null: it is a bug. */
export function resultOfThrown(error: unknown): CallToolResult | null {
  if (error instanceof Refused) return failure({ error: error.data })
  return error instanceof Fault ? faultResult(error) : null
}
