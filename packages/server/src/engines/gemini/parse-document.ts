import type { EngineEvent, Tokens } from '../../domain/engine-event.ts'
import type { Line, Span } from '../../domain/launch.ts'
import { type Fields, isCount, isFields, isText, parseObject, textOr } from '../fields.ts'

/** What `-o json` prints: one object at the end, on stdout or, for most failures, on stderr. */
interface Document {
  /** All of it, without what stands before and behind. */
  readonly text: string
  readonly session: string
  readonly answer: string | null
  readonly failure: string | null
  readonly warnings: readonly string[]
  readonly usage: Tokens | null
  readonly at: Span
}

/** What became clear with a line: lines that are of no document, and then perhaps a document. */
export interface Found {
  readonly others: readonly Line[]
  readonly document: Document | null
}

interface DocumentFinder {
  push(line: Line): Found
  /** Lines that still wait for the end of a document. */
  release(): Line[]
}

/** Lines that wait are counted in bytes; the rest is what a line costs when it is empty. */
const longestDocument = 8 * 1024 * 1024
const costOfLine = 1024

/**
 * Finds documents among other lines. They are printed with indents, so one begins with a line that ends in `{`, goes on with indented lines,
 * and ends with a line that begins with `}`. Nothing else has to wait. What was only code or the stack of an error is handed back.
 */
export function documentFinder(): DocumentFinder {
  let block: Line[] = []
  let cost = 0
  let last: string | null = null

  const release = (): Line[] => {
    const lines = block
    block = []
    cost = 0
    return lines
  }

  const hold = (line: Line): void => {
    block.push(line)
    cost += line.at.to - line.at.from + costOfLine
  }

  const read = (before: readonly Line[], lines: readonly Line[]): Found => {
    const document = documentOf(lines)
    // Some are printed twice, once as `[ERROR] {`.
    if (!document || document.text === last) return { others: [...before, ...lines], document: null }
    last = document.text
    return { others: before, document }
  }

  const push = (line: Line): Found => {
    if (block.length > 0 && line.text.startsWith('}')) return read([], [...release(), line])
    if (block.length > 0 && isIndented(line)) {
      hold(line)
      return { others: cost > longestDocument ? release() : [], document: null }
    }
    const before = release()
    if (!beginsDocument(line)) return read(before, [line])
    hold(line)
    return { others: before, document: null }
  }

  return { push, release }
}

const isIndented = ({ text, tooLong }: Line): boolean => !tooLong && /^[ \t]+\S/.test(text)

/** Something may stand before it: `[ERROR] {`. */
const beginsDocument = ({ text, tooLong }: Line): boolean => !tooLong && /^\S/.test(text) && text.trimEnd().endsWith('{')

function documentOf(lines: readonly Line[]): Document | null {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) return null
  const whole = lines.map((line) => line.text).join('')
  const text = whole.slice(whole.indexOf('{'), whole.lastIndexOf('}') + 1)
  const fields = text === '' ? null : parseObject({ text, tooLong: last.tooLong })
  return fields && shapeOf(fields, text, { ...first.at, to: last.at.to })
}

function shapeOf({ session_id: session, response, error, warnings, stats }: Fields, text: string, at: Span): Document | null {
  const answer = textOr(response, null)
  const failure = isFields(error) ? textOr(error['message'], null) : null
  if (!isText(session) || (answer === null && failure === null)) return null
  return {
    text,
    session,
    answer,
    failure,
    warnings: Array.isArray(warnings) ? warnings.filter(isText) : [],
    usage: usageOf(stats),
    at,
  }
}

/** The sum over all models, counted as stream-json counts; null: nobody can read it. */
function usageOf(stats: unknown): Tokens | null {
  if (!isFields(stats) || !isFields(stats['models'])) return null
  const models = Object.values(stats['models']).map(tokensOf)
  return models.reduce((sum, tokens) => sum && tokens && added(sum, tokens), { input: 0, output: 0, cached: 0, costUsd: null })
}

function tokensOf(model: unknown): Tokens | null {
  if (!isFields(model) || !isFields(model['tokens'])) return null
  const { prompt: input, candidates: output, cached = 0 } = model['tokens']
  return isCount(input) && isCount(output) && isCount(cached) ? { input, output, cached, costUsd: null } : null
}

const added = (a: Tokens, b: Tokens): Tokens => ({
  input: a.input + b.input,
  output: a.output + b.output,
  cached: a.cached + b.cached,
  costUsd: null,
})

/** What a document says, in the words of the stream. */
export function eventsOf({ session, answer, failure, warnings, usage, at }: Document): EngineEvent[] {
  return [
    { type: 'session', handle: session, at },
    ...warnings.map((message): EngineEvent => ({ type: 'notice', code: 'ENGINE_ERROR_REPORTED', message, at })),
    ...(answer === null ? [] : [{ type: 'message', text: answer, final: failure === null, at } as const]),
    ...(usage ? [{ type: 'usage', ...usage, at } as const] : []),
    { type: 'turn', phase: failure === null ? 'completed' : 'failed', reason: failure, at },
  ]
}
