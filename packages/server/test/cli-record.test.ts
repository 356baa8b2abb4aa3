import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Recording } from '@agent-skill-runner/contract/recording.ts'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { commands } from './support/cli.ts'

const id = 'recording.command'
const skills = fileURLToPath(new URL('../../../skills', import.meta.url))

let app: Awaited<ReturnType<typeof startApp>>
let cwd: string
before(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'asr-record-'))
  for (const name of ['demo-echo', 'demo-interview']) cpSync(join(skills, name), join(cwd, name), { recursive: true })
  app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'replay' } })
})
after(async () => {
  await app[Symbol.asyncDispose]()
  rmSync(cwd, { recursive: true, force: true })
})

const all = (...lists: string[][]) => commands(lists, { cwd, env: { SKILL_RUNNER_URL: app.url } })
const run = async (...args: string[]) => (await all(args))[0]
const recorded = (path: string): Recording => JSON.parse(readFileSync(join(cwd, path), 'utf8'))

verifies(id, 'a run is written into its skill, played from there, and checked against what was played', async () => {
  const input = { text: "it's  me" }
  const { request_id } = await app.run('demo-echo', { engine: 'replay', model: 'default', input, parameter: { normalize: true } })
  const file = 'demo-echo/assets/replay/once.recording.json'
  const written = await run('record', request_id, '--into', 'demo-echo', '--name', 'once')
  const size = readFileSync(join(cwd, file)).length
  const play = `./skill-runner run ./demo-echo --engine replay --model once --no-cache --input-json '{"text":"it'\\''s  me"}' --param-json '{"normalize":true}'`
  assert.deepEqual(written, {
    code: 0,
    stderr: '',
    stdout: `${file}
1 turn, 2 messages, 1 tool call, 2 files, ${size} bytes
Masked: nothing
To play it:
  ${play}
To check what comes of it:
  ./skill-runner record <job> --check ${file}
`,
  })
  assert.deepEqual(recorded(file).result.data, {
    text: "it's me",
    length: 7,
    normalized: true,
    warnings: ['The text was changed by tidying it.'],
  })
  const asTyped = ['--input-json', JSON.stringify(input), '--param-json', '{"normalize":true}', '--json', '--quiet']
  const played = await run('run', './demo-echo', '--engine', 'replay', '--model', 'once', '--no-cache', ...asTyped)
  const job = JSON.parse(played?.stdout ?? '').request_id
  assert.notEqual(job, request_id)
  const other = await app.run('demo-echo', { engine: 'replay', model: 'default', input: { text: 'other' } })
  const [same, machine, different] = await all(
    ['record', job, '--check', file],
    ['record', job, '--check', file, '--json'],
    ['record', other.request_id, '--check', file],
  )
  assert.deepEqual(same, { code: 0, stdout: `The run did what ${file} has.\n`, stderr: '' })
  assert.deepEqual(JSON.parse(machine?.stdout ?? ''), { request_id: job, file, differences: [] })
  assert.deepEqual([different?.code, different?.stderr], [1, `The run did not do what ${file} has.\n`])
  assert.match(different?.stdout ?? '', /^\/job\/input\/text\n {2}- "it's me"\n {2}\+ "other"\n/)
})

verifies(id, 'a conversation is recorded with its replies, and nothing that is there is replaced unasked', async () => {
  const job = await app.create('demo-interview', { engine: 'replay', runtime_options: { execution_mode: 'interactive' } })
  for (const response of ['my team', 'water the plants', true]) {
    await app.until(job, 'waiting_user')
    const { pending_interaction_id: interaction_id } = await app.job(job)
    await app.post(`/v1/jobs/${job}/interaction/reply`, { interaction_id, response })
    await app.until(job, 'waiting_user', 'succeeded')
  }
  await app.until(job, 'succeeded')
  const [first, again, forced, machine, taken] = await all(
    ['record', job, '--into', 'demo-interview'],
    ['record', job, '--into', 'demo-interview'],
    ['record', job, '--into', 'demo-interview', '--force'],
    ['record', job, '--into', 'demo-interview', '--force', '--json'],
    ['record', job, '--into', 'demo-interview', '--name', 'default', '--force'],
  )
  const file = 'demo-interview/assets/replay/replay.recording.json'
  const replies = ['"my team"', '"water the plants"', 'true']
  assert.equal(first?.code, 0)
  assert.match(first?.stdout ?? '', /^4 turns, 4 messages, 0 tool calls, 2 files, \d+ bytes$/m)
  const typed = (first?.stdout ?? '').split('\n').filter((line) => line.includes('--json-response'))
  assert.deepEqual(
    typed,
    replies.map((text) => `  ./skill-runner reply <job> --json-response ${text === 'true' ? text : `'${text}'`}`),
  )
  assert.deepEqual([again?.code, forced?.code, taken?.code], [2, 0, 2])
  assert.equal(again?.stderr.split('\n')[0], `${file} exists: choose another --name, or add --force to replace it.`)
  assert.equal(taken?.stderr.split('\n')[0], 'demo-interview/assets/replay/default.json has this name: choose another --name.')
  const { summary, ...rest } = JSON.parse(machine?.stdout ?? '')
  assert.deepEqual([rest, summary.turns, summary.masked], [{ request_id: job, file }, 4, []])
  assert.deepEqual(readdirSync(join(cwd, 'demo-interview/assets/replay')).sort(), [
    'codex.recording.json',
    'default.json',
    'replay.recording.json',
  ])
})

verifies(id, 'what cannot be recorded or checked is told, and nothing is written', async () => {
  mkdirSync(join(cwd, 'empty'))
  writeFileSync(join(cwd, 'broken.json'), '{"format":')
  writeFileSync(join(cwd, 'other.json'), '{}')
  const { request_id } = await app.run('demo-echo', { engine: 'replay', model: 'default', input: { text: 'x' } })
  const table: readonly (readonly [string[], number, string])[] = [
    [['record'], 2, 'Name the job to record.'],
    [['record', 'job_1', '--into', 'empty'], 2, 'empty is not the folder of a skill (it has no SKILL.md): name one with --into.'],
    [['record', 'job_1'], 2, '. is not the folder of a skill (it has no SKILL.md): name one with --into.'],
    [['record', 'job_1', '--check', 'other.json', '--force'], 2, '--check writes nothing: leave out --into, --name and --force.'],
    [['record', 'job_1', '--check', 'other.json'], 2, 'other.json is no recording: it has no format recording/1.'],
    [
      ['record', request_id, '--into', 'demo-echo', '--name', '../up'],
      2,
      '--name has up to 64 letters, digits, dots, dashes and underscores.',
    ],
  ]
  const told = await all(...table.map(([args]) => args))
  assert.deepEqual(
    told.map(({ code, stderr }) => [code, stderr.split('\n')[0]]),
    table.map(([, code, why]) => [code, why]),
  )
  const [broken, unknown, help] = await all(
    ['record', 'job_1', '--check', 'broken.json'],
    ['record', 'job_none', '--into', 'demo-echo'],
    ['record', '--help'],
  )
  assert.deepEqual([broken?.code, /^broken\.json cannot be read as a recording: /.test(broken?.stderr ?? '')], [2, true])
  assert.deepEqual([unknown?.code, /\(JOB_NOT_FOUND\)/.test(unknown?.stderr ?? '')], [4, true])
  assert.deepEqual([help?.code, /^skill-runner record <job>/.test(help?.stdout ?? '')], [0, true])
  assert.equal(readdirSync(join(cwd, 'empty')).length, 0)
})
