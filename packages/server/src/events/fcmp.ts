import type { FcmpData, FcmpEvent, FcmpType } from '@agent-skill-runner/contract/fcmp.ts'
import type { RaspData, RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import { categoryOf } from '../domain/failure.ts'
import { headOfText } from './rasp.ts'

export type FcmpDraft = { [T in FcmpType]: { readonly type: T; readonly data: FcmpData[T] } }[FcmpType]

/** What a front end is told of an event: nothing, one thing, or a pair that belongs together. */
export function toFcmp(rasp: RaspEvent): FcmpDraft[] {
  switch (rasp.event.type) {
    case 'lifecycle.run.state_changed':
      return [stateChange(rasp, dataOf(rasp, rasp.event.type))]
    case 'lifecycle.run.started':
      return [{ type: 'conversation.started', data: { session_id: null } }]
    case 'lifecycle.run_handle':
      return [{ type: 'conversation.started', data: { session_id: dataOf(rasp, rasp.event.type).handle_id } }]
    case 'lifecycle.completion':
    case 'agent.turn.started':
    case 'agent.turn.completed':
    case 'agent.turn.failed':
      // What became of a turn is told by the state of the run.
      return []
    case 'artifact.created':
    case 'artifact.changed':
      // A front end is told of a file once it is whole and indexed.
      return []
    case 'lifecycle.run.terminal':
      return [ending(dataOf(rasp, rasp.event.type))]
    case 'agent.message.final':
      return [{ type: 'assistant.message.final', data: dataOf(rasp, rasp.event.type) }]
    case 'agent.message.intermediate':
      return [{ type: 'assistant.message.intermediate', data: dataOf(rasp, rasp.event.type) }]
    case 'agent.reasoning':
      return [{ type: 'assistant.reasoning', data: dataOf(rasp, rasp.event.type) }]
    case 'agent.usage':
      return [{ type: 'usage.updated', data: dataOf(rasp, rasp.event.type) }]
    case 'interaction.user_input.required':
      return [{ type: 'user.input.required', data: dataOf(rasp, rasp.event.type) }]
    case 'interaction.reply.accepted':
      return [{ type: 'interaction.reply.accepted', data: dataOf(rasp, rasp.event.type) }]
    case 'interaction.auto_decide.timeout':
      return [{ type: 'interaction.auto_decide.timeout', data: dataOf(rasp, rasp.event.type) }]
    case 'tool.call.started':
      return [toolCall('started', dataOf(rasp, rasp.event.type))]
    case 'tool.call.completed':
      return [toolCall('completed', dataOf(rasp, rasp.event.type))]
    case 'tool.call.failed':
      return [toolCall('failed', dataOf(rasp, rasp.event.type))]
    case 'artifact.indexed':
      return [{ type: 'artifact.created', data: dataOf(rasp, rasp.event.type) }]
    case 'diagnostic.warning':
      return [{ type: 'diagnostic.warning', data: dataOf(rasp, rasp.event.type) }]
    case 'raw.stdout':
    case 'raw.stderr':
      return [{ type: rasp.event.type, data: preview(dataOf(rasp, rasp.event.type)) }]
  }
}

/** The type of the event decides the type of its data; the compiler cannot see through the nesting. */
function dataOf<T extends RaspEvent['event']['type']>(rasp: RaspEvent, _type: T) {
  return rasp.data as Extract<RaspEvent, { event: { type: T } }>['data']
}

/** The question is pending only in the state that waits for its answer. */
function stateChange(rasp: RaspEvent, data: RaspData['lifecycle.run.state_changed']): FcmpDraft {
  const pending = data.to === 'waiting_user' ? rasp.correlation.interaction_id : null
  return { type: 'conversation.state.changed', data: { ...data, updated_at: rasp.ts, pending_interaction_id: pending } }
}

function ending({ status, error }: Extract<RaspEvent, { event: { type: 'lifecycle.run.terminal' } }>['data']): FcmpDraft {
  if (status === 'succeeded') return { type: 'conversation.completed', data: { state: status, reason_code: 'OUTPUT_VALID' } }
  const code = error?.code ?? 'INTERNAL'
  if (status === 'canceled') return { type: 'conversation.canceled', data: { reason_code: code } }
  return { type: 'conversation.failed', data: { error: { category: categoryOf(code), code, message: error?.message ?? '' } } }
}

const summaryLength = 200

/** One line for a person: what the tool was asked before it answered, what it answered afterwards. */
function toolCall(phase: 'started' | 'completed' | 'failed', data: RaspData['tool.call.started']): FcmpDraft {
  const { call_id, name, input, output_preview: output, exit_code: code } = data
  const said = phase === 'started' ? inOneLine(input) : (output ?? '')
  const exit = code === null || code === 0 ? '' : `exit ${code} `
  const line = `${exit}${said}`.replaceAll(/\s+/g, ' ').trim()
  const summary = line.length <= summaryLength ? line : `${headOfText(line, summaryLength - 1)}…`
  return { type: 'assistant.tool_call', data: { phase, name, call_id, summary } }
}

const inOneLine = (input: unknown): string => (typeof input === 'string' ? input : input === null ? '' : JSON.stringify(input))

const previewLength = 4096

/** A front end gets the text up to 4 KiB; `raw_ref` leads to the rest. */
function preview({ text, truncated }: { text: string; truncated?: boolean }): FcmpData['raw.stdout'] {
  if (text.length <= previewLength) return { text, truncated: truncated ?? false }
  return { text: headOfText(text, previewLength), truncated: true }
}

/** The key order is part of the format: readers find `seq` and `ts` at the head of a line without parsing it. */
export function stampFcmp(
  draft: FcmpDraft,
  rasp: RaspEvent,
  seq: number,
  localSeq: number,
  raspSeq: readonly number[] = [rasp.seq],
): FcmpEvent {
  const event = {
    protocol_version: 'fcmp/1.0',
    run_id: rasp.run_id,
    seq,
    ts: rasp.ts,
    engine: rasp.source.engine,
    type: draft.type,
    data: draft.data,
    meta: { attempt: rasp.attempt_number, local_seq: localSeq, rasp_seq: raspSeq, confidence: rasp.source.confidence },
    raw_ref: rasp.raw_ref,
  }
  return event as FcmpEvent
}
