import type { EngineEvent } from '../../domain/engine-event.ts'
import type { Line, Span } from '../../domain/launch.ts'

/** Said before each call of a model that does not think, in the middle of all other words. */
const noise = /Model [!-~]+ does not support thinking mode\r?\n?$/

/** Lines of its own that are no part of an answer. */
const ownLine =
  /^(?:ℹ️ {2}Resuming session |Attempt \d+ failed|Error executing tool |Error when talking to iFlow API|(?:✕ |✗ Error: )?\[API Error: )/

interface Piece {
  readonly line: Line
  readonly isWord: boolean
}

/** Whether anything there is said by the model. */
export const hasWords = (lines: readonly Line[]): boolean => piecesOf(lines, (text) => ownLine.test(text)).some(isSaid)

/** All that the model said as one message, since nothing tells where one ends and the next begins; what is none of it stays raw. */
export function eventsOfWords(lines: readonly Line[], final: boolean): EngineEvent[] {
  // On stdout the model may say what it likes.
  const pieces = piecesOf(lines, (text, { stream }) => stream === 'stderr' && ownLine.test(text))
  const [first, last] = [pieces.find(isSaid), pieces.findLast(isSaid)]
  if (!first || !last) return ownOf(pieces)
  const [start, end] = [pieces.indexOf(first), pieces.indexOf(last) + 1]
  const within = pieces.slice(start, end)
  const words = within.filter(({ isWord }) => isWord).map(({ line }) => line.text)
  return [
    ...ownOf(pieces.slice(0, start)),
    { type: 'message', text: words.join('').trimEnd(), final, at: { ...first.line.at, to: last.line.at.to } },
    ...ownOf(within.filter(({ isWord }) => !isWord)),
    ...ownOf(pieces.slice(end)),
  ]
}

const failedTry = /^Attempt \d+ failed\b/

/** What is no word of the model: raw, but for its retries, which are told nowhere else. */
export function asOwn(line: Line): EngineEvent {
  const { text, at } = line
  if (at.stream === 'stdout' || !failedTry.test(text)) return { type: 'unparsed', why: null, ...line }
  return { type: 'notice', code: 'ENGINE_ERROR_REPORTED', message: text.trimEnd(), at }
}

const ownOf = (pieces: readonly Piece[]): EngineEvent[] => pieces.map(({ line }) => asOwn(line))

const isSaid = ({ line, isWord }: Piece): boolean => isWord && line.text.trim() !== ''

type IsOwn = (text: string, at: Span) => boolean

const piecesOf = (lines: readonly Line[], isOwn: IsOwn): Piece[] => lines.flatMap((line) => splitNoise(line, isOwn))

/** Words have no end of line of their own, so a line may be half words, half noise. The noise has one byte a letter. */
function splitNoise(line: Line, isOwn: IsOwn): Piece[] {
  const { text, at, tooLong } = line
  const start = tooLong ? -1 : text.search(noise)
  if (start < 0) return [{ line, isWord: !isOwn(text, at) }]
  if (start === 0) return [{ line, isWord: false }]
  const border = at.to - (text.length - start)
  return [
    { line: { text: text.slice(0, start), at: { ...at, to: border }, tooLong }, isWord: true },
    { line: { text: text.slice(start), at: { ...at, from: border }, tooLong }, isWord: false },
  ]
}
