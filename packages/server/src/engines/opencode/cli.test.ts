import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../../../test/verifies.ts'
import { optionsIn } from '../help.ts'
import { opencodeCli } from './cli.ts'
import { opencodeLaunch } from './launch.ts'

const page = readFileSync(join(import.meta.dirname, '../../../test/fixtures/help/opencode.txt'), 'utf8')

verifies('engine.launch-is-current', 'the help of the pinned version knows every option that opencode is started with', () => {
  assert.deepEqual(opencodeCli.capabilities([page]), { resume: true, outputSchema: false, missing: [] })
  const request = {
    ...{ prompt: '', model: 'a/b', script: null, settings: {}, env: {}, outputSchema: null, needsOwnSandbox: false },
    program: { path: '/opencode', runBy: 'itself' },
    places: { workspace: '/workspace', skill: '/skill', home: '/home', node: '/node' },
  } as const
  const words = [null, 'ses_1'].flatMap((resume) => opencodeLaunch({ ...request, resume }).argv)
  const used = words.filter((word) => word.startsWith('--'))
  assert.deepEqual(
    used.filter((option) => !optionsIn(page).has(option)),
    [],
  )
})

test('each capability is missing where the help does not have it', () => {
  const without = (words: string) => opencodeCli.capabilities([page.replaceAll(words, '')])
  assert.deepEqual(without('--auto').missing, ['--auto'])
  assert.deepEqual(without('-s, --session'), { resume: false, outputSchema: false, missing: [] })
  assert.deepEqual(opencodeCli.capabilities([]).missing, ['--format', '--model', '--title', '--auto'])
})

test('its program is the native one, for every processor of that kind', () => {
  const entry = (platform: string, arch: string) => opencodeCli.entry({ platform, arch })
  const at = (folder: string) => ({ folder: `node_modules/${folder}`, path: 'bin/opencode', runBy: 'itself' })
  assert.deepEqual(entry('linux', 'x64'), at('opencode-linux-x64-baseline'))
  assert.deepEqual(entry('darwin', 'arm64'), at('opencode-darwin-arm64'))
  assert.equal(entry('linux', 'riscv64'), null)
})

test('its version is read from what it prints', () => {
  assert.equal(opencodeCli.version.read('1.18.33\n'), '1.18.33')
  assert.equal(opencodeCli.version.read('opencode\n'), null)
})
