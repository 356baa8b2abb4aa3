import type { Tokens } from '../../domain/engine-event.ts'
import type { EngineParser } from '../engine.ts'
import { type Fields, isCount, isFields, isText, textOr } from '../fields.ts'
import { type Dialect, streamJsonParser } from '../stream-json.ts'

/** `qwen_stream_json`. */
export const qwenParser = (): EngineParser => streamJsonParser(dialect)

const dialect: Dialect = {
  name: 'qwen_stream_json',
  quiet: new Set([
    ...['status', 'session_state_changed', 'compact_boundary', 'model_fallback'],
    ...['task_started', 'task_progress', 'task_notification'],
  ]),
  isReport: isUnpaidError,
  failureIn,
  tokensIn,
  tokensOfCall: tokensIn,
  structuredIn: ({ structured_result: structured }) => structured,
}

/** Of a limit one more line tells that one has to wait. */
const apiError = /^\[API Error: [\s\S]*\](?:\n.+)?$/

/**
 * It tells errors of the provider in the place of the model, in brackets. A model can say the same words, but not without having written
 * anything: what counts is that nothing was.
 */
function isUnpaidError({ message }: Fields): boolean {
  const { content, usage } = isFields(message) ? message : {}
  const [part] = Array.isArray(content) && content.length === 1 ? content : []
  return isFields(part) && isText(part['text']) && apiError.test(part['text']) && isFields(usage) && usage['output_tokens'] === 0
}

const isNothing = (usage: unknown): boolean => isFields(usage) && usage['input_tokens'] === 0 && usage['output_tokens'] === 0

/** Versions before 0.16 called a turn a success that ended with such an error: of these the report tells. */
function failureIn({ subtype, is_error: isError, error, usage }: Fields, report: Fields | null): string | null {
  const told = isFields(error) ? textOr(error['message'], null) : null
  if (isError === true || subtype !== 'success') return told ?? 'It did not say why.'
  return report && isNothing(usage) ? wordsOf(report) : null
}

function wordsOf({ message }: Fields): string {
  const [part]: readonly unknown[] = isFields(message) && Array.isArray(message['content']) ? message['content'] : []
  return isFields(part) ? textOr(part['text'], 'It did not say why.') : 'It did not say why.'
}

/** What came from a cache is counted as a part of the input. */
function tokensIn({ usage }: Fields): Tokens | null {
  if (!isFields(usage)) return null
  const { input_tokens: input, output_tokens: output, cache_read_input_tokens: cached = 0 } = usage
  if (!isCount(input) || !isCount(output) || !isCount(cached)) return null
  return { input, output, cached, costUsd: null }
}
