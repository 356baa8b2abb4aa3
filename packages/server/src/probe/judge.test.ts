import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import type { Finding } from '../installed/card.ts'
import { cutShort } from './judge.ts'

verifies(
  'drift.upgrade-shows-and-rolls-back',
  'a probe without time is not finished whatever it found, and tells what had failed until then',
  () => {
    const cardWith = (...findings: Finding[]) => ({
      engine: 'fake',
      version: '1.0.0',
      probedAt: '2026-11-15T00:00:00.000Z',
      findings,
    })
    const flags = { id: 'flags', result: 'yes', reason: null } as const
    const lost = cardWith(flags, { id: 'tool_call', result: 'no', reason: 'The tool is gone.' })
    const problem = 'It was not done within 110 s. Try again when the machine is less busy.'
    assert.deepEqual(cutShort(lost, 110_000), {
      problem: `${problem} It fails at tool_call: The tool is gone.`,
      isUnfinished: true,
    })
    assert.deepEqual(cutShort(cardWith(flags), 110_000), { problem, isUnfinished: true })
  },
)
