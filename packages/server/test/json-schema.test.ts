import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { openBounded } from '../src/bounded/pool.ts'
import { asOutput, byAjv, byCheck, byOutputPath, caseOf, type Draft } from './support/schema-judge.ts'
import { both, in07, in202012, not07AsAjv, not202012AsAjv, type Row, refused } from './support/schema-table.ts'

const bounded = openBounded()
after(() => bounded.close())

/** Where plain Ajv is not right: it takes inherited names for data, and leaves out what is said of __proto__. */
const names = ['required, inherited names', 'properties, __proto__', 'patternProperties, __proto__']
const notAsAjv = new Set([...names, ...[...not07AsAjv, ...not202012AsAjv].map(({ keyword }) => keyword)])

const tables: Record<Draft, readonly Row[]> = {
  '2020-12': [...both, ...in202012, ...not202012AsAjv],
  '07': [...both, ...in07, ...not07AsAjv],
}

for (const draft of ['2020-12', '07'] as const) {
  for (const { keyword, schema, valid, invalid } of tables[draft]) {
    verifies('judges.json-schema-suite', `draft ${draft}: ${keyword}`, async () => {
      for (const [verdict, values] of [['valid', valid] as const, ['invalid', invalid] as const]) {
        for (const data of values) {
          const output = asOutput(draft, schema, data)
          const plain = caseOf(draft, schema, data)
          const verdicts = {
            check: await byCheck(bounded, plain),
            output: output ? await byOutputPath(bounded, output) : verdict,
            ajv: notAsAjv.has(keyword) ? verdict : byAjv(draft, plain),
          }
          assert.deepEqual(verdicts, { check: verdict, output: verdict, ajv: verdict }, `of ${JSON.stringify(data)}`)
        }
      }
    })
  }
}

verifies('judges.json-schema-suite', 'what would be judged wrongly is refused, by the name of the keyword', async () => {
  for (const [keyword, schema] of refused) {
    const problem = await bounded.compile(schema)
    assert.ok(problem?.includes(keyword), `${JSON.stringify(schema)}: ${problem}`)
  }
})

test('the table is as large as it was meant to be', () => {
  const count = (rows: readonly Row[]) => rows.reduce((sum, { valid, invalid }) => sum + valid.length + invalid.length, 0)
  assert.ok(count(tables['2020-12']) > 250 && count(tables['07']) > 250, `${count(tables['2020-12'])}, ${count(tables['07'])}`)
})
