import type { Tokens } from '../../domain/engine-event.ts'
import { sumOf } from '../../domain/usage.ts'
import type { EngineParser } from '../engine.ts'
import { type Fields, isCount, isFields, isText } from '../fields.ts'
import { type Dialect, streamJsonParser } from '../stream-json.ts'

/** `claude_stream_json`. */
export const claudeParser = (): EngineParser => streamJsonParser(dialect)

const dialect: Dialect = {
  name: 'claude_stream_json',
  quiet: new Set([
    ...[
      'status',
      'thinking_tokens',
      'ui_invalidate',
      'compact_boundary',
      'session_state_changed',
      'local_command',
      'notification',
    ],
    ...['hook_started', 'hook_progress', 'hook_response', 'stop_hook_summary', 'turn_duration', 'files_persisted'],
    ...['task_started', 'task_progress', 'task_updated', 'task_notification', 'task_summary', 'background_tasks_changed'],
    ...['model_refusal_fallback', 'model_refusal_no_fallback', 'model_fallback'],
  ]),
  isReport: ({ is_api_error_message: isReport }) => isReport === true,
  failureIn,
  tokensIn,
  // What it wrote is told before it is known how much that will be.
  tokensOfCall: ({ usage }) => (isFields(usage) ? tokensOfUsage(usage, null) : null),
  structuredIn: ({ structured_output: structured }) => structured,
}

/**
 * `subtype` says success of a turn that ended with an error of the provider, too. What its fields tell stands before its words, as one
 * word for how it ended, the status of the provider's answer, and one word for what that means: nothing of it can come from a model.
 */
function failureIn(result: Fields, report: Fields | null): string | null {
  const { subtype, is_error: isError, terminal_reason: terminal, api_error_status: status, api_error: kind, errors } = result
  if (isError !== true && subtype === 'success') return null
  const facts = [isText(terminal) && terminal !== 'completed' ? terminal : subtype, status, kind ?? report?.['error']]
  const words = isText(result['result']) ? [result['result']] : Array.isArray(errors) ? errors.filter(isText) : []
  const told = facts.filter((fact) => isText(fact) || isCount(fact)).join(' ')
  return `${told}: ${words.join('\n') || 'It did not say why.'}`
}

const nothing: Tokens | null = { input: 0, output: 0, cached: 0, costUsd: 0 }

/** By model, since the result before: with what its agents used, and without what earlier turns of a resumed session did. */
function tokensIn({ usage, model_usage_since_last_result: byModel, total_cost_usd: cost }: Fields): Tokens | null {
  if (isFields(byModel))
    return Object.values(byModel)
      .map(tokensOfModel)
      .reduce((sum, one) => sum && one && sumOf(sum, one), nothing)
  return isFields(usage) ? tokensOfUsage(usage, cost) : null
}

function tokensOfUsage(usage: Fields, cost: unknown): Tokens | null {
  const {
    input_tokens: input,
    cache_read_input_tokens: read = 0,
    cache_creation_input_tokens: made = 0,
    output_tokens: output,
  } = usage
  return tokensOf({ input, read, made, output, cost })
}

function tokensOfModel(model: unknown): Tokens | null {
  if (!isFields(model)) return null
  const { inputTokens: input, cacheReadInputTokens: read = 0, cacheCreationInputTokens: made = 0, outputTokens: output } = model
  return tokensOf({ input, read, made, output, cost: model['costUSD'] })
}

/** The provider counts what came from a cache, and what went into it, beside its input. */
function tokensOf({ input, read, made, output, cost }: Readonly<Record<string, unknown>>): Tokens | null {
  if (!isCount(input) || !isCount(read) || !isCount(made) || !isCount(output)) return null
  return { input: input + read + made, output, cached: read, costUsd: typeof cost === 'number' && cost >= 0 ? cost : null }
}
