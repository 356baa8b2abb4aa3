import type { DiagnosticCode } from '@agent-skill-runner/contract/diagnostics.ts'
import type { RaspData, RaspEvent, RaspType } from '@agent-skill-runner/contract/rasp.ts'
import type { Line, Span } from '../domain/launch.ts'
import type { RunError, RunId, RunState, TerminalState, Trigger } from '../domain/run.ts'

/** An event before it has a number: what happened, and which bytes it stands for. */
export type RaspDraft = {
  [T in RaspType]: {
    readonly type: T
    readonly data: RaspData[T]
    readonly at?: Span
    readonly artifact?: string
    /** The question that it is about, where the data does not say so itself. */
    readonly interaction?: number
  }
}[RaspType]

/** Who speaks: the same for every event of an attempt. */
export interface Voice {
  readonly run: RunId
  readonly job: string | null
  readonly attempt: number
  readonly engine: string
  readonly parser: string | null
  readonly confidence: number
}

/** The key order is part of the format: readers find `seq` and `ts` at the head of a line without parsing it. */
export function stamp(voice: Voice, draft: RaspDraft, seq: number, ts: string, parent: number | null = null): RaspEvent {
  const { run, job, attempt, engine, parser, confidence } = voice
  const event = {
    protocol_version: 'rasp/1.0',
    run_id: run,
    seq,
    ts,
    attempt_number: attempt,
    source: { engine, parser, confidence },
    event: { category: draft.type.slice(0, draft.type.indexOf('.')), type: draft.type },
    data: draft.data,
    correlation: {
      request_id: job,
      call_id: 'call_id' in draft.data ? draft.data.call_id : null,
      message_id: 'message_id' in draft.data ? draft.data.message_id : null,
      interaction_id: 'interaction_id' in draft.data ? draft.data.interaction_id : (draft.interaction ?? null),
      artifact: draft.artifact ?? null,
      parent_seq: parent,
    },
    raw_ref: draft.at
      ? { attempt_number: attempt, stream: draft.at.stream, byte_from: draft.at.from, byte_to: draft.at.to, encoding: 'utf-8' }
      : null,
  }
  return event as RaspEvent
}

export const stateChanged = (from: RunState, to: RunState, trigger: Trigger): RaspDraft => ({
  type: 'lifecycle.run.state_changed',
  data: { from, to, trigger },
})

export const terminal = (status: TerminalState, error: RunError | null): RaspDraft => ({
  type: 'lifecycle.run.terminal',
  data: { status, error: error && { code: error.code, message: error.message, details: error.details } },
})

/** A question, and the state that waits for its answer. Like the next two it is a pair, so that neither is written without the other. */
export const inputRequired = (from: RunState, to: RunState, data: RaspData['interaction.user_input.required']): RaspDraft[] => [
  { type: 'interaction.user_input.required', data },
  { ...stateChanged(from, to, 'turn.needs_input'), interaction: data.interaction_id },
]

export const replyAccepted = (from: RunState, to: RunState, data: RaspData['interaction.reply.accepted']): RaspDraft[] => [
  { type: 'interaction.reply.accepted', data },
  { ...stateChanged(from, to, 'interaction.reply.accepted'), interaction: data.interaction_id },
]

export const autoDecided = (from: RunState, to: RunState, data: RaspData['interaction.auto_decide.timeout']): RaspDraft[] => [
  { type: 'interaction.auto_decide.timeout', data },
  { ...stateChanged(from, to, 'interaction.auto_decide.timeout'), interaction: data.interaction_id },
]

export const warning = (
  code: DiagnosticCode,
  message: string,
  severity: RaspData['diagnostic.warning']['severity'] = 'warning',
): RaspDraft => ({ type: 'diagnostic.warning', data: { code, message, severity } })

export const blockBytes = 64 * 1024

/** Lines that nothing else accounts for. What is longer than a block is shown by its beginning; `raw_ref` leads to all of it. */
export function rawBlocks(lines: readonly Line[]): RaspDraft[] {
  return lines.flatMap(({ text, at, tooLong }): RaspDraft[] => {
    const isLong = tooLong || text.length > blockBytes
    const raw: RaspDraft = {
      type: `raw.${at.stream}`,
      data: isLong ? { text: headOfText(text, blockBytes), truncated: true } : { text },
      at,
    }
    if (!tooLong) return [raw]
    return [
      raw,
      warning('LINE_TOO_LONG', `A line of ${at.to - at.from} bytes is shown by its beginning; the log file has it whole.`),
    ]
  })
}

/** Neighbouring raw drafts of one stream become one, up to a bound: an event per line would drown a reader. */
export function coalesce(drafts: readonly RaspDraft[]): RaspDraft[] {
  const out: RaspDraft[] = []
  for (const draft of drafts) {
    const last = out.at(-1)
    const merged = last && merge(last, draft)
    if (merged) out[out.length - 1] = merged
    else out.push(draft)
  }
  return out
}

function merge(a: RaspDraft, b: RaspDraft): RaspDraft | null {
  if (a.type !== b.type || (a.type !== 'raw.stdout' && a.type !== 'raw.stderr')) return null
  if (b.type !== 'raw.stdout' && b.type !== 'raw.stderr') return null
  if (!a.at || !b.at || a.at.to !== b.at.from || b.at.to - a.at.from > blockBytes) return null
  if (a.data.truncated || b.data.truncated) return null
  return { type: a.type, data: { text: a.data.text + b.data.text }, at: { ...a.at, to: b.at.to } }
}

/** Half of a surrogate pair at the end is no character. */
export const headOfText = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

const rawBudget = 64 * 1024 * 1024
const previewBytes = 2048

/** Past a budget per attempt raw events carry a preview: the bytes are in the log file once already. */
export function rawMeter(budget = rawBudget): (draft: RaspDraft) => RaspDraft {
  let spent = 0
  return (draft) => {
    if (draft.type !== 'raw.stdout' && draft.type !== 'raw.stderr') return draft
    spent += draft.data.text.length
    if (spent <= budget || draft.data.text.length <= previewBytes) return draft
    return { ...draft, data: { text: headOfText(draft.data.text, previewBytes), truncated: true } }
  }
}
