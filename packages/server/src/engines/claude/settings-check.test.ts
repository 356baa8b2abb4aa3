import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claudeSettingsCheck } from './settings-check.ts'

const printed = `Claude Code doctor

Running: native (2.1.325)
Path: /opt/engine/claude

Invalid settings
- /home/runner/.claude/settings.json › cleanupPeriodDays: Expected number, but received string
- /home/runner/.claude/settings.json › permissions.deny: Expected array, but received string

Remote Control
- Not signed in to claude.ai

4 warnings found
- Native installation exists but ~/.local/bin is not in your PATH
`

test('what the doctor complains of is told by the names of the settings, without our paths', () => {
  assert.deepEqual(claudeSettingsCheck.problem({ stdout: printed, stderr: '' }), {
    names: ['cleanupPeriodDays', 'permissions.deny'],
    reason: 'cleanupPeriodDays: Expected number, but received string\npermissions.deny: Expected array, but received string',
  })
})

test('other complaints of the doctor are none of the settings', () => {
  const fine = printed.replace(/Invalid settings\n(?:- .*\n)+/, '')
  assert.equal(claudeSettingsCheck.problem({ stdout: fine, stderr: printed }), null)
})
