import { doneMarker } from '../domain/done-marker.ts'
import type { JsonShape } from '../domain/json-shape.ts'
import { deepestOutput } from '../lib/json-depth.ts'
import { Lexer, type Token } from './lexer.ts'

/** Where in a text a JSON object or array seems to lie. */
interface Span {
  readonly from: number
  readonly to: number
  readonly fenced: boolean
}

/** What is looked for: a schema that wants an object is not answered by the `[2]` of a footnote. */

const openings: Readonly<Record<JsonShape, string>> = { object: '{', array: '[', any: '{[' }

const places = /[{[]|^[ \t]{0,3}(?:`{3,}|~{3,})[^\n`{[]*$/gm
const onlyMarker = new RegExp(`^\\{\\s*"${doneMarker}"\\s*:\\s*true\\s*,?\\s*\\}$`)

/**
 * The last value in a fenced block, else the last one anywhere. Never one from inside of another, and none at all from a text that ends
 * in the middle of a value: what came before it was not the answer either.
 */
export function lastSpan(text: string, wanted: JsonShape): Span | null {
  const last: { fenced: Span | null; bare: Span | null } = { fenced: null, bare: null }
  let fence: string | null = null
  let at = 0
  for (let place = nextPlace(text, at); place; place = nextPlace(text, at)) {
    const [found] = place
    const from = place.index
    if (found !== '{' && found !== '[') {
      fence = afterFence(fence, found.trim())
      at = from + found.length
      continue
    }
    const begun = beginning(text, from)
    if (begun.kind === 'prose') {
      at = begun.to
      continue
    }
    const to = endOf(text, from)
    if (to === null) return fence === null ? last.fenced : null
    const isAnswer = openings[wanted].includes(found) && !isOnlyMarker(text, from, to)
    if (isAnswer) last[fence === null ? 'bare' : 'fenced'] = { from, to, fenced: fence !== null }
    at = to
  }
  return last.fenced ?? last.bare
}

function nextPlace(text: string, at: number): RegExpExecArray | null {
  places.lastIndex = at
  return places.exec(text)
}

/** The fence that is open after this line: a fence is closed by its like, at least as long and with nothing behind it. */
function afterFence(open: string | null, line: string): string | null {
  const mark = /^(?:`+|~+)/.exec(line)?.[0] ?? ''
  if (open === null) return mark
  return line === mark && mark.startsWith(open) ? null : open
}

const isOnlyMarker = (text: string, from: number, to: number): boolean => to - from < 100 && onlyMarker.test(text.slice(from, to))

const literals = new Set(['true', 'false', 'null', 'True', 'False', 'None'])

/** Whether a bracket begins JSON, also JSON that lacks a comma or a colon before the next bracket, or is one of those that people write: [1 of 3], {name}, [link](…), {x | x > 0}. */
function beginning(text: string, from: number): { kind: 'value' } | { kind: 'prose'; to: number } {
  const lexer = new Lexer(text, from)
  let opener = lexer.next()
  let [after, token] = [lexer.at, lexer.next()]
  while (opener.kind === '[' && (token.kind === '[' || token.kind === '{')) {
    opener = token
    ;[after, token] = [lexer.at, lexer.next()]
  }
  const isValue = opener.kind === '{' ? beginsObject(token, lexer) : beginsArray(token, lexer)
  return isValue ? { kind: 'value' } : { kind: 'prose', to: after }
}

function beginsObject(token: Token, lexer: Lexer): boolean {
  if (token.kind === '}' || token.kind === ',' || token.kind === '[' || isEnd(token)) return true
  const next = token.kind === 'string' || token.kind === 'word' ? lexer.next() : null
  return next?.kind === ':' || (next !== null && (isEnd(next) || opens(next)) && token.kind === 'string')
}

function beginsArray(token: Token, lexer: Lexer): boolean {
  if (token.kind === ']' || token.kind === ',' || isEnd(token)) return true
  const isScalar = token.kind === 'string' || token.kind === 'number' || (token.kind === 'word' && literals.has(token.text))
  if (!isScalar) return false
  const next = lexer.next()
  return next.kind === ',' || next.kind === ']' || opens(next) || isEnd(next)
}

const opens = ({ kind }: Token): boolean => kind === '[' || kind === '{'

const isEnd = ({ kind }: Token): boolean => kind === 'end' || kind === 'cut'

/** Behind the bracket that closes it; null: none does, or it is nested too deeply. */
function endOf(text: string, from: number): number | null {
  const lexer = new Lexer(text, from)
  const open: string[] = []
  for (let token = lexer.next(); !isEnd(token); token = lexer.next()) {
    if (token.kind === '{' || token.kind === '[') open.push(token.kind === '{' ? '}' : ']')
    else if ((token.kind === '}' || token.kind === ']') && open.pop() !== token.kind) return null
    if (open.length === 0) return lexer.at
    if (open.length > deepestOutput) return null
  }
  return null
}
