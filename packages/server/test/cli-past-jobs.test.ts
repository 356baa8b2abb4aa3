import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { startApp, untilTold } from './support/app.ts'
import { command, commands } from './support/cli.ts'
import type { TestSkill } from './support/skills.ts'
import { unzip } from './support/unzip.ts'

const id = 'cli.commands-and-exit-codes'

const inline = (type: string) => ({ type, 'x-input-source': 'inline' })

/** Counts to a number on stdout, complains on stderr, leaves two files, and can fail. */
const counter: TestSkill = {
  id: 'counter',
  input: { type: 'object', properties: { to: inline('integer'), fail: inline('boolean') }, additionalProperties: false },
  artifacts: [{ role: 'note', pattern: 'notes/*', required: false }],
  js: `
    import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
    const { input } = JSON.parse(readFileSync(0, 'utf8'))
    const to = input.to ?? 2
    writeFileSync(1, Array.from({ length: to }, (_, n) => 'line ' + n + '\\n').join(''))
    console.error('é, as it was asked')
    if (input.fail) process.exit(3)
    mkdirSync(process.env.SKILL_ARTIFACTS_DIR + '/notes', { recursive: true })
    for (const name of ['a', 'b']) writeFileSync(process.env.SKILL_ARTIFACTS_DIR + '/notes/' + name + '.txt', name + to)
    writeFileSync(process.env.SKILL_RESULT_FILE, JSON.stringify({ counted: to }))
  `,
}

let app: Awaited<ReturnType<typeof startApp>>
let cwd: string
before(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'asr-cli-'))
  app = await startApp({ skills: [counter, untilTold], env: { SKILL_RUNNER_ENGINES: 'replay' } })
})
after(async () => {
  await app[Symbol.asyncDispose]()
  rmSync(cwd, { recursive: true, force: true })
})

const env = () => ({ SKILL_RUNNER_URL: app.url })
const run = (...args: string[]) => command(args, { cwd, env: env() })
const all = (...lists: string[][]) => commands(lists, { cwd, env: env() })
const counted = async (input: object = {}) => (await app.run('counter', { input })).request_id

verifies(id, 'jobs are listed with the newest first, by status and skill, and no more than asked for', async () => {
  const first = await counted({ to: 11 })
  const failed = await counted({ fail: true })
  const last = await counted({ to: 12 })
  const [table, newest, bad, none] = await all(
    ['jobs', '--skill', 'counter'],
    ['jobs', '--skill', 'counter', '--limit', '2', '--json'],
    ['jobs', '--status', 'failed', '--search', failed, '--json'],
    ['jobs', '--skill', 'nobody'],
  )
  const lines = table?.stdout.split('\n') ?? []
  assert.match(lines[0] ?? '', /^JOB +STATUS +SKILL +ENGINE +CREATED +TOOK$/)
  assert.match(lines[1] ?? '', new RegExp(`^${last} +succeeded +counter +script +\\d{4}-\\S+Z +\\d+\\.\\d s$`))
  assert.match(lines[2] ?? '', new RegExp(`^${failed} +failed +counter +script `))
  assert.match(lines[3] ?? '', new RegExp(`^${first} +succeeded `))
  const ids = (text = '') => JSON.parse(text).map((job: { request_id: string }) => job.request_id)
  assert.deepEqual([ids(newest?.stdout), ids(bad?.stdout)], [[last, failed], [failed]])
  assert.deepEqual(none, { code: 0, stdout: 'JOB  STATUS  SKILL  ENGINE  CREATED  TOOK\n', stderr: '' })
})

verifies(id, 'result prints what run would have printed, with the same exit code', async () => {
  const [good, bad] = [await counted({ to: 3 }), await counted({ fail: true })]
  const running = await app.create('until-told')
  const [text, machine, failed, early] = await all(
    ['result', good, '--out', 'results'],
    ['result', good, '--json'],
    ['result', bad],
    ['result', running],
  )
  assert.deepEqual(text, {
    code: 0,
    stdout: '{\n  "counted": 3\n}\n',
    stderr: 'results/notes/a.txt\nresults/notes/b.txt\n',
  })
  assert.equal(readFileSync(join(cwd, 'results/notes/b.txt'), 'utf8'), 'b3')
  const { request_id, status, cache_hit, result, question, files } = JSON.parse(machine?.stdout ?? '')
  assert.deepEqual(
    { request_id, status, cache_hit, data: result.data, question, files },
    { request_id: good, status: 'succeeded', cache_hit: false, data: { counted: 3 }, question: null, files: [] },
  )
  assert.deepEqual([failed?.code, failed?.stdout], [1, ''])
  assert.match(failed?.stderr ?? '', /\(SCRIPT_FAILED\)/)
  assert.deepEqual([early?.code, early?.stdout], [4, ''])
  assert.match(early?.stderr ?? '', /\(RESULT_NOT_READY\)/)
  assert.equal((await run('cancel', running)).code, 0)
})

