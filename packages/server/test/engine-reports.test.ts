import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { EngineEvent } from '../src/domain/engine-event.ts'
import { claude } from '../src/engines/claude/index.ts'
import { codex } from '../src/engines/codex/index.ts'
import type { Engine, EngineParser } from '../src/engines/engine.ts'
import { gemini } from '../src/engines/gemini/index.ts'
import { iflow } from '../src/engines/iflow/index.ts'
import { opencode } from '../src/engines/opencode/index.ts'
import { qwen } from '../src/engines/qwen/index.ts'
import { type Capture, capturesOf, feedOf, hear } from './support/captures.ts'

/** Of its calls that completed a turn. */
interface Told {
  readonly turns: number
  /** Those with tokens in a usage, and with a cost. */
  readonly tokens: number
  readonly cost: number
  /** Those of which something was known before the usage came. */
  readonly early: number
}

const isComplete = (event: EngineEvent): boolean => event.type === 'turn' && event.phase === 'completed'

function toldBy(engine: Engine): Told {
  const turns = capturesOf(engine.id).flatMap((capture) => turnIn(engine, capture) ?? [])
  const count = (of: (turn: Turn) => boolean) => turns.filter(of).length
  return {
    turns: turns.length,
    tokens: count(({ usages }) => usages.length > 0),
    cost: count(({ usages }) => usages.some(({ costUsd }) => costUsd !== null)),
    early: count(({ isEarly }) => isEarly),
  }
}

interface Turn {
  readonly usages: readonly (EngineEvent & { type: 'usage' })[]
  readonly isEarly: boolean
}

/** Null: it did not complete one. */
function turnIn({ parser: open }: Engine, capture: Capture): Turn | null {
  const parser = open()
  const before: EngineEvent[] = []
  let isEarly = false
  const push: EngineParser['push'] = (line) => {
    const events = parser.push(line)
    before.push(...events)
    const isKnown = before.some(({ type }) => type === 'usage') || (parser.usedAtLeast?.() ?? null) !== null
    isEarly ||= isKnown && !before.some(isComplete)
    return events
  }
  const events = hear({ ...parser, push }, feedOf(capture), capture.exit)
  return events.some(isComplete) ? { usages: events.filter((event) => event.type === 'usage'), isEarly } : null
}

const all = { codex, claude, gemini, opencode, qwen, iflow }

verifies('budget.engines-tell', 'every turn that an engine completed tells what it is said to report, and when', () => {
  for (const engine of Object.values(all)) {
    const { turns, tokens, cost, early } = toldBy(engine)
    assert.ok(turns >= 5, `${engine.id} has completed turns`)
    const { reports } = engine
    const told = { turns, ...(reports.tokens ? { tokens } : {}), ...(reports.cost_usd ? { cost } : {}) }
    assert.deepEqual(
      told,
      { turns, ...(reports.tokens ? { tokens: turns } : {}), ...(reports.cost_usd ? { cost: turns } : {}) },
      engine.id,
    )
    if (reports.cost_usd === undefined) assert.equal(cost, 0, `${engine.id} tells no cost`)
    assert.equal(early > 0, reports.tokens === 'after_each_call', `${engine.id} tells its tokens ${reports.tokens}`)
  }
})

verifies('budget.engines-tell', 'which engine reports what', () => {
  const told = Object.fromEntries(Object.values(all).map(({ id, reports }) => [id, reports]))
  assert.deepEqual(told, {
    codex: { tokens: 'at_the_end' },
    claude: { tokens: 'after_each_call', cost_usd: 'at_the_end' },
    gemini: { tokens: 'at_the_end' },
    opencode: { tokens: 'after_each_call' },
    qwen: { tokens: 'after_each_call' },
    iflow: {},
  })
})

test('what is known of a turn before its end is never more than what it tells then', () => {
  for (const engine of [claude, qwen]) {
    for (const capture of capturesOf(engine.id)) {
      const parser = engine.parser()
      const usages = hear(parser, feedOf(capture), capture.exit).filter((event) => event.type === 'usage')
      const atLeast = parser.usedAtLeast?.() ?? null
      if (usages.length === 0 || atLeast === null) continue
      const total = engine.usageIs === 'per_session' ? usages.slice(-1) : usages
      const sum = total.reduce((all, { input, output }) => all + input + output, 0)
      assert.ok(
        atLeast.input + atLeast.output <= sum,
        `${engine.id} ${capture.name}: ${atLeast.input + atLeast.output} of ${sum}`,
      )
    }
  }
})
