import assert from 'node:assert/strict'
import type { EvalCheck } from '@agent-skill-runner/contract/eval.ts'
import { verifies } from '../../../../test/verifies.ts'
import { kept, ungraded } from './compare.ts'

verifies(
  'evals.program-checks',
  'of a few checks everything is kept; of many long ones all verdicts, and the beginnings of their texts',
  () => {
    const few = [ungraded('It is true.')]
    assert.equal(kept(few), few)
    const long: EvalCheck = { ...ungraded('e'.repeat(2000)), actual: 'a'.repeat(2000), status: 'failed' }
    const many = kept(Array.from({ length: 50 }, () => long))
    assert.deepEqual(many[49], { ...long, expectation: 'e'.repeat(100), actual: 'a'.repeat(100) })
    assert.ok(JSON.stringify(many).length < 32 * 1024)
  },
)
