import type { EngineEvent, Phase } from '../../domain/engine-event.ts'
import type { Exit, Line, Span } from '../../domain/launch.ts'
import type { EngineParser } from '../engine.ts'
import { endedInTurn } from '../failure.ts'
import { heldMessage } from '../held-message.ts'
import { rawOf } from '../turn-parser.ts'
import { errorFields } from './log-line.ts'
import { patience } from './patience.ts'
import { otherFields, type Read, readLine, type Said } from './read-line.ts'

/** `opencode_ndjson`: one JSON object a line on stdout, and on stderr its log, which alone tells of requests that failed and are sent again. */
export function opencodeParser(): EngineParser {
  const message = heldMessage()
  const hope = patience()
  let session: string | null = null
  let state: 'before' | 'in a turn' | 'completed' | 'failed' = 'before'
  let lastReason: string | null = null
  let lastError: string | null = null
  let end: Span = { stream: 'stdout', from: 0, to: 0 }

  const fromStdout = (line: Line): EngineEvent[] => {
    end = { stream: 'stdout', from: line.at.to, to: line.at.to }
    const read = readLine(line)
    if (typeof read === 'string' || read === null) return message.aside([rawOf(line, read)])
    watch(read)
    const first = begun(read.session, line.at)
    return read.said.kind === 'step' && first.length > 0 ? first : [...first, ...eventsOf(read.said, line)]
  }

  const watch = ({ session: id, said }: Read): void => {
    hope.seen(id)
    if (said.kind === 'finish') hope.finished(id, said.reason)
    else if (said.kind === 'error') hope.erred(id, said.reason)
    else if (said.kind === 'tool') hope.acted(id)
  }

  /** There is no event for the beginning: whatever comes first stands for it. */
  const begun = (id: string, at: Span): EngineEvent[] => {
    const isNew = id !== session
    session = id
    if (state === 'in a turn') return isNew ? [...message.release(false), handleOf(id, at)] : []
    state = 'in a turn'
    return [...message.release(false), ...(isNew ? [handleOf(id, at)] : []), turn('started', null, at)]
  }

  const eventsOf = (said: Said, line: Line): EngineEvent[] => {
    const { at } = line
    switch (said.kind) {
      case 'step':
      case 'note':
        return message.aside([rawOf(line, null)])
      case 'text':
        return [...message.release(false), ...message.add(said.text, at)]
      case 'reasoning':
        return message.aside([{ type: 'reasoning', text: said.text, at }])
      case 'tool':
        return [...message.release(false), ...callOf(said, at)]
      case 'finish':
        return finished(said, line)
      case 'error':
        return failed(said.reason, at)
    }
  }

  /** Only a step that ends with `stop` ends the turn; after any other it goes on, or has given up. */
  const finished = ({ reason, tokens }: Extract<Said, { kind: 'finish' }>, line: Line): EngineEvent[] => {
    const { at } = line
    const isDone = reason === 'stop'
    lastReason = reason
    if (isDone) state = 'completed'
    const usage: EngineEvent = tokens ? { type: 'usage', ...tokens, at } : rawOf(line, otherFields)
    return [...message.release(isDone), usage, ...(isDone ? [turn('completed', null, at)] : [])]
  }

  const failed = (reason: string, at: Span): EngineEvent[] => {
    state = 'failed'
    lastError = reason
    return [...message.release(false), turn('failed', reason, at)]
  }

  /** It ends with an error when it has told of one, also where it got over it. */
  const reasonAtEnd = (): string | null => {
    if (state === 'in a turn') return unfinished(lastReason)
    return state === 'completed' ? lastError : null
  }

  const fromStderr = (line: Line): EngineEvent[] => {
    const failure = failureIn(line)
    if (!failure) return [rawOf(line, null)]
    hope.failed(failure.session, failure.message)
    return [{ type: 'notice', code: 'ENGINE_ERROR_REPORTED', message: failure.message, at: line.at }]
  }

  return {
    push: (line) => (line.at.stream === 'stdout' ? fromStdout(line) : fromStderr(line)),
    hopeless: hope.end,
    end: (exit) => {
      const reason = state === 'completed' && isFine(exit) ? null : (hope.end() ?? reasonAtEnd())
      return [...message.release(false), ...(reason === null ? [] : [turn('failed', reason, end)])]
    },
  }
}

const isFine = (exit: Exit): boolean => exit.kind === 'exited' && exit.code === 0

const handleOf = (handle: string, at: Span): EngineEvent => ({ type: 'session', handle, at })
const turn = (phase: Phase, reason: string | null, at: Span): EngineEvent => ({ type: 'turn', phase, reason, at })

/** Both at once: it tells of a call when it is over, and a person wants to see what was asked, too. */
const callOf = ({ phase, call }: Extract<Said, { kind: 'tool' }>, at: Span): EngineEvent[] => [
  { type: 'tool', phase: 'started', ...call, output: null, exitCode: null, at },
  { type: 'tool', phase, ...call, at },
]

const unfinished = (lastReason: string | null): string =>
  lastReason === null || lastReason === 'tool-calls' ? endedInTurn : `It ended without an answer: ${lastReason}.`

/** A request of the main model that failed, as a line of its log tells; null: it is another line. */
function failureIn(line: Line): { readonly session: string; readonly message: string } | null {
  const fields = errorFields(line)
  const session = fields?.get('session.id')
  if (fields?.get('message') !== 'stream error' || fields.get('small') === 'true' || session === undefined) return null
  return { session, message: fields.get('error.error') ?? fields.get('error.error.message') ?? 'It did not say why.' }
}
