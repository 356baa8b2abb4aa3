import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server'
import { canElicit } from './capabilities.ts'
import { type Form, formOf, keyOf, type Pending, replyIn } from './question.ts'
import { type Caller, jsonOf } from './rest.ts'
import { requireSuccess } from './results.ts'
import { runAnswer } from './run-answer.ts'
import { followRun, type RunNow, type Waiting } from './runs.ts'

/** The result of a call, or a question that the client shows to a person before it calls again. */
export type Answered = CallToolResult | InputRequiredResult

export interface Asked {
  readonly request_id: string
  readonly interaction_id: number
}

/** Of a call that is made again with the reply of a person: what was asked. It only names a job, and REST tells whose that is. */
export function askedBy({ mcpReq }: ServerContext): Asked | null {
  const [, request_id, interaction] = /^([\w-]{1,64})\/(\d{1,9})$/.exec(String(mcpReq.requestState() ?? '')) ?? []
  return request_id === undefined ? null : { request_id, interaction_id: Number(interaction) }
}

/** Whether a call came back with something else than what its question was sent with. Taken for a first call, it would start a second job. */
export const isStateInvalid = (context: ServerContext): boolean =>
  context.mcpReq.requestState() !== undefined && askedBy(context) === null

/** Hands the reply to the run, if there is one and the question is still open, and follows the run from there. */
export async function goOn(caller: Caller, asked: Asked, waiting: Waiting, context: ServerContext): Promise<Answered> {
  const params = { request_id: asked.request_id }
  const { pending } = jsonOf(requireSuccess(await caller.rest({ operation: 'getJobPending', params }))) as {
    pending: Pending | null
  }
  if (pending?.interaction_id === asked.interaction_id) {
    const response = replyIn(pending, context.mcpReq.inputResponses?.[keyOf(asked)])
    // Whoever does not want to answer is not asked again; the agent is told how to go on.
    if (response === undefined) return runAnswer(caller, await followRun(caller, asked.request_id, { ...waiting, seconds: 0 }))
    await reply(caller, asked, response)
  }
  return converse(caller, await followRun(caller, asked.request_id, waiting), context)
}

const replies = 'replyToJob'

export async function reply(caller: Caller, { request_id, interaction_id }: Asked, response: unknown): Promise<void> {
  const body = { interaction_id, response }
  requireSuccess(await caller.rest({ operation: replies, params: { request_id }, body }))
}

/** Null: no form asks for it, or the caller could not hand over what a person says. */
export const formFor = (caller: Caller, pending: Pending): Form | null =>
  caller.refusal('skill_run_reply', replies) === null ? formOf(pending) : null

/** A run that asks something becomes a question to the person, where the client can ask it. */
export function converse(caller: Caller, now: RunNow, context: ServerContext): Answered {
  const form = now.pending && canElicit(context) ? formFor(caller, now.pending) : null
  if (!now.pending || !form) return runAnswer(caller, now)
  const requestState = `${now.request_id}/${now.pending.interaction_id}`
  // The parts of a form that we use are a part of what the protocol knows.
  const inputRequests = { [keyOf(now.pending)]: form } as unknown as NonNullable<InputRequiredResult['inputRequests']>
  return { resultType: 'input_required', inputRequests, requestState }
}
