import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { codex } from '../engines/codex/index.ts'
import { answerIn, nativeSchemaFor } from './native-schema.ts'

type Given = Parameters<typeof nativeSchemaFor>

verifies(
  'output.exactly-what-was-said',
  'an answer in the strict dialect is read back with its numbers as they were said',
  () => {
    const output = {
      type: 'object',
      properties: { id: { type: 'integer' }, prices: { type: 'array', items: { type: 'number' } }, note: { type: 'string' } },
      required: ['id', 'prices'],
      additionalProperties: false,
    }
    const capabilities: Given[1] = { resume: true, outputSchema: true, missing: [] }
    const native = nativeSchemaFor(
      codex,
      capabilities,
      { profile: 'auto', schemas: { output } } as unknown as Given[2],
      { resultMode: 'stdout' } as Given[3],
      { executionMode: 'auto' } as Given[4],
    )
    assert.notEqual(native.schema, null)
    assert.equal(
      answerIn(native, '{"id":9223372036854775807,"prices":[1.0,2.50],"note":null}'),
      '{"id":9223372036854775807,"prices":[1.0,2.50]}',
    )
  },
)