verifies(id, 'logs prints both streams of a run, whole, each where it belongs', async () => {
  const [short, long] = [await counted({ to: 2 }), await counted({ to: 200_000 })]
  const [both, one, machine, prompt] = await all(
    ['logs', short],
    ['logs', short, '--stream', 'stderr', '--attempt', '1'],
    ['logs', short, '--json'],
    ['logs', short, '--stream', 'prompt'],
  )
  assert.deepEqual(both, { code: 0, stdout: 'line 0\nline 1\n', stderr: 'é, as it was asked\n' })
  assert.deepEqual(one, { code: 0, stdout: 'é, as it was asked\n', stderr: '' })
  assert.deepEqual([JSON.parse(machine?.stdout ?? '').attempt, prompt?.stdout], [1, ''])
  const { stdout } = await run('logs', long, '--stream', 'stdout')
  assert.equal(stdout, Array.from({ length: 200_000 }, (_, n) => `line ${n}\n`).join(''))
})

verifies(id, 'download brings all artifacts, those that are named, or one zip, and replaces nothing', async () => {
  const job = await counted({ to: 4 })
  const [every, again, one, missing, bundle] = await all(
    ['download', job, '--out', 'all'],
    ['download', job, '--out', 'all', '--json'],
    ['download', job, 'notes/b.txt', '--out', 'one'],
    ['download', job, 'notes/c.txt', 'artifacts/notes/a.txt', '--out', 'part'],
    ['download', job, '--bundle'],
  )
  assert.deepEqual(every, { code: 0, stdout: 'all/notes/a.txt\nall/notes/b.txt\n', stderr: '' })
  const { request_id, files, problems } = JSON.parse(again?.stdout ?? '')
  assert.deepEqual([again?.code, request_id, files, problems.length], [1, job, [], 2])
  assert.match(problems[0], /all\/notes\/a\.txt exists; --force replaces it$/)
  assert.deepEqual([one?.code, one?.stdout, existsSync(join(cwd, 'one/notes/a.txt'))], [0, 'one/notes/b.txt\n', false])
  assert.deepEqual([missing?.code, missing?.stdout], [1, 'part/notes/a.txt\n'])
  assert.match(missing?.stderr ?? '', /^artifacts\/notes\/c\.txt was not downloaded: /)
  assert.deepEqual(bundle, { code: 0, stdout: `${job}.zip\n`, stderr: '' })
  assert.equal((await unzip(readFileSync(join(cwd, `${job}.zip`))))['artifacts/notes/a.txt'], 'a4')
})

verifies(id, 'rerun runs a job again, with what is to differ', async () => {
  const job = await counted({ to: 5 })
  const [same, other, detached] = await all(
    ['rerun', job, '--quiet'],
    ['rerun', job, '--input-json', '{"to":6}', '--json', '--quiet', '--out', 'again'],
    ['rerun', job, '--detach'],
  )
  assert.deepEqual([same?.code, same?.stdout], [0, '{\n  "counted": 5\n}\n'], same?.stderr)
  const { request_id, cache_hit, result, files } = JSON.parse(other?.stdout ?? '')
  assert.deepEqual([cache_hit, result.data, files], [false, { counted: 6 }, ['again/notes/a.txt', 'again/notes/b.txt']])
  assert.notEqual(request_id, job)
  await app.until(detached?.stdout.trim() ?? '', 'succeeded')
})

verifies(id, 'cleanup deletes what has ended and was named, and nothing when nothing is named', async () => {
  const [job, running] = [await counted({ to: 7 }), await app.create('until-told')]
  await app.until(running, 'running')
  const [unsure, young, gone, left, stays] = await all(
    ['cleanup'],
    ['cleanup', '--skill', 'counter', '--older-than', '1d'],
    ['cleanup', '--skill', 'counter', '--json'],
    ['result', job],
    ['cleanup', '--all', '--json'],
  )
  assert.deepEqual([unsure?.code, unsure?.stdout], [2, ''])
  assert.match(unsure?.stderr ?? '', /^Say which jobs to delete: --older-than, --status, --skill, or --all\./)
  assert.deepEqual(young, { code: 0, stdout: 'Deleted 0 jobs and 0 runs.\n', stderr: '' })
  assert.ok(JSON.parse(gone?.stdout ?? '').requests_deleted > 0)
  assert.deepEqual([left?.code, stays?.code, (await app.job(running)).status], [4, 0, 'running'])
  assert.match(left?.stderr ?? '', /\(JOB_NOT_FOUND\)/)
  assert.equal((await run('cancel', running)).code, 0)
})

