import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { checkScript, type Json, readScript, type Script, startScriptedModel } from '../src/index.ts'

const whole: Script = {
  steps: [
    {
      think: 'hm',
      say: ['a', 'b'],
      calls: [
        { name: 'f', args: { a: [1] }, namespace: 'n', id: 'i' },
        { name: 'g', input: 'text', id: 'j' },
      ],
      usage: { input: 1, cached: 1, output: 1, reasoning: 1 },
      finish: 'length',
      gap: 5,
      stall: 'mid',
      cut: 'before',
      failed: { code: 'c', message: 'm' },
      incomplete: 'max_output_tokens',
      expect: { prompt: 'p', history: ['h'], tools: ['f'], schema: { type: 'object' }, header: { a: 'b' }, toolResult: 'r' },
    },
    { status: 429, message: 'm', code: 'c', body: null, headers: { 'retry-after': '1' }, expect: {} },
    { garble: true },
    { garble: 'text' },
    { redirect: 'http://127.0.0.1:1/' },
    { empty: true },
  ],
  order: 'conversation',
  side: { say: 'side' },
  keys: ['k'],
}

function inFile(text: string, use: (file: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'script-'))
  try {
    const file = join(folder, 'script.json')
    writeFileSync(file, text)
    use(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a script can be a file, and every field has a place in it', () => {
  inFile(JSON.stringify(whole), (file) => assert.deepEqual(readScript(file), whole))
})

test('a file that is no script says so', () => {
  inFile('{', (file) => assert.throws(() => readScript(file), { message: new RegExp(`^${file} is not JSON: `) }))
  assert.throws(() => readScript('/nowhere/script.json'), { code: 'ENOENT' })
})

const mistakes: readonly (readonly [script: Json, problem: string])[] = [
  [[], 'it is a list, expected an object'],
  [{}, 'field steps is missing'],
  [{ steps: {} }, 'field steps is an object, expected a list'],
  [{ steps: [], step: [] }, 'unknown field step'],
  [{ steps: [], order: 'random' }, 'field order is "random", expected one of arrival, conversation'],
  [{ steps: [], keys: 'k' }, 'field keys is a string, expected a list'],
  [{ steps: ['hello'] }, 'field steps[0] is a string, expected an object'],
  [{ steps: [{ say: 'x' }, { syas: 'x' }] }, 'unknown field steps[1].syas'],
  [{ steps: [{ say: 7 }] }, 'field steps[0].say is a number, expected a string or a list'],
  [{ steps: [{ say: null }] }, 'field steps[0].say is null, expected a string or a list'],
  [{ steps: [{ stall: 'after' }] }, 'field steps[0].stall is "after", expected one of before, mid'],
  [{ steps: [{ status: 418 }] }, 'field steps[0].status is 418, expected one of 400, 401, 403, 404, 413, 429, 500, 503, 529'],
  [{ steps: [{ status: 500, say: 'x' }] }, 'unknown field steps[0].say'],
  [{ steps: [{ garble: false }] }, 'field steps[0].garble is false, expected one of true'],
  [{ steps: [{ failed: { code: 'x' } }] }, 'field steps[0].failed.message is missing'],
  [{ steps: [{ calls: [{ name: 'f' }] }] }, 'field steps[0].calls[0].args is missing'],
  [{ steps: [{ calls: [{ name: 'f', args: '{}' }] }] }, 'field steps[0].calls[0].args is a string, expected an object'],
  [{ steps: [{ calls: [{ name: 'f', input: 'x', args: {} }] }] }, 'unknown field steps[0].calls[0].args'],
  [{ steps: [{ say: 'x', expect: { promt: 'x' } }] }, 'unknown field steps[0].expect.promt'],
  [{ steps: [], side: { sya: 'x' } }, 'unknown field side.sya'],
  [{ steps: [{ expect: {} }] }, 'steps[0] does nothing; an answer without content is {"say": []}'],
  [{ steps: [{ a: 1 }, { b: 1 }] }, 'unknown field steps[0].a; unknown field steps[1].b'],
]

for (const [script, problem] of mistakes) {
  verifies('model.checks-what-was-sent', `a mistake in a script is told: ${problem}`, () => {
    assert.throws(() => checkScript(script, 'mine.json'), { message: `mine.json: ${problem}` })
  })
}

test('a script in code is checked as well', async () => {
  await using model = await startScriptedModel()
  const script = { steps: [{ syas: 'x' }] } as unknown as Script
  assert.throws(() => model.scene('a', script), { message: 'a: unknown field steps[0].syas' })
  assert.ok(model.scene('a', whole), 'the name is still free')
})
