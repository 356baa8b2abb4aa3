import type { EngineEvent, NoticeCode, Unparsed } from '../../domain/engine-event.ts'
import type { Line, Span } from '../../domain/launch.ts'
import type { EngineParser } from '../engine.ts'
import { type Fields, isText, parseObject } from '../fields.ts'
import { documentFinder, eventsOf, type Found } from './parse-document.ts'
import { streamReader } from './parse-stream.ts'

/** `gemini_json`: the lines of stream-json, or else one document on stdout or stderr. What is neither stays raw. */
export function geminiParser(): EngineParser {
  const stream = streamReader()
  const documents = { stdout: documentFinder(), stderr: documentFinder() }
  const noise = noiseWatch()
  const fallback = onceOnly('GEMINI_STREAM_JSON_FALLBACK_USED', 'It printed one JSON document where stream-json was asked for.')
  let end: Span = { stream: 'stdout', from: 0, to: 0 }

  const fromStdout = (line: Line): EngineEvent[] => {
    end = { stream: 'stdout', from: line.at.to, to: line.at.to }
    const fields = objectOf(line)
    const events = fields && stream.read(fields, line)
    if (events) return [...unknown(documents.stdout.release()), ...noise.isAround(line.at), ...events]
    return stream.isInUse() ? stream.aside(unknown([line])) : found(documents.stdout.push(line))
  }

  const fromStderr = (line: Line): EngineEvent[] => {
    if (failedTry.test(line.text)) return [...unknown(documents.stderr.release()), noticeOf(line)]
    // Where the stream speaks, a document on stderr is only something that is quoted there.
    return stream.isInUse() ? unknown([...documents.stderr.release(), line]) : found(documents.stderr.push(line))
  }

  const found = ({ others, document }: Found): EngineEvent[] => {
    const before = unknown(others)
    if (!document) return before
    const noticed = document.at.stream === 'stdout' ? noise.isAround(document.at) : []
    return [...before, ...noticed, ...(document.answer === null ? [] : fallback(document.at)), ...eventsOf(document)]
  }

  const unknown = (lines: readonly Line[]): EngineEvent[] =>
    lines.flatMap((line) => noise.hear({ type: 'unparsed', why: whyUnknown(line, stream.isInUse()), ...line }))

  return {
    push: (line) => (line.at.stream === 'stdout' ? fromStdout(line) : fromStderr(line)),
    end: () => [...unknown(documents.stdout.release()), ...unknown(documents.stderr.release()), ...stream.end(end)],
  }
}

/** Its retries are told nowhere else. */
const failedTry = /^Attempt \d+ failed\b/

const noticeOf = ({ text, at }: Line): EngineEvent => ({
  type: 'notice',
  code: 'ENGINE_ERROR_REPORTED',
  message: text.trimEnd(),
  at,
})

const mayBeObject = ({ text }: Line): boolean => text.trimStart().startsWith('{')

/** A line of words is not even tried: an exception for each would cost ten times as much. */
const objectOf = (line: Line): Fields | null => (mayBeObject(line) ? parseObject(line) : null)

/** Words are noise, or the answer of a CLI that was not asked for JSON: nobody expected to understand them. */
function whyUnknown(line: Line, inStream: boolean): string | null {
  if (line.at.stream === 'stderr' || !mayBeObject(line)) return null
  const fields = parseObject(line)
  if (fields && (inStream || isText(fields['type']))) return 'it is not an event of gemini_json'
  return inStream ? 'it is not a JSON object' : null
}

/** Tells once that something else stood on stdout, as soon as it is clear that something there is understood. */
function noiseWatch() {
  const notice = onceOnly('GEMINI_STDOUT_NOISE', 'stdout contains text that is not an event.')
  let noisy = false
  let understood = false

  const told = (at: Span): EngineEvent[] => (noisy && understood ? notice(at) : [])

  return {
    hear(event: Unparsed): EngineEvent[] {
      noisy ||= event.at.stream === 'stdout' && event.why === null && event.text.trim() !== ''
      return [event, ...told(event.at)]
    },
    /** What stands here on stdout was understood. */
    isAround(at: Span): EngineEvent[] {
      understood = true
      return told(at)
    },
  }
}

function onceOnly(code: NoticeCode, message: string): (at: Span) => EngineEvent[] {
  let told = false
  return (at) => {
    if (told) return []
    told = true
    return [{ type: 'notice', code, message, at }]
  }
}