verifies(id, 'skill new makes a skill that is valid and runs, and changes nothing that is there', async () => {
  const [made, taken, prompt] = await all(
    ['skill', 'new', 'mine/word-count'],
    ['skill', 'new', 'mine/word-count'],
    ['skill', 'new', 'mine/summary', '--type', 'prompt', '--json'],
  )
  assert.deepEqual(
    [made?.code, made?.stdout.split('\n')[0]],
    [0, 'Created mine/word-count. Change its SKILL.md, then check it, run it, and install it:'],
  )
  assert.deepEqual([taken?.code, taken?.stderr.split('\n')[0]], [2, 'mine/word-count exists: choose another folder.'])
  const { skill_id, folder, files } = JSON.parse(prompt?.stdout ?? '')
  assert.deepEqual([skill_id, folder, files.length], ['summary', 'mine/summary', 6])
  for (const path of ['mine/word-count', 'mine/summary']) {
    const checked = await run('skill', 'validate', path, '--json')
    const { valid, problems, warnings } = JSON.parse(checked.stdout)
    assert.deepEqual([path, checked.code, valid, problems, warnings], [path, 0, true, [], []])
  }
  const words = made?.stdout.split('\n')[2]?.trim().split(' ').slice(1) ?? []
  assert.deepEqual(words, ['run', 'mine/word-count', '--input', 'text=Hello'])
  const before = await run(...words)
  assert.deepEqual([before.code, JSON.parse(before.stdout)], [0, { words: 1, beginning: 'Hello' }])
  assert.equal((await run('skill', 'test', './mine/word-count')).code, 0)
  assert.equal((await run('skill', 'install', 'mine/word-count')).code, 0)
  const ran = await run('run', 'word-count', '--input', 'text=three small words', '--param', 'limit=5')
  assert.deepEqual([ran.code, JSON.parse(ran.stdout)], [0, { words: 3, beginning: 'three' }])
})

const wrong: readonly (readonly [args: readonly string[], reason: string])[] = [
  [['jobs', 'all'], 'Unexpected argument "all": --search finds jobs.'],
  [
    ['jobs', '--status', 'done'],
    '--status must be one of queued, running, waiting_user, succeeded, failed, canceled, not "done".',
  ],
  [['jobs', '--limit', '0'], '--limit must be a whole number, 1 or more.'],
  [['result'], 'Name the job.'],
  [['logs', 'job_1', '--stream', 'all'], '--stream must be one of stdout, stderr, prompt, not "all".'],
  [['rerun', 'job_1', '--input-json', '[]'], '--input-json must be a JSON object.'],
  [['download'], 'Name the job.'],
  [['download', 'job_1', 'a.txt', '--bundle'], 'Use either --bundle or the names of artifacts.'],
  [['cleanup', '--older-than', 'long'], '--older-than must be a time like 45m, 12h, 7d, or a number of seconds, not "long".'],
  [['cleanup', '--all', '--status', 'failed'], 'Use either --all or filters.'],
  [['skill', 'new'], 'Name the folder to create.'],
  [
    ['skill', 'new', 'My Skill'],
    '"My Skill" is no name for a skill: use up to 64 lower-case letters, digits and single hyphens.',
  ],
  [['skill', 'new', 'mine', '--type', 'poem'], '--type must be one of script, prompt, not "poem".'],
]

verifies(id, 'what is not understood ends with 2 and says why', async () => {
  const found = await all(...wrong.map(([args]) => [...args]))
  assert.deepEqual(
    found.map(({ code, stdout, stderr }) => [code, stdout, stderr.split('\n')[0]]),
    wrong.map(([, reason]) => [2, '', reason]),
  )
})

test('without a server they end with 3, and each says what it takes and how it can end', async () => {
  const words = [
    ['jobs'],
    ['result', 'job_1'],
    ['logs', 'job_1'],
    ['rerun', 'job_1'],
    ['download', 'job_1'],
    ['cleanup', '--all'],
  ]
  const gone = await commands(words, { cwd, env: { SKILL_RUNNER_URL: 'http://127.0.0.1:1' } })
  assert.deepEqual(
    gone.map(({ code, stdout }) => [code, stdout]),
    words.map(() => [3, '']),
  )
  const helps = await all(...[...words, ['skill', 'new']].map((one) => [...one, '--help']))
  for (const { code, stdout } of helps) {
    assert.equal(code, 0)
    assert.match(stdout, /\nExit codes:\n {2}0 {4}success/)
  }
})
