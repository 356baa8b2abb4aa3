import type { Protocol, ProtocolName } from './protocol.ts'
import { chat } from './protocols/chat.ts'
import { gemini } from './protocols/gemini.ts'
import { messages } from './protocols/messages.ts'
import { responses } from './protocols/responses.ts'
import type { ModelRequest } from './scene.ts'

const protocols: Readonly<Record<ProtocolName, Protocol>> = { responses, chat, gemini, messages }

/** The whole text of every tool result in a request, by the id of its call. */
export function toolResultsIn({ protocol, body }: ModelRequest): ReadonlyMap<string, string> {
  if (protocol === 'models') return new Map()
  const results = protocols[protocol].hear(body).said.filter(({ by }) => by === 'tool')
  return new Map(results.map(({ callId = '', text }) => [callId, text]))
}
