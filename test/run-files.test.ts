import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Children } from '../scripts/test/children.ts'
import { runFiles } from '../scripts/test/run-files.ts'
import { closingLine, sum } from '../scripts/test/tally.ts'

const programs = {
  'passes.test.ts':
    "import { describe, test } from 'node:test'\ndescribe('a group', () => { test('one', () => {}); test('two', () => {}) })",
  'fails.test.ts':
    "import { test } from 'node:test'\nprocess.stdout.write('no end of line')\ntest('wrong', () => { throw new Error('why') })",
  'skips.test.ts': "import { test } from 'node:test'\ntest('later', { skip: 'no time' }, () => {})\ntest('now', () => {})",
  'breaks.test.ts': "import { test } from 'node:test'\ntest('fine', () => {})\nprocess.kill(process.pid, 'SIGKILL')",
}

test('each file runs by itself; tests are counted, skips keep their reason, and a file that breaks off has failed', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'skill-runner-files-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const said: string[] = []
  context.mock.method(console, 'log', (line: string) => said.push(line))
  const files = Object.entries(programs).map(([name, text]) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return { path, isAlone: false }
  })
  // What tells a test that it is one would make those below report to it.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const tally = await runFiles(new Children(), files, env)
  assert.deepEqual(tally, { passed: 3, failed: 2, skipped: [`${join(folder, 'skips.test.ts')}: later (no time)`], flaky: [] })
  const of = (name: string) =>
    said.filter((line) => line.includes(`${name}.test.ts`)).map((line) => line.replace(/^\[\S+ +\d\/4\] | {2}[\d.]+ s$/g, ''))
  const at = (name: string) => join(folder, `${name}.test.ts`)
  assert.deepEqual(of('passes'), [`passed  ${at('passes')}  2 passed, 0 failed`])
  assert.deepEqual(of('skips'), [`passed  ${at('skips')}  1 passed, 0 failed, 1 skipped`])
  assert.deepEqual(of('fails').slice(0, 1), [`FAILED  ${at('fails')}: wrong`])
  assert.deepEqual(of('fails').at(-1), `FAILED  ${at('fails')}  0 passed, 1 failed`)
  assert.ok(
    said.some((line) => line.includes('no end of line') && line.includes('Error: why')),
    'what a file that failed printed is shown',
  )
  assert.equal(of('breaks').at(-1), `FAILED  ${at('breaks')}  0 passed, 1 failed`)
})

test('a file that never ends is stopped, has failed, and what it printed is shown, whoever still holds its output', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'skill-runner-files-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const said: string[] = []
  context.mock.method(console, 'log', (line: string) => said.push(line))
  const sleeper = `["-e", "setTimeout(() => {}, 20_000)"], { stdio: 'inherit', detached: true }`
  const never = `import { spawn } from 'node:child_process'\nimport { test } from 'node:test'
spawn(process.execPath, ${sleeper}).unref()\ntest('fine', () => {})\ntest('never', () => new Promise(() => setInterval(() => {}, 1000)))`
  const files = Object.entries({ 'never.test.ts': never, 'passes.test.ts': programs['passes.test.ts'] }).map(([name, text]) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return { path, isAlone: false }
  })
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const tally = await runFiles(new Children(), files, env, { limitMs: 3000 })
  assert.deepEqual(tally, { passed: 3, failed: 1, skipped: [], flaky: [] })
  assert.ok(
    said.some((line) => line.includes('Stopped after 0.05 minutes without an end')),
    said.join('\n'),
  )
})

test('a file that has ended counts as it ended, although a process that it left behind holds its output', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'skill-runner-files-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const said: string[] = []
  context.mock.method(console, 'log', (line: string) => said.push(line))
  const sleeper = `["-e", "setTimeout(() => {}, 600_000)"], { stdio: 'inherit', detached: true }`
  const leaves = `import { spawn } from 'node:child_process'\nimport { writeFileSync } from 'node:fs'\nimport { test } from 'node:test'
const left = spawn(process.execPath, ${sleeper})\nleft.unref()
writeFileSync('${join(folder, 'left')}', String(left.pid))\ntest('fine', () => {})`
  const files = Object.entries({ 'leaves.test.ts': leaves, 'fails.test.ts': programs['fails.test.ts'] }).map(([name, text]) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return { path, isAlone: false }
  })
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const tally = await runFiles(new Children(), files, env, { holdersMs: 100 })
  assert.deepEqual(tally, { passed: 1, failed: 1, skipped: [], flaky: [] })
  assert.ok(process.kill(Number(readFileSync(join(folder, 'left'), 'utf8')), 'SIGKILL'), 'it is still there')
})

test('a file that fails among others has a second try by itself, and what passes then is told; where many fail none has', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'skill-runner-files-'))
  context.after(() => rmSync(folder, { recursive: true }))
  context.mock.method(console, 'log', () => {})
  const mark = JSON.stringify(join(folder, 'mark'))
  const once = `import { existsSync, writeFileSync } from 'node:fs'\nimport { test } from 'node:test'
const isFirst = !existsSync(${mark})\nwriteFileSync(${mark}, '')
test('fine', () => {})\ntest('busy', () => { if (isFirst) throw new Error('too busy') })`
  const of = (programs: Readonly<Record<string, string>>) =>
    Object.entries(programs).map(([name, text]) => {
      const path = join(folder, name)
      writeFileSync(path, text)
      return { path, isAlone: false }
    })
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const files = of({ 'once.test.ts': once, 'fails.test.ts': programs['fails.test.ts'] })
  assert.deepEqual(await runFiles(new Children(), files, env, { mostAgain: 2 }), {
    passed: 2,
    failed: 1,
    skipped: [],
    flaky: [`${join(folder, 'once.test.ts')}: busy`],
  })
  rmSync(join(folder, 'mark'))
  assert.deepEqual(await runFiles(new Children(), files, env, { mostAgain: 1 }), {
    passed: 1,
    failed: 2,
    skipped: [],
    flaky: [],
  })
})

test('the closing line sums up all steps', () => {
  const total = sum([
    { passed: 2, failed: 0, skipped: ['a'], flaky: ['b'] },
    { passed: 1, failed: 1, skipped: [], flaky: [] },
  ])
  assert.equal(closingLine(total), '3 passed, 1 failed, 1 skipped')
  assert.equal(closingLine({ ...total, skipped: [] }), '3 passed, 1 failed')
})
