import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { qwenCli } from './cli.ts'

const page = readFileSync(join(import.meta.dirname, '../../../test/fixtures/help/qwen.txt'), 'utf8')

verifies('engine.launch-is-current', 'the help of the pinned version says that qwen can do all that we need', () => {
  assert.deepEqual(qwenCli.capabilities([page]), { resume: true, outputSchema: true, missing: [] })
})

test('each capability is missing where the help does not have it', () => {
  const without = (words: string) => qwenCli.capabilities([page.replaceAll(words, '')])
  assert.deepEqual(without('"stream-json"').missing, ['stream-json'])
  assert.deepEqual(without('--auth-type').missing, ['--auth-type'])
  assert.deepEqual(without('-r, --resume'), { resume: false, outputSchema: true, missing: [] })
  assert.deepEqual(qwenCli.capabilities([]), {
    resume: false,
    outputSchema: false,
    missing: ['--model', '--approval-mode', '--output-format', '--auth-type', 'stream-json'],
  })
})

test('its version is read from what it prints, whatever stands around it', () => {
  const { args, read } = qwenCli.version
  assert.deepEqual(args, ['--version'])
  assert.equal(read('0.24.4\n'), '0.24.4')
  assert.equal(read('Warning: something\n0.25.0-nightly.1\n'), '0.25.0-nightly.1')
  for (const other of ['', 'v0.24.4', '0.24', 'qwen 0.24.4']) assert.equal(read(other), null, other)
})

test('its program is a script for Node, the same on every machine', () => {
  const script = { folder: 'node_modules', path: '@qwen-code/qwen-code/cli.js', runBy: 'node' }
  for (const platform of ['linux', 'darwin']) assert.deepEqual(qwenCli.entry({ platform, arch: 'x64' }), script)
})
