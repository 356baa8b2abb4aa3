import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Bounded, openBounded } from '../src/bounded/pool.ts'
import { asOutput, byAjv, byCheck, byOutputPath, type Case, caseOf, type Draft, type Verdict } from './support/schema-judge.ts'

interface Group {
  description: string
  schema: object | boolean
  tests: { description: string; data: unknown; valid: boolean }[]
}

/**
 * A checkout of json-schema-org/JSON-Schema-Test-Suite, which is not part of this repository and not to be had from npm. These tests are there
 * when somebody names one; json-schema.test.ts judges every keyword without it.
 */
const suite = process.env['JSON_SCHEMA_TEST_SUITE']
const folders: Record<Draft, string> = { '2020-12': 'draft2020-12', '07': 'draft7' }

/** Ajv leaves out what a schema says of a property named __proto__; it refuses this case only because it takes inherited names for data. */
const known = ['properties.json: properties whose names are Javascript object property names: __proto__ not valid']

for (const draft of suite ? (['2020-12', '07'] as const) : []) {
  const name = `every case of the public suite for draft ${draft} is judged as Ajv does, or as the suite says`
  test(name, async (context) => {
    const bounded = openBounded()
    context.after(() => bounded.close())
    const wrong: string[] = []
    let cases = 0
    for (const { title, schema, data, valid } of casesOf(join(suite ?? '', 'tests', folders[draft]))) {
      cases += 1
      const expected = valid ? 'valid' : 'invalid'
      const output = asOutput(draft, schema, data)
      if (await isWrong(bounded, draft, caseOf(draft, schema, data), expected, byCheck)) wrong.push(title)
      else if (output && (await isWrong(bounded, draft, output, expected, byOutputPath))) wrong.push(title)
    }
    context.diagnostic(`${cases} cases`)
    assert.ok(cases > 1000, 'the suite was found')
    assert.deepEqual(wrong, known)
  })
}

async function isWrong(bounded: Bounded, draft: Draft, input: Case, expected: Verdict, judge: typeof byCheck): Promise<boolean> {
  const ours = await judge(bounded, input)
  return ours !== expected && ours !== byAjv(draft, input)
}

function* casesOf(folder: string) {
  for (const file of globSync('**/*.json', { cwd: folder })) {
    for (const { description, schema, tests } of JSON.parse(readFileSync(join(folder, file), 'utf8')) as Group[]) {
      for (const { description: name, data, valid } of tests)
        yield { title: `${file}: ${description}: ${name}`, schema, data, valid }
    }
  }
}
