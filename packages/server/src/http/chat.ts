import type { ChatEvent } from '@agent-skill-runner/contract/compat.ts'
import type { FcmpEvent, FcmpType } from '@agent-skill-runner/contract/fcmp.ts'

type Line = Pick<ChatEvent, 'role' | 'kind' | 'text'> & Partial<ChatEvent['correlation']>
type Lines = { [T in FcmpType]?: (data: Extract<FcmpEvent, { type: T }>['data']) => Line }

const assistant = (kind: ChatEvent['kind'], text: string) => ({ role: 'assistant', kind, text }) as const
const notice = (text: string): Line => ({ role: 'system', kind: 'orchestration_notice', text })

/** What of a run is said by somebody, and by whom; other events are no part of the conversation. */
const lines: Lines = {
  'assistant.message.final': ({ text, message_id }) => ({ ...assistant('assistant_final', text), message_id }),
  'assistant.message.intermediate': ({ text, message_id }) => ({ ...assistant('assistant_message', text), message_id }),
  'assistant.reasoning': ({ text }) => ({ ...assistant('assistant_process', text), process_type: 'reasoning' }),
  'assistant.tool_call': ({ summary }) => ({ ...assistant('assistant_process', summary), process_type: 'tool_call' }),
  'user.input.required': ({ prompt }) => assistant('assistant_message', prompt),
  'interaction.reply.accepted': ({ response_preview }) => ({ role: 'user', kind: 'interaction_reply', text: response_preview }),
  'interaction.auto_decide.timeout': ({ policy }) => notice(policy),
  'conversation.failed': ({ error }) => notice(`${error.code}: ${error.message}`),
  'conversation.canceled': ({ reason_code }) => notice(reason_code),
}

export const chatTypes = Object.keys(lines)

/** One, or none where the event is no part of the conversation. */
export function saidIn({ seq, ts, type, data, meta }: FcmpEvent): ChatEvent[] {
  // The row of a type takes the data of that type.
  const lineOf = lines[type] as ((data: FcmpEvent['data']) => Line) | undefined
  if (!lineOf) return []
  const { role, kind, text, message_id = null, process_type = null } = lineOf(data)
  return [{ seq, ts, type, role, kind, text, attempt: meta.attempt, correlation: { message_id, process_type } }]
}

/** The events of frames that were made for the stream of all events. */
export const eventsIn = (frames: Buffer): FcmpEvent[] =>
  [...frames.toString().matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json))
