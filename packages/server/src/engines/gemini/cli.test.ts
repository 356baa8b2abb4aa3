import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { geminiCli } from './cli.ts'

const page = readFileSync(join(import.meta.dirname, '../../../test/fixtures/help/gemini.txt'), 'utf8')

verifies('engine.launch-is-current', 'the help of the pinned version says that gemini can do all that we need', () => {
  assert.deepEqual(geminiCli.capabilities([page]), { resume: true, outputSchema: false, missing: [] })
})

test('each capability is missing where the help does not have it', () => {
  const without = (words: string) => page.replaceAll(words, '')
  assert.deepEqual(geminiCli.capabilities([without(', "stream-json"')]).missing, ['stream-json'])
  assert.deepEqual(geminiCli.capabilities([without('-m, --model')]).missing, ['--model'])
  assert.deepEqual(geminiCli.capabilities([without('-r, --resume')]), { resume: false, outputSchema: false, missing: [] })
  assert.deepEqual(geminiCli.capabilities([]), {
    resume: false,
    outputSchema: false,
    missing: ['--model', '--approval-mode', '--output-format', 'stream-json'],
  })
})

test('its version is read from what it prints, whatever stands around it', () => {
  const { args, read } = geminiCli.version
  assert.deepEqual(args, ['--version'])
  assert.equal(read('0.61.0\n'), '0.61.0')
  assert.equal(read('Warning: something\n0.62.0-nightly.20261101.abc\n'), '0.62.0-nightly.20261101.abc')
  for (const other of ['', 'v0.61.0', '0.61', 'gemini 0.61.0', '0.61.0 or later']) assert.equal(read(other), null, other)
})

test('its program is a script for Node, the same on every machine', () => {
  const script = { folder: 'node_modules', path: '@google/gemini-cli/bundle/gemini.js', runBy: 'node' }
  for (const [platform, arch] of [
    ['linux', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ] as const)
    assert.deepEqual(geminiCli.entry({ platform, arch }), script)
})
