import type { RecordedStep } from '@agent-skill-runner/contract/recording.ts'
import type { Tokens } from '../domain/engine-event.ts'
import { usageAfter } from '../domain/usage.ts'
import type { Engine } from '../engines/engine.ts'

/**
 * Replay counts each turn by itself. Where an engine counts its whole session, a turn has used the difference, which its last figure tells;
 * with it the sums of both are the same.
 */
export function usageByTurn(turns: readonly (readonly RecordedStep[])[], usageIs: Engine['usageIs']): RecordedStep[][] {
  if (usageIs === 'per_turn') return turns.map((steps) => [...steps])
  let before: Tokens | null = null
  return turns.map((steps) => {
    const last = steps.findLastIndex((step) => tokensIn(step) !== null)
    const kept = steps.filter((step, index) => index === last || tokensIn(step) === null)
    return kept.map((step) => {
      const told = tokensIn(step)
      if (told === null) return step
      const after: Tokens = usageAfter(before, told, true) ?? told
      const used = before === null ? after : lessBy(after, before)
      before = after
      return { event: usageEvent(used) }
    })
  })
}

/** Of all turns, each of which tells its own. */
export const usageOf = (turns: readonly (readonly RecordedStep[])[]): Tokens | null =>
  turns.flat().reduce<Tokens | null>((before, step) => usageAfter(before, tokensIn(step), false), null)

function tokensIn(step: RecordedStep): Tokens | null {
  if (!('event' in step) || step.event['type'] !== 'usage') return null
  const { input_tokens: input, output_tokens: output, cached_tokens: cached, cost_usd: cost } = step.event
  const costUsd = typeof cost === 'number' ? cost : null
  return { input: Number(input), output: Number(output), cached: Number(cached), costUsd }
}

const usageEvent = ({ input, output, cached, costUsd }: Tokens) => ({
  type: 'usage',
  input_tokens: input,
  output_tokens: output,
  cached_tokens: cached,
  cost_usd: costUsd,
})

const lessBy = (after: Tokens, before: Tokens): Tokens => ({
  input: after.input - before.input,
  output: after.output - before.output,
  cached: after.cached - before.cached,
  costUsd: after.costUsd === null ? null : after.costUsd - (before.costUsd ?? 0),
})
