import type { DiagnosticCode } from '@agent-skill-runner/contract/diagnostics.ts'
import type { RaspData, RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import { type FcmpDraft, toFcmp } from './fcmp.ts'
import { isBare, isRaw, linesOf, type RawLine, repeatsIn } from './repeats.ts'

/** One thing that a front end is told, and of which events. */
export interface Folded {
  readonly draft: FcmpDraft
  /** The event it is stamped after. */
  readonly of: RaspEvent
  readonly raspSeq: readonly number[]
}

/** From RASP to FCMP, in order. What comes out depends on the events alone, so that after a crash they lead to the same place again. */
export interface Fold {
  push(event: RaspEvent): Folded[]
  /** Nothing more comes: whatever was held back comes out. */
  end(): Folded[]
}

export interface EchoLimits {
  /** So many lines in a row are a repetition; fewer may be chance. */
  readonly lines: number
  /** How much may wait for the message that it repeats. */
  readonly heldBytes: number
  /** How much is remembered of messages; the oldest lines are forgotten first. */
  readonly saidBytes: number
}

export const usualEcho: EchoLimits = { lines: 3, heldBytes: 256 * 1024, saidBytes: 1024 * 1024 }

/** For engines that do not repeat themselves: everything at once. */
export const plainFold: Fold = { push: tell, end: () => [] }

/**
 * For engines that print what they also say as a message: raw lines wait, with all that comes behind them, for the next message or the
 * end of the turn. Then those that repeat a message are left out, and told as one warning.
 */
export function echoFold(limits: EchoLimits = usualEcho): Fold {
  const said = openSaid(limits.saidBytes)
  let held: RaspEvent[] = []
  let bytes = 0

  const release = (): Folded[] => {
    const events = held
    held = []
    bytes = 0
    return withoutEchoes(events, said.has, limits.lines)
  }

  return {
    push(event) {
      if (event.event.type === 'agent.message.final') said.add((event.data as RaspData['agent.message.final']).text)
      if (held.length === 0 && !isRaw(event)) return tell(event)
      held.push(event)
      bytes += sizeOf(event)
      return decides(event) || bytes > limits.heldBytes ? release() : []
    },
    end: release,
  }
}

function tell(event: RaspEvent): Folded[] {
  return toFcmp(event).map((draft) => ({ draft, of: event, raspSeq: [event.seq] }))
}

/** A message tells what the lines before it were; behind the end of a turn there is none. */
const deciding: readonly string[] = [
  'agent.message.final',
  'agent.turn.completed',
  'agent.turn.failed',
  'lifecycle.completion',
  'lifecycle.run.state_changed',
  'lifecycle.run.terminal',
] satisfies readonly RaspEvent['event']['type'][]

const decides = ({ event }: RaspEvent): boolean => deciding.includes(event.type)

const sizeOf = ({ data }: RaspEvent): number => 300 + JSON.stringify(data).length

/** With what a short text takes beyond its letters. */
const costOf = (line: string): number => 50 + line.length

/** The lines of the messages so far, as far as memory goes. */
function openSaid(most: number) {
  const lines = new Set<string>()
  let size = 0
  const forget = (line: string) => {
    if (lines.delete(line)) size -= costOf(line)
  }
  return {
    has: (line: string): boolean => lines.has(line),
    add(text: string): void {
      for (const line of text.split('\n').map((one) => one.trim())) {
        if (isBare(line)) continue
        forget(line)
        lines.add(line)
        size += costOf(line)
        for (const oldest of lines) {
          if (size <= most) break
          forget(oldest)
        }
      }
    },
  }
}

function withoutEchoes(events: readonly RaspEvent[], isSaid: (line: string) => boolean, least: number): Folded[] {
  const lines = new Map(events.filter(isRaw).map((block) => [block as RaspEvent, linesOf(block)]))
  const streams = Map.groupBy([...lines.values()].flat(), ({ block }) => block.event.type)
  const echoes = [...streams.values()].flatMap((ofStream) => repeatsIn(ofStream, isSaid, least))
  const dropped = new Set(echoes.flat())
  const endings = new Map(echoes.map((echo) => [echo.at(-1), echo]))
  return events.flatMap((event) => {
    const ofBlock = lines.get(event) ?? []
    return ofBlock.some((line) => dropped.has(line)) ? ofBlockWithout(ofBlock, dropped, endings) : tell(event)
  })
}

/** What is left of a block, in pieces. An echo is told where it ends. */
function ofBlockWithout(
  lines: readonly RawLine[],
  dropped: ReadonlySet<RawLine>,
  endings: ReadonlyMap<RawLine | undefined, readonly RawLine[]>,
): Folded[] {
  const out: Folded[] = []
  let kept: RawLine[] = []
  const flush = () => {
    out.push(...pieceOf(kept))
    kept = []
  }
  for (const line of lines) {
    if (dropped.has(line)) flush()
    else kept.push(line)
    out.push(...suppressed(endings.get(line) ?? []))
  }
  flush()
  return out
}

function pieceOf(lines: readonly RawLine[]): Folded[] {
  const event = spannedBy(lines)
  return event ? tell({ ...event, data: { text: lines.map(({ text }) => text).join('') } } as RaspEvent) : []
}

function suppressed(echo: readonly RawLine[]): Folded[] {
  const event = spannedBy(echo)
  if (!event) return []
  const stream = event.event.type.slice('raw.'.length)
  const message = `${echo.length} lines on ${stream} repeat what the assistant said and are not shown again.`
  const code: DiagnosticCode = 'RAW_DUPLICATE_SUPPRESSED'
  const data = { code, message, severity: 'info' as const, count: echo.length }
  const raspSeq = [...new Set(echo.map(({ block }) => block.seq))]
  return [{ draft: { type: 'diagnostic.warning', data }, of: event, raspSeq }]
}

/** The event of the last line, over the bytes of all of them. */
function spannedBy(lines: readonly RawLine[]): RaspEvent | null {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) return null
  const { block } = last
  return { ...block, raw_ref: { ...block.raw_ref, byte_from: first.from, byte_to: last.to } }
}
