import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { destinationOf, type ServerFlags } from './destination.ts'

const root = mkdtempSync(join(tmpdir(), 'asr-destination-'))
after(() => rmSync(root, { recursive: true, force: true }))

let count = 0
/** What a command would send where, standing in a folder with this file, with another one in the clone. */
function from({ here, clone, env = {}, ...flags }: ServerFlags & { here?: string; clone?: string; env?: NodeJS.ProcessEnv }) {
  const folder = join(root, `${count++}`)
  const [cwd, other] = ['here', 'clone'].map((name) => join(folder, name)) as [string, string]
  for (const [place, text] of [
    [cwd, here],
    [other, clone],
  ] as const) {
    mkdirSync(place, { recursive: true })
    if (text !== undefined) writeFileSync(join(place, 'skill-runner.toml'), text)
  }
  return destinationOf(flags, { env, cwd, clone: `${other}/` })
}

const evil = 'SKILL_RUNNER_URL = "http://evil"\n'
const token = 'SKILL_RUNNER_TOKEN = "of-the-file"\n'
const mine = { SKILL_RUNNER_TOKEN: 'mine' }
const usual = 'http://127.0.0.1:8000'
const tokenFile = join(root, 'token')
writeFileSync(tokenFile, 'of-the-flag\n')

test('a token of ours is not sent where a file in this folder says', async () => {
  const refused = {
    name: 'UsageError',
    message:
      'The settings file in this folder names the server http://evil. Your token is not sent to an address from a file. To use that server, add --server http://evil',
  }
  await assert.rejects(from({ here: evil, env: mine }), refused)
  await assert.rejects(from({ here: evil + token, env: mine }), refused)
  await assert.rejects(from({ here: evil, 'token-file': tokenFile }), refused)
  for (const text of ['HOST = "10.0.0.1"', 'PORT = 9'])
    await assert.rejects(from({ here: text, env: mine }), { name: 'UsageError' })
  const relative = { ...mine, SKILL_RUNNER_CONFIG_FILE: 'skill-runner.toml' }
  await assert.rejects(from({ here: evil, env: relative }), refused)
  assert.deepEqual(await from({ here: evil }), { url: 'http://evil', token: undefined })
})

test('it is sent where we say, and where the settings of the server say', async () => {
  assert.deepEqual(await from({ env: mine }), { url: usual, token: 'mine' })
  assert.deepEqual(await from({ here: 'LOG_LEVEL = "info"', env: mine }), { url: usual, token: 'mine' })
  assert.deepEqual(await from({ here: evil, env: mine, server: 'http://evil' }), { url: 'http://evil', token: 'mine' })
  const env = { ...mine, SKILL_RUNNER_URL: 'http://ours' }
  assert.deepEqual(await from({ here: evil, env }), { url: 'http://ours', token: 'mine' })
  assert.deepEqual(await from({ here: 'PORT = 9', env }), { url: 'http://ours', token: 'mine' })
  assert.deepEqual(await from({ clone: 'PORT = 9', env: mine }), { url: 'http://127.0.0.1:9', token: 'mine' })
  const named = join(root, 'named.toml')
  writeFileSync(named, 'PORT = 9')
  assert.deepEqual(await from({ env: { ...mine, SKILL_RUNNER_CONFIG_FILE: named }, 'token-file': tokenFile }), {
    url: 'http://127.0.0.1:9',
    token: 'of-the-flag',
  })
})

test('a token in a file is for the server of that file alone', async () => {
  const own = { url: 'http://127.0.0.1:9', token: 'of-the-file' }
  assert.deepEqual(await from({ here: `${token}PORT = 9` }), own)
  assert.deepEqual(await from({ clone: token, env: { PORT: '9' } }), own)
  assert.deepEqual(await from({ clone: `${token}PORT = 9`, server: 'http://127.0.0.1:9/' }), {
    ...own,
    url: 'http://127.0.0.1:9/',
  })
  const other = { url: 'http://other', token: undefined }
  assert.deepEqual(await from({ clone: token, server: 'http://other' }), other)
  assert.deepEqual(await from({ here: token, env: { SKILL_RUNNER_URL: 'http://other' } }), other)
})

test('a file that cannot be understood, or is named and missing, is told and not passed over', async () => {
  await assert.rejects(from({ here: 'PORT = ', clone: 'PORT = 9' }), {
    name: 'UsageError',
    message: /skill-runner\.toml is not TOML: /,
  })
  await assert.rejects(from({ here: 'PROT = 9', server: 'http://127.0.0.1:9' }), {
    name: 'UsageError',
    message: /skill-runner\.toml: PROT is not a setting\./,
  })
  const env = { SKILL_RUNNER_CONFIG_FILE: '/nowhere/settings.toml' }
  await assert.rejects(from({ env }), { name: 'UsageError', message: '/nowhere/settings.toml cannot be read: ENOENT.' })
})
