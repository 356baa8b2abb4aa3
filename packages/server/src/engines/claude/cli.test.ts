import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { claudeCli } from './cli.ts'

const page = readFileSync(join(import.meta.dirname, '../../../test/fixtures/help/claude.txt'), 'utf8')

verifies('engine.launch-is-current', 'the help of the pinned version says that claude can do all that we need', () => {
  assert.deepEqual(claudeCli.capabilities([page]), { resume: true, outputSchema: true, missing: [] })
})

test('each capability is missing where the help does not have it', () => {
  const without = (words: string) => claudeCli.capabilities([page.replaceAll(words, '')])
  assert.deepEqual(without('"stream-json"').missing, ['stream-json'])
  assert.deepEqual(without('--permission-mode <mode>').missing, ['--permission-mode'])
  assert.deepEqual(without('-r, --resume'), { resume: false, outputSchema: true, missing: [] })
  assert.deepEqual(without('--json-schema <schema>'), { resume: true, outputSchema: false, missing: [] })
  assert.deepEqual(claudeCli.capabilities([]).missing, [
    ...['--print', '--output-format', '--verbose', '--model', '--permission-mode', '--settings', '--strict-mcp-config'],
    'stream-json',
  ])
})

test('its version is read from what it prints', () => {
  const { args, read } = claudeCli.version
  assert.deepEqual(args, ['--version'])
  assert.equal(read('2.1.325 (Claude Code)\n'), '2.1.325')
  for (const other of ['', '2.1.325', 'claude 2.1.325 (Claude Code)', '2.1 (Claude Code)']) assert.equal(read(other), null, other)
})

test('its program is the native one, which needs no script of npm to have run', () => {
  const folder = 'node_modules/@anthropic-ai/claude-code-linux-x64'
  assert.deepEqual(claudeCli.entry({ platform: 'linux', arch: 'x64' }), { folder, path: 'claude', runBy: 'itself' })
  assert.equal(
    claudeCli.entry({ platform: 'darwin', arch: 'arm64' })?.folder,
    'node_modules/@anthropic-ai/claude-code-darwin-arm64',
  )
  for (const machine of [
    { platform: 'sunos', arch: 'x64' },
    { platform: 'linux', arch: 'riscv64' },
  ])
    assert.equal(claudeCli.entry(machine), null)
})
