import type { DiagnosticCode } from '@agent-skill-runner/contract/diagnostics.ts'
import type { EngineEvent, ToolCall, Unparsed } from '../domain/engine-event.ts'
import { unreachable } from '../lib/unreachable.ts'
import { headOfText, type RaspDraft, rawBlocks } from './rasp.ts'

/** What an engine said, as events to keep. Every byte of it is in the raw_ref of one of them. */
export function draftsOf(events: readonly EngineEvent[], nextMessageId: () => string): RaspDraft[] {
  return [...events.flatMap((event) => draftOf(event, nextMessageId)), ...fellBack(events)]
}

function draftOf(event: EngineEvent, nextMessageId: () => string): RaspDraft[] {
  const { at } = event
  switch (event.type) {
    case 'session':
      return [{ type: 'lifecycle.run_handle', data: { handle_id: event.handle }, at }]
    case 'turn':
      if (event.phase === 'failed') return [{ type: 'agent.turn.failed', data: { reason: event.reason }, at }]
      return [{ type: `agent.turn.${event.phase}`, data: {}, at }]
    case 'message': {
      const kind = event.final ? 'final' : 'intermediate'
      return [{ type: `agent.message.${kind}`, data: { message_id: nextMessageId(), text: event.text }, at }]
    }
    case 'reasoning':
      return [{ type: 'agent.reasoning', data: { text: event.text }, at }]
    case 'tool':
      return [{ type: `tool.call.${event.phase}`, data: toolData(event), at }]
    case 'usage': {
      const { input, output, cached, costUsd } = event
      const data = { input_tokens: input, output_tokens: output, cached_tokens: cached, cost_usd: costUsd }
      return [{ type: 'agent.usage', data, at }]
    }
    case 'notice': {
      const { code, message } = event
      return [{ type: 'diagnostic.warning', data: { code, message, severity: 'warning' }, at }]
    }
    case 'unparsed':
      return rawBlocks([event])
    default:
      return unreachable(event)
  }
}

const longestPreview = 4096
const longestInput = 16 * 1024

function toolData({ id, name, input, output, exitCode }: ToolCall) {
  const preview = output === null ? null : shortened(output, longestPreview)
  return { call_id: id, name, input: smallInput(input), output_preview: preview, exit_code: exitCode }
}

/** What a tool was given may be a whole file: then its beginning, as text. `raw_ref` leads to the rest. */
function smallInput(input: unknown): unknown {
  const text = JSON.stringify(input) ?? 'null'
  return text.length <= longestInput ? (input ?? null) : shortened(text, longestPreview)
}

const shortened = (text: string, most: number): string => (text.length <= most ? text : `${headOfText(text, most - 1)}…`)

/** Told once for all lines that came together: a warning for each would drown a reader. */
function fellBack(events: readonly EngineEvent[]): RaspDraft[] {
  const lines = events.filter((event): event is Unparsed => event.type === 'unparsed' && event.why !== null)
  const [first] = lines
  if (!first) return []
  const message = `${lines.length === 1 ? 'A line was' : `${lines.length} lines were`} not understood and kept as raw output: ${first.why}.`
  const code: DiagnosticCode = 'UNPARSED_CONTENT_FELL_BACK_TO_RAW'
  const data = { code, message, severity: 'warning' as const, count: lines.length }
  return [{ type: 'diagnostic.warning', data }]
}
