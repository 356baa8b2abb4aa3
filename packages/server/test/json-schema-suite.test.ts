import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Bounded, openBounded } from '../src/bounded/pool.ts'
import { asOutput, byCheck, byOutputPath, type Case, caseOf, type Draft, type Verdict } from './support/schema-judge.ts'

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

/** What the suite wants of these is an annotation and no more; docs/writing-skills.md says that formats are asserted. */
const isAsserted = (draft: Draft, file: string): boolean => draft === '2020-12' && file === 'format.json'

for (const draft of suite ? (['2020-12', '07'] as const) : []) {
  const name = `every mandatory case of the public suite for draft ${draft} is judged as the suite says, or its schema is refused`
  test(name, async (context) => {
    const bounded = openBounded()
    context.after(() => bounded.close())
    const wrong: string[] = []
    let cases = 0
    for (const { file, title, schema, data, valid } of casesOf(join(suite ?? '', 'tests', folders[draft]))) {
      if (isAsserted(draft, file)) continue
      cases += 1
      const expected = valid ? 'valid' : 'invalid'
      const output = asOutput(draft, schema, data)
      if (await isWrong(bounded, caseOf(draft, schema, data), expected, byCheck)) wrong.push(title)
      else if (output && (await isWrong(bounded, output, expected, byOutputPath))) wrong.push(title)
    }
    context.diagnostic(`${cases} cases`)
    assert.ok(cases > 900, 'the suite was found')
    assert.deepEqual(wrong, [])
  })
}

async function isWrong(bounded: Bounded, input: Case, expected: Verdict, judge: typeof byCheck): Promise<boolean> {
  const ours = await judge(bounded, input)
  return ours !== expected && ours !== 'refused'
}

function* casesOf(folder: string) {
  for (const file of globSync('*.json', { cwd: folder })) {
    for (const { description, schema, tests } of JSON.parse(readFileSync(join(folder, file), 'utf8')) as Group[]) {
      for (const { description: name, data, valid } of tests)
        yield { file, title: `${file}: ${description}: ${name}`, schema, data, valid }
    }
  }
}
