import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concerned, usersOf } from '../scripts/test/changed.ts'

const tree = {
  'packages/server/src/store/open.ts':
    "import type { Row } from './row.ts'\nimport { errors } from '@agent-skill-runner/contract/errors.ts'",
  'packages/server/src/store/row.ts': 'export interface Row {}',
  'packages/server/src/main.ts': "const { openStore } = await import('./store/open.ts')",
  'packages/server/test/support/server.ts': "const main = new URL('../../src/main.ts', import.meta.url)",
  'packages/server/test/restart.test.ts': "import { startServer } from './support/server.ts'",
  'packages/server/test/store.test.ts': "import { openStore } from '../src/store/open.ts'",
  'packages/server/test/captures.test.ts': "const recordings = join(import.meta.dirname, 'captures/codex')",
  'packages/sdk/test/client.test.ts': "import { SkillRunner } from '@agent-skill-runner/sdk'",
}
const there = new Set([...Object.keys(tree), 'packages/server/test/captures/codex'])
const tests = Object.keys(tree).filter((file) => file.endsWith('.test.ts'))
const ofChange = (...changed: string[]) =>
  concerned(
    tests,
    changed,
    usersOf(tree, (path) => there.has(path)),
  )

test('a change concerns the tests that import it, by any number of steps and also through a program that they start', () => {
  assert.deepEqual(ofChange('packages/server/src/store/open.ts'), [
    'packages/server/test/restart.test.ts',
    'packages/server/test/store.test.ts',
  ])
  assert.deepEqual(ofChange('packages/contract/src/errors.ts'), ofChange('packages/server/src/store/open.ts'))
  assert.deepEqual(ofChange('packages/sdk/src/index.ts'), ['packages/sdk/test/client.test.ts'])
})

test('a change concerns a test that is changed itself, and one that names a folder it lies in', () => {
  assert.deepEqual(ofChange('packages/server/test/store.test.ts'), ['packages/server/test/store.test.ts'])
  assert.deepEqual(ofChange('packages/server/test/captures/codex/tools/stdout'), ['packages/server/test/captures.test.ts'])
})

test('an import of types is checked by the compiler, and a change that nothing needs concerns no test', () => {
  assert.deepEqual([ofChange('packages/server/src/store/row.ts'), ofChange('docs/output.md')], [[], []])
})

test('a change of the dependencies concerns every test', () => {
  assert.deepEqual(ofChange('package-lock.json'), tests)
})
