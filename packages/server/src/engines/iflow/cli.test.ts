import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { iflowCli } from './cli.ts'

const page = readFileSync(new URL('../../../test/captures/iflow/help.txt', import.meta.url), 'utf8')

test('the recorded help of 0.5.19 says that it can be resumed, and misses nothing', () => {
  assert.deepEqual(iflowCli.capabilities([page]), { resume: true, outputSchema: false, missing: [] })
})

test('a program without what we need is told what it lacks', () => {
  const without = page.replaceAll(/^.*--(?:yolo|resume) .*\n/gm, '')
  assert.deepEqual(iflowCli.capabilities([without]), { resume: false, outputSchema: false, missing: ['--yolo'] })
  assert.deepEqual(iflowCli.capabilities([]), { resume: false, outputSchema: false, missing: ['--model', '--yolo'] })
})

test('its version is the line that is nothing else', () => {
  assert.equal(iflowCli.version.read('0.5.19\n'), '0.5.19')
  assert.equal(iflowCli.version.read('Assertion failed\n0.5.19\n'), '0.5.19')
  assert.equal(iflowCli.version.read('iflow 0.5.19 is old\n'), null)
})

test('npm has no program of it, on no machine', () => {
  assert.equal(iflowCli.entry({ platform: 'linux', arch: 'x64' }), null)
  assert.equal(iflowCli.withdrawn, 'Its vendor ended the service on 17 April 2026, and npm no longer has the package.')
})
