import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SettingList } from '@agent-skill-runner/contract/management.ts'
import { verifies } from '../../../test/verifies.ts'
import { keys } from '../src/config/keys.ts'
import { loadConfig } from '../src/config.ts'
import { startApp } from './support/app.ts'
import { temporaryFolder } from './support/folder.ts'

const machine = { cores: 2, memoryBytes: 4 * 1024 ** 3 }

verifies(
  'management.settings-logs-sweeps',
  'every setting tells its value, where it comes from and what it does, and no secret is among them',
  async (context) => {
    const cwd = await temporaryFolder(context)
    writeFileSync(join(cwd, 'other.toml'), 'PORT = 9000\nSKILL_RUNNER_MAX_QUEUE = 3\nE2B_API_KEY = "e2b-key-from-the-file"\n')
    const env = {
      PORT: '9001',
      SKILL_RUNNER_CONFIG_FILE: 'other.toml',
      SKILL_RUNNER_TOKEN: 'token-of-the-operator',
      SKILL_RUNNER_PASS_ENV: 'PROVIDER_KEY',
      PROVIDER_KEY: 'provider-key-0123456789',
      SKILL_RUNNER_CODEX_BIN: 'bin/provider-key-0123456789/codex',
      E2B_API_URL: 'https://ann:pass-of-ann@the-rest@e2b.example/path',
      SKILL_RUNNER_URL: 'https://key-as-a-user@runner.example/?to=ben@example.com',
      LOG_LEVEL: '',
    }
    const loaded = await loadConfig({ env, cwd, machine })
    assert.ok(loaded.ok, 'problems' in loaded ? loaded.problems.join('; ') : '')
    const { settings } = loaded.config
    const of = (name: string) => {
      const found = settings.find((setting) => setting.name === name)
      return found && [found.value, found.isSet, found.isSecret, found.source]
    }
    assert.deepEqual(of('PORT'), ['9001', true, false, 'environment'])
    assert.deepEqual(of('SKILL_RUNNER_MAX_QUEUE'), ['3', true, false, 'file'])
    assert.deepEqual(of('SKILL_RUNNER_TIMEOUT_SEC'), ['1200', false, false, 'default'])
    assert.deepEqual(of('SKILL_RUNNER_SKILLS_DIR'), [null, false, false, 'default'])
    assert.deepEqual(of('LOG_LEVEL'), ['info', false, false, 'default'])
    assert.deepEqual(of('SKILL_RUNNER_TOKEN'), [null, true, true, 'environment'])
    assert.deepEqual(of('E2B_API_KEY'), [null, true, true, 'file'])
    assert.deepEqual(of('SKILL_RUNNER_WEBHOOK_SECRET'), [null, false, true, 'default'])
    assert.deepEqual(of('SKILL_RUNNER_CODEX_BIN'), [`bin/${'*'.repeat(23)}/codex`, true, false, 'environment'])
    assert.deepEqual(of('SKILL_RUNNER_GEMINI_BIN'), undefined)
    assert.deepEqual(of('E2B_API_URL'), ['https://ann:********@e2b.example/path', true, false, 'environment'])
    assert.deepEqual(of('SKILL_RUNNER_URL'), ['https://********@runner.example/?to=ben@example.com', true, false, 'environment'])
    assert.deepEqual(of('SKILL_RUNNER_CONFIG_FILE'), ['other.toml', true, false, 'environment'])
    const names = settings.map(({ name }) => name)
    assert.deepEqual([names.length, Object.keys(keys).filter((name) => !names.includes(name))], [new Set(names).size, []])
    assert.deepEqual(
      settings.find(({ name }) => name === 'SKILL_RUNNER_SKILLS_DIR')?.description,
      'Folder for user skills. A user skill takes precedence over a built-in one with the same id. Without it: `skills` in the data folder.',
    )
    assert.ok(settings.every(({ description }) => description !== ''))
    for (const secret of [
      env.SKILL_RUNNER_TOKEN,
      env.PROVIDER_KEY,
      'e2b-key-from-the-file',
      'pass-of-ann',
      'the-rest',
      'key-as-a-user',
    ])
      assert.equal(JSON.stringify(settings).includes(secret), false, secret)
  },
)

verifies(
  'management.settings-logs-sweeps',
  'settings and notices are shown to whoever may administer, without a token or a key',
  async (context) => {
    const secrets = join(await temporaryFolder(context), 'secrets.json')
    writeFileSync(secrets, JSON.stringify({ mine: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }), { mode: 0o644 })
    const token = 'token-of-the-operator'
    const headers = { authorization: `Bearer ${token}` }
    await using app = await startApp({
      env: {
        SKILL_RUNNER_TOKEN: token,
        SKILL_RUNNER_PASS_ENV: 'PROVIDER_KEY',
        PROVIDER_KEY: 'provider-key-0123456789',
        SKILL_RUNNER_WEBHOOK_SECRETS_FILE: secrets,
      },
    })
    const { settings, notices } = (await app.get<SettingList>('/v1/management/settings', headers)).body
    const port = settings.find(({ name }) => name === 'PORT')
    assert.deepEqual(port, {
      name: 'PORT',
      value: '0',
      is_set: true,
      is_secret: false,
      source: 'environment',
      description: 'Port to listen on; 0 chooses a free one.',
    })
    assert.deepEqual(notices, [`${secrets} is open to others than its owner. chmod 600 it.`])
    const text = await (await fetch(`${app.url}/v1/management/settings`, { headers })).text()
    for (const secret of [token, 'provider-key-0123456789', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])
      assert.equal(text.includes(secret), false, secret)
  },
)

test('a day for the old routes must be one of the calendar', async (context) => {
  const cwd = await temporaryFolder(context)
  const load = (day: string) => loadConfig({ env: { SKILL_RUNNER_UI_LEGACY_API_SUNSET: day }, cwd, machine })
  for (const day of ['2026-02-30', 'soon', '2026-6-30', '2026-13-01', '2026-06-30T00:00:00Z'])
    assert.deepEqual(await load(day), {
      ok: false,
      problems: [`SKILL_RUNNER_UI_LEGACY_API_SUNSET must be a date like 2026-06-30, not ${JSON.stringify(day)}.`],
    })
  const loaded = await load('2028-02-29')
  assert.deepEqual(loaded.ok && loaded.config.legacyRoutes, { mode: 'warn', sunset: '2028-02-29' })
})
