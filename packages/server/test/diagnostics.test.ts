import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { diagnostics } from '@agent-skill-runner/contract/diagnostics.ts'
import { verifies } from '../../../test/verifies.ts'
import { startApp, untilTold } from './support/app.ts'
import { changeRows } from './support/database.ts'
import { temporaryFolder } from './support/folder.ts'
import type { TestSkill } from './support/skills.ts'
import { geminiVersion } from './support/stand-in-engines.ts'
import { until } from './support/until.ts'

type Server = Awaited<ReturnType<typeof startApp>>

/** Codes of the diagnostics that a job's front end was told, in order. */
async function codesOf(app: Server, id: string): Promise<string[]> {
  const events = await app.events(id)
  return events.flatMap(({ type, data }) => (type === 'diagnostic.warning' ? [String(data['code'])] : []))
}

const each = 'diagnostics.each-code-has-a-test'

verifies(each, 'a line that is too long is told once, and is whole in the log', async () => {
  const long: TestSkill = {
    id: 'long-line',
    sh: `head -c 9000000 /dev/zero | tr '\\0' x; echo; echo '{}' > "$SKILL_RESULT_FILE"`,
  }
  await using app = await startApp({ skills: [long] })
  const { request_id: id } = await app.run('long-line')
  assert.deepEqual(await codesOf(app, id), ['LINE_TOO_LONG'])
  const { run_id } = await app.job(id)
  assert.equal(statSync(join(app.runFolder(run_id), '.audit/stdout.1.log')).size, 9_000_001)
})

verifies(each, 'what cannot be an artifact is told, and so are files beyond what events are made for', async () => {
  const many: TestSkill = {
    id: 'many-files',
    js: `import { symlinkSync, writeFileSync } from 'node:fs'
      const folder = process.env.SKILL_ARTIFACTS_DIR
      for (let n = 0; n < 1001; n++) writeFileSync(folder + '/' + n, '')
      symlinkSync('/etc/hostname', folder + '/link')
      writeFileSync(process.env.SKILL_RESULT_FILE, '{}')`,
  }
  await using app = await startApp({ skills: [many] })
  const { request_id: id, status } = await app.run('many-files')
  assert.equal(status, 'succeeded')
  const { run_id } = await app.job(id)
  const told = readFileSync(join(app.runFolder(run_id), '.audit/events.1.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .flatMap(({ event, data }) => (event.type === 'diagnostic.warning' ? [data.code] : []))
  assert.deepEqual(told.sort(), ['ARTIFACTS_NOT_TOLD', 'ARTIFACT_SKIPPED'])
})

/** Stands in for a gemini that prints a document with words around it, and leaves another account behind. */
const odd = `#!/usr/bin/env node
import { writeFileSync } from 'node:fs'
const asked = process.argv.slice(2)
const isQuestion = asked.includes('--version') || asked.includes('--help') || asked.includes('--debug')
if (isQuestion) await import('./gemini.mjs')
else {
  writeFileSync(process.env.HOME + '/.gemini/google_accounts.json', JSON.stringify({ active: 'somebody else' }))
  console.log('Loading the model')
  console.log(JSON.stringify({ session_id: 's-1', response: '{}', warnings: ['Tried twice'] }, null, 2))
}
`

verifies(each, 'whatever is odd about what an engine prints or leaves is told by name', async (context) => {
  const folder = await temporaryFolder(context)
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'data/agent-home/.gemini'), { recursive: true })
  writeFileSync(join(folder, 'data/agent-home/.gemini/google_accounts.json'), JSON.stringify({ active: 'me' }))
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(join(bin, 'gemini.mjs'), geminiVersion('0.61.0').files['bundle/gemini.js'] ?? '')
  writeFileSync(join(bin, 'odd.mjs'), odd, { mode: 0o755 })
  const skill: TestSkill = { id: 'odd', runner: { entrypoint: { type: 'prompt', prompt: { result_mode: 'stdout' } } } }
  const env = { SKILL_RUNNER_GEMINI_BIN: join(bin, 'odd.mjs'), GEMINI_API_KEY: 'a-key-of-nobody' }
  await using app = await startApp({ folder, skills: [skill], env })
  await until('the program has been looked at', async () => {
    const { body } = await app.get<{ engines: { engine: string; ready: boolean }[] }>('/v1/engines')
    return body.engines.find(({ engine }) => engine === 'gemini')?.ready
  })
  const { request_id: id, result } = await app.run('odd', { engine: 'gemini' })
  assert.equal(result?.status, 'succeeded', JSON.stringify(result))
  assert.deepEqual(await codesOf(app, id), [
    'GEMINI_STDOUT_NOISE',
    'GEMINI_STREAM_JSON_FALLBACK_USED',
    'ENGINE_ERROR_REPORTED',
    'DONE_MARKER_MISSING',
    'CREDENTIALS_NOT_TAKEN_BACK',
  ])
})

verifies(each, 'a run whose engine this build cannot read says so, in raw events that nobody trusts', async (context) => {
  const folder = await temporaryFolder(context)
  const skill: TestSkill = {
    id: 'foreign',
    runner: { entrypoint: { type: 'prompt', prompt: { result_mode: 'stdout' } } },
    files: { 'assets/replay/default.json': JSON.stringify({ steps: [{ message: {}, final: true }] }) },
  }
  const env = { SKILL_RUNNER_ENGINES: 'replay', SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_RESTART_QUEUED: 'keep' }
  const before = await startApp({ folder, skills: [skill, untilTold], env })
  const first = await before.create('until-told')
  await before.until(first, 'running')
  const id = await before.create('foreign', { engine: 'replay' })
  await before.stop()
  // As a server of another version would have left it.
  await changeRows(join(folder, 'data'), "update runs set engine = 'parrot' where engine = 'replay'")

  await using app = await startApp({ folder, env })
  const { error } = await app.until(id, 'failed')
  assert.equal(error?.code, 'SKILL_ENGINE_UNSUPPORTED')
  const sources = (await app.events(id, 'rasp')).map(({ source }) => JSON.stringify(source))
  assert.deepEqual([...new Set(sources)], [JSON.stringify({ engine: 'parrot', parser: 'unknown', confidence: 0.2 })])
  assert.deepEqual(await codesOf(app, id), ['UNKNOWN_ENGINE_PROFILE', 'LOW_CONFIDENCE_PARSE'])
})

verifies(each, 'the table in docs/events.md is the table of codes', () => {
  const doc = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8')
  const rows = [...doc.matchAll(/^\| `([A-Z_]+)` \| (\w+) \| (.+) \|$/gm)].map(([, code, severity, meaning]) => [
    code,
    { severity, meaning },
  ])
  assert.deepEqual(Object.fromEntries(rows), diagnostics)
})
