import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { exits } from '../src/cli/exit-codes.ts'
import { startApp, untilTold } from './support/app.ts'
import { command, commands, main, startCommand } from './support/cli.ts'
import { compileCache } from './support/compile-cache.ts'
import { asking, block, says, talking } from './support/conversations.ts'
import { packageOf, type TestSkill, writeSkill } from './support/skills.ts'
import { atTerminal } from './support/terminal.ts'
import { until } from './support/until.ts'

const id = 'cli.commands-and-exit-codes'

const inline = (type: unknown) => ({ type, 'x-input-source': 'inline' })

/** Gives back what it was given, leaves a file, and can fail. */
const copier: TestSkill = {
  id: 'copier',
  input: {
    type: 'object',
    properties: {
      ...{ text: inline('string'), count: inline('integer'), more: inline(['string', 'null']), fail: inline('boolean') },
      paper: { type: 'string', 'x-input-source': 'file' },
    },
    additionalProperties: false,
  },
  parameter: { type: 'object', properties: { level: { type: 'integer' } } },
  artifacts: [{ role: 'copy', pattern: 'copies/*', required: false }],
  js: `
    import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
    const { input, parameter } = JSON.parse(readFileSync(0, 'utf8'))
    if (input.fail) { console.error('as it was asked'); process.exit(3) }
    const paper = input.paper === undefined ? null : readFileSync(input.paper, 'utf8')
    mkdirSync(process.env.SKILL_ARTIFACTS_DIR + '/copies', { recursive: true })
    writeFileSync(process.env.SKILL_ARTIFACTS_DIR + '/copies/copy.txt', 'copied: ' + paper)
    writeFileSync(process.env.SKILL_RESULT_FILE, JSON.stringify({ ...input, paper, parameter }))
  `,
}

const needy: TestSkill = {
  id: 'needy',
  input: { type: 'object', properties: { paper: { type: 'string', 'x-input-source': 'file' } }, required: ['paper'] },
}

const everyKind = talking(
  'every-kind',
  [says(block('kind: choose_one', 'prompt: Which colour?', 'options: [red, blue]'))],
  [says(block('kind: confirm', 'prompt: Sure?'))],
  [says('And why?')],
  [says(block('kind: fill_fields', 'prompt: Who?', 'required_fields: [name, town]'))],
  [says(block('kind: upload_files', 'prompt: Your paper?'))],
  [says(block('kind: fill_fields', 'prompt: Anything else?'))],
)

let app: Awaited<ReturnType<typeof startApp>>
let cwd: string
before(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'asr-cli-'))
  writeFileSync(join(cwd, 'paper.txt'), 'my paper')
  writeFileSync(join(cwd, 'input.json'), '{"text":"from a file","count":1}')
  app = await startApp({
    skills: [copier, needy, untilTold, everyKind, asking('asks', 'Which colour?')],
    env: { SKILL_RUNNER_ENGINES: 'replay' },
  })
})
after(async () => {
  await app[Symbol.asyncDispose]()
  rmSync(cwd, { recursive: true, force: true })
})

const environment = () => ({ SKILL_RUNNER_URL: app.url })
const run = (args: readonly string[], input = '') => command(args, { cwd, env: environment(), input })

/** Something that answers in the place of a server, or does not, and remembers what it was asked. */
async function standIn(answer: RequestListener = () => {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The id that a run tells first. */
const jobIn = (text: string): string => /job_\w+/.exec(text)?.[0] ?? assert.fail(`no job in ${text}`)

verifies(id, 'run prints the result on stdout and how it went on stderr, and brings what it left', async () => {
  const words = [
    'run',
    'copier',
    '--input-json',
    '@input.json',
    '--input',
    'text=5',
    '--input',
    'more=null',
    '--param',
    'level=3',
  ]
  const { code, stdout, stderr } = await run([...words, '--file', 'paper=paper.txt', '--out', 'out/here'])
  assert.equal(code, 0, stderr)
  assert.deepEqual(JSON.parse(stdout), { text: '5', count: 1, more: null, paper: 'my paper', parameter: { level: 3 } })
  assert.match(
    stderr,
    /^job_\w+\n(\d+\.\d s {2}.+\n)*\d+\.\d s {2}running, attempt 1\n(\d+\.\d s {2}.+\n)*\d+\.\d s {2}succeeded\nout\/here\/copies\/copy\.txt\n$/,
  )
  assert.equal(readFileSync(join(cwd, 'out/here/copies/copy.txt'), 'utf8'), 'copied: my paper')
})

verifies(id, 'a result is printed also where its files cannot be brought', async () => {
  const out = join(cwd, 'out/taken')
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, 'copies'), 'not a folder')
  const { code, stdout, stderr } = await run(['run', 'copier', '--input', 'text=a', '--json', '--quiet', '--out', 'out/taken'])
  const { request_id, status, result, files } = JSON.parse(stdout)
  assert.deepEqual([code, jobIn(request_id), status, result.data.text, files], [1, request_id, 'succeeded', 'a', []])
  assert.match(stderr, /^artifacts\/copies\/copy\.txt was not downloaded: .*\n$/)
})

verifies(id, 'run takes budgets and engines in order, and what is none is refused', async () => {
  const words = ['run', 'every-kind', '--interactive', '--engines', 'replay', '--max-tokens', '5', '--max-cost', '0.50']
  const { code, stdout, stderr } = await run([...words, '--detach'])
  assert.equal(code, 0, stderr)
  const { budget, engine } = await app.job(stdout.trim())
  assert.deepEqual([budget, engine], [{ max_tokens: 5, max_cost_usd: 0.5 }, 'replay'])
  const refused = await Promise.all(
    [
      ['--max-cost', 'much'],
      ['--max-tokens', '1.5'],
      ['--engine', 'replay', '--engines', 'replay'],
      ['--engines', 'replay,'],
      ['--max-tokens', '0'],
      ['--engines', 'replay,replay'],
    ].map((flags) => run(['run', 'every-kind', '--interactive', ...flags])),
  )
  assert.deepEqual(
    refused.map((one) => one.code),
    [2, 2, 2, 2, 4, 4],
  )
  const again = await run(['rerun', stdout.trim(), '--max-tokens', '7', '--detach'])
  assert.deepEqual((await app.job(again.stdout.trim())).budget, { max_tokens: 7, max_cost_usd: 0.5 })
})

verifies(id, 'with --json there is one document on stdout, and with --quiet nothing else', async () => {
  const [piped, failed, refused] = await Promise.all([
    run(['run', 'copier', '--input-json', '-', '--json', '--quiet'], '{"text":"piped"}'),
    run(['run', 'copier', '--input', 'fail=true', '--json', '--no-cache', '--timeout', '60']),
    run(['run', 'nobody', '--json']),
  ])
  const told = JSON.parse(piped.stdout)
  assert.deepEqual(
    [piped.code, piped.stderr, Object.keys(told)],
    [0, '', ['request_id', 'status', 'cache_hit', 'result', 'question', 'files']],
  )
  assert.deepEqual([told.status, told.result.data.text, told.question, told.files], ['succeeded', 'piped', null, []])
  const failure = JSON.parse(failed.stdout)
  assert.deepEqual([failed.code, failure.status, failure.result.error.code], [1, 'failed', 'SCRIPT_FAILED'])
  assert.match(failed.stderr, /\nThe script of the skill failed\. .*\(SCRIPT_FAILED\)\n.*as it was asked/s)
  assert.deepEqual([refused.code, JSON.parse(refused.stdout).error.code], [4, 'SKILL_NOT_FOUND'])
})

test('who runs an interactive skill without --interactive, or names a file as an input, is told the flag', async () => {
  const named = await run(['run', 'zotero-parse-attachment', '--input', 'attachment_path=a.txt'])
  const told = 'attachment_path is a file: send it with --file attachment_path=a.txt.\nHelp: ./skill-runner run --help\n'
  assert.deepEqual([named.code, named.stdout, named.stderr], [2, '', told])
  const { code, stderr } = await run(['run', 'demo-interview'])
  assert.equal(code, 4)
  assert.match(stderr, /\(SKILL_EXECUTION_MODE_UNSUPPORTED\)\n.*\n.*\.\/skill-runner run <skill> --interactive\n$/s)
})

const wrong: readonly (readonly [args: readonly string[], reason: RegExp])[] = [
  [['run'], /^Name the skill to run\.\nHelp: \.\/skill-runner run --help\n$/],
  [['run', 'copier', 'more'], /^Unexpected argument "more"/],
  [['run', 'copier', '--token', 'secret'], /^Unknown option '--token'\./],
  [['run', 'copier', '--input', 'text'], /^--input expects name=value, not "text"\./],
  [['run', 'copier', '--input', 'text=1', '--input', 'text=2'], /^--input text is given twice\./],
  [['run', 'copier', '--input-json', '{'], /^--input-json is not JSON: /],
  [['run', 'copier', '--param-json', '[]'], /^--param-json must be a JSON object\./],
  [['run', 'copier', '--file', 'paper=nowhere'], /^nowhere cannot be read: it does not exist\./],
  [['run', 'copier', '--input-json', '@nowhere'], /^nowhere cannot be read: it does not exist\./],
  [['run', 'copier', '--file', 'paper=.'], /^\. cannot be read: it is a directory\./],
  [['run', 'copier', '--input', 'text=1', '--out', 'paper.txt/out'], /^paper\.txt\/out is not writable: /],
  [['run', '..', '--input', 'text=1'], /^"\.\." cannot be part of an address\./],
  [['run', './'], /^\.\/ has no SKILL\.md\./],
  [['run', './nowhere'], /^There is no file or folder \.\/nowhere here\./],
  [['run', 'nowhere.zip'], /^There is no file or folder nowhere\.zip here\./],
  [['skill', 'install', 'nowhere'], /^There is no file or folder nowhere here\./],
  [['run', './linked'], /^linked\/link is a link; a package contains only files and folders\./],
  [
    ['run', 'alone.zip', '--file', 'paper=paper.txt', '--archive', 'alone.zip'],
    /^Use --file or --archive, not both, with a skill that is not installed\./,
  ],
  [['run', 'copier', '--wait', 'long'], /^--wait must be a whole number, 1 or more\./],
  [['run', 'copier', '--server', 'nowhere'], /^--server must be an http or https URL\./],
  [['run', 'copier', '--token-file', 'nowhere'], /^The token file cannot be read: /],
  [['watch', '..'], /^"\.\." cannot be part of an address\.\nHelp: \.\/skill-runner watch --help\n$/],
  [['watch'], /^Name the job to watch\./],
  [['reply'], /^Name the job to reply to\./],
  [['reply', 'job_1', 'a', 'b'], /^Unexpected argument "b": put the answer in quotes\./],
  [['cancel', 'job_1', 'job_2'], /^Unexpected argument "job_2"\./],
  [['skill'], /^Name a skill command\.\n\nSkills, mostly those of a server\.\n\n {2}skill list /],
  [['skill', 'paint'], /^Unknown command: skill paint\.\nHelp: \.\/skill-runner skill --help\n$/],
  [['skill', 'list', 'all'], /^Unexpected argument "all"\./],
  [['skill', 'show', '..'], /^"\.\." cannot be part of an address\./],
  [['skill', 'show'], /^Name the skill to show\.\nHelp: \.\/skill-runner skill show --help\n$/],
  [['skill', 'install', 'linked'], /^linked\/link is a link; a package contains only files and folders\./],
  [['paint'], /^Unknown command: paint\nHelp: \.\/skill-runner --help\n$/],
]

verifies(id, 'what is not understood ends with 2, says why and where to read more, and asks nobody', async () => {
  mkdirSync(join(cwd, 'linked'))
  symlinkSync('/etc/passwd', join(cwd, 'linked/link'))
  writeFileSync(join(cwd, 'linked/SKILL.md'), '')
  writeFileSync(join(cwd, 'alone.zip'), packageOf(needy))
  await using nobody = await standIn()
  const found = await commands(
    wrong.map(([args]) => args),
    { cwd, env: { SKILL_RUNNER_URL: nobody.url } },
  )
  assert.deepEqual(nobody.asked, [])
  for (const [index, { code, stdout, stderr }] of found.entries()) {
    const [args, reason] = wrong[index] ?? assert.fail()
    assert.deepEqual([args, code, stdout], [args, 2, ''])
    assert.match(stderr, reason)
  }
})

test('a command whose stderr nobody reads ends with its own code', async () => {
  const child = spawn(process.execPath, [main, 'run'], { cwd, env: compileCache, stdio: ['ignore', 'inherit', 'pipe'] })
  child.stderr.destroy()
  assert.deepEqual(await once(child, 'close'), [2, null])
})

/** How a command ends whose output nobody reads. */
function unread(args: readonly string[]): Promise<unknown[]> {
  const env = { ...compileCache, ...environment() }
  const child = spawn(process.execPath, [main, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] })
  child.stdout.destroy()
  return once(child, 'close')
}

test('a result that nobody reads to its end keeps no file from being brought', async () => {
  assert.deepEqual(await unread(['run', 'copier', '--input', 'text=unread', '--out', 'out/unread']), [0, null])
  assert.equal(readFileSync(join(cwd, 'out/unread/copies/copy.txt'), 'utf8'), 'copied: null')
})

test('a link in a package is a problem like any other', async () => {
  const folder = join(cwd, 'with-link')
  mkdirSync(folder)
  symlinkSync('/etc/passwd', join(folder, 'link'))
  const [text, machine] = await commands(
    [
      ['skill', 'validate', 'with-link'],
      ['skill', 'validate', 'with-link', '--json'],
    ],
    { cwd, env: environment() },
  )
  const message = 'with-link/link is a link; a package contains only files and folders'
  assert.deepEqual(text, { code: 1, stdout: `${message}\n`, stderr: '' })
  assert.deepEqual(
    [machine?.code, JSON.parse(machine?.stdout ?? '')],
    [
      1,
      {
        ...{ skill_id: null, version: null, digest: null, action: null, valid: false },
        problems: [{ entry: 'with-link/link', message }],
        warnings: [],
      },
    ],
  )
})

verifies(id, 'a server that is not there ends every command with 3, and one that refuses with 4', async () => {
  const words = [
    ['run', 'x'],
    ['watch', 'job_1'],
    ['reply', 'job_1', 'x'],
    ['cancel', 'job_1'],
    ['skill', 'show', 'x'],
  ]
  const all = [...words, ...['versions', 'restore', 'remove'].map((name) => ['skill', name, 'nobody'])]
  const nowhere = [...all, ['skill', 'install', 'paper.txt'], ['skill', 'list']]
  const gone = await standIn()
  await gone[Symbol.asyncDispose]()
  const [missing, refused] = await Promise.all([
    commands(nowhere, { cwd, env: { PORT: new URL(gone.url).port } }),
    commands([...all, ['skill', 'install', 'paper.txt'], ['watch', 'job_1', '--json']], { cwd, env: environment() }),
  ])
  const lines = refused.pop()?.stdout.split('\n') ?? []
  assert.deepEqual([lines.length, JSON.parse(lines[0] ?? '').error.code, lines[1]], [2, 'JOB_NOT_FOUND', ''])
  for (const [index, { code, stdout, stderr }] of missing.entries()) {
    assert.deepEqual([nowhere[index], code, stdout], [nowhere[index], 3, ''])
    assert.ok(stderr.startsWith(`No answer from ${gone.url} (ECONNREFUSED). `), stderr)
    assert.match(stderr, /\(UNREACHABLE\)\n {2}To use another address: /)
  }
  for (const [index, { code, stdout, stderr }] of refused.entries()) {
    assert.deepEqual([all[index], code, stdout], [all[index], 4, ''])
    assert.match(stderr, /\((JOB_NOT_FOUND|SKILL_NOT_FOUND|UPLOAD_INVALID)\)\n/)
  }
})

test('a result of an earlier run is told to be one', async () => {
  const words = ['run', 'copier', '--input', 'text=again']
  await run([...words, '--quiet'])
  const [text, machine] = await Promise.all([run(words), run([...words, '--json'])])
  assert.match(text.stderr, /^job_\w+\nresult of an earlier run \(--no-cache runs it again\)\n/)
  assert.equal(JSON.parse(machine.stdout).cache_hit, true)
  const late = await run(['reply', JSON.parse(machine.stdout).request_id, 'x'])
  assert.match(late.stderr, /\(NOT_INTERACTIVE\)\n( {2}.*\n)* {2}With this command line: .* --interactive\n$/)
})

verifies(id, 'a refusal names each thing that is wrong', async () => {
  const [missing, invalid] = await Promise.all([
    run(['run', 'needy']),
    run(['run', 'copier', '--input', 'count=many', '--input', 'colour=red']),
  ])
  assert.deepEqual([missing.code, invalid.code], [4, 4])
  assert.equal(
    missing.stderr,
    'Required files are missing. See details, and upload them. (INPUT_FILE_MISSING)\n  missing: paper\n  received: none\n',
  )
  assert.match(invalid.stderr, /\(INPUT_INVALID\)\n( {2}- .*\n)*/)
  assert.match(invalid.stderr, /count must be integer/)
})

verifies(id, 'a question that nobody at hand can answer ends run with 6; reply answers it and watch sees the end', async () => {
  const asked = await run(['run', 'asks', '--interactive', '--quiet'])
  const job = await askedJob('asks')
  assert.deepEqual(asked, { code: 6, stdout: '', stderr: `Which colour?\nReply: ./skill-runner reply ${job} …\n` })
  const [shown, stale, machine] = await Promise.all([
    run(['reply', job]),
    run(['reply', job, 'blue', '--interaction', '7']),
    run(['reply', job, '--json']),
  ])
  assert.deepEqual([shown.code, shown.stdout], [6, 'Which colour?\n'])
  assert.deepEqual([stale.code, JSON.parse(machine.stdout).kind], [4, 'open_text'])
  const replied = await run(['reply', job, 'blue', '--file', 'paper.txt', '--file', 'other.txt=paper.txt'])
  assert.deepEqual(replied, {
    code: 0,
    stdout: `Reply accepted. Watch the run: ./skill-runner watch ${job}\n`,
    stderr: '',
  })
  const watched = await run(['watch', job, '--json'])
  assert.equal(watched.code, 0)
  const lines = watched.stdout.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)),
    await app.events(job),
  )
  const [[late, nothing, view], from] = await Promise.all([
    commands(
      [
        ['reply', job, 'red'],
        ['reply', job],
        ['reply', job, '--json'],
      ],
      { cwd, env: environment() },
    ),
    run(['watch', job, '--from', `${lines.length - 1}`]),
  ])
  assert.ok(late && nothing && view)
  assert.deepEqual([late.code, from.code, from.stdout], [4, 0, '0.0 s  succeeded\n'])
  assert.deepEqual(nothing, { code: 0, stdout: 'No question is pending: the run is succeeded.\n', stderr: '' })
  assert.deepEqual([view.code, JSON.parse(view.stdout)], [0, { request_id: job, status: 'succeeded', pending: null }])
  assert.match(late.stderr, /\(NOT_WAITING\)/)
})

async function askedJob(skill: string): Promise<string> {
  const { body } = await app.get<{ jobs: { request_id: string }[] }>(`/v1/jobs?skill_id=${skill}&status=waiting_user`)
  return body.jobs[0]?.request_id ?? assert.fail('nothing waits')
}

verifies(id, 'answers are read as the question wants them', async () => {
  const { stdout } = await run(['run', 'every-kind', '--interactive', '--json', '--quiet'])
  const { request_id: job, question, status } = JSON.parse(stdout)
  assert.deepEqual([status, question.kind], ['waiting_user', 'choose_one'])
  const unclear = await run(['reply', job, '3'])
  assert.deepEqual([unclear.code, unclear.stderr.split('\n')[0]], [2, 'Choose one of 1) red, 2) blue.'])
  const replies = [
    ['2'],
    ['y'],
    ['Because.'],
    ['--json-response', '{"name":"Ada","town":"London"}'],
    ['--file', 'paper.txt'],
    ['{"more":1}'],
  ]
  for (const [index, reply] of replies.entries()) {
    await until(`question ${index + 1} is asked`, async () => (await app.job(job)).pending_interaction_id === index + 1)
    const { code, stderr } = await run(['reply', job, ...reply])
    assert.equal(code, 0, stderr)
  }
  assert.equal((await app.until(job, 'succeeded')).interaction_count, 6)
})

verifies(
  id,
  'at a terminal the questions are asked there, one line tells how it goes, and a wrong answer is asked for again',
  async () => {
    const argv = [process.execPath, main, 'run', 'every-kind', '--interactive', '--no-cache']
    const { code, said } = await atTerminal(argv, { PATH: process.env['PATH'], ...environment() }, [
      ['number> ', '7\r'],
      ['number> ', '2\r'],
      ['y/n> ', 'y\r'],
      ['And why?', 'Because.\r'],
      ['name: ', 'Ada\r'],
      ['town: ', 'London\r'],
      ['> ', `${join(cwd, 'nowhere')}\r`],
      ['> ', `${join(cwd, 'paper.txt')}\r`],
      ['> ', '\r'],
      ['a JSON object> ', '\r'],
      ['a JSON object> ', '{"more":1}\r'],
    ])
    assert.equal(code, 0, said)
    assert.match(said, /Which colour\?\n {2}1\) red\n {2}2\) blue\n/)
    assert.match(said, /Choose one of 1\) red, 2\) blue\.\n/)
    assert.match(said, /nowhere cannot be read: /)
    assert.match(said, /This question expects fields: enter a JSON object/)
    assert.match(said, /\{\n {2}"ok": true\n\}\n$/)
  },
)

verifies(id, 'who does not want to answer leaves: with Ctrl+D the question stays, with Ctrl+C the run does too', async () => {
  const leave = (key: string) =>
    atTerminal([process.execPath, main, 'run', 'asks', '--interactive'], { PATH: process.env['PATH'], ...environment() }, [
      ['\x1b[0J> ', key],
    ])
  const [closed, interrupted] = await Promise.all([leave('\x04'), leave('\x03')])
  assert.deepEqual([closed.code, interrupted.code], [6, 130])
  assert.match(closed.said, /Which colour\?\nReply: \.\/skill-runner reply job_\w+ …\n$/)
  assert.match(interrupted.said, /The run continues\. Watch it: .*\nCancel it: .*\n$/)
})

verifies(id, 'what is still under way when the time is over ends with 7, what is detached or interrupted goes on', async () => {
  const flags = ['run', 'until-told', '--no-cache', '--quiet']
  const [late, detached] = await Promise.all([run([...flags, '--wait', '1', '--json']), run([...flags, '--detach'])])
  const { request_id, status } = JSON.parse(late.stdout)
  assert.deepEqual([late.code, status], [7, 'running'])
  assert.equal(
    late.stderr,
    `The run continues. Watch it: ./skill-runner watch ${request_id}\nCancel it: ./skill-runner cancel ${request_id}\n`,
  )
  const job = detached.stdout.trim()
  assert.deepEqual([detached.code, detached.stdout], [0, `${jobIn(job)}\n`])
  assert.equal((await run(['watch', job, '--wait', '1'])).code, 7)
  // To show is all that watch does.
  assert.deepEqual(await unread(['watch', job]), [0, null])

  const watching = startCommand(['watch', job], { cwd, env: environment() })
  await until('it is watched', () => watching.said().stdout.includes('running'))
  watching.signal('SIGINT')
  assert.equal((await watching.ended).code, 130)
  const running = startCommand(['run', 'until-told', '--no-cache'], { cwd, env: environment() })
  await until('it runs', () => running.said().stderr.includes('running'))
  running.signal('SIGINT')
  const left = await running.ended
  assert.deepEqual([left.code, left.stdout], [130, ''])
  assert.match(left.stderr, /\nThe run continues\. Watch it: /)
  assert.equal((await app.job(jobIn(left.stderr))).status, 'running')

  const ending = startCommand(['run', 'until-told', '--no-cache', '--cancel-on-interrupt'], { cwd, env: environment() })
  await until('it runs', () => ending.said().stderr.includes('running'))
  ending.signal('SIGINT')
  const ended = await ending.ended
  assert.equal(ended.code, 130)
  assert.match(ended.stderr, /\nThe run is canceled\.\n$/)
  for (const one of [request_id, jobIn(left.stderr)]) assert.equal((await app.post(`/v1/jobs/${one}/cancel`)).status, 200)

  const watched = startCommand(['watch', job], { cwd, env: environment() })
  await until('it is watched', () => watched.said().stdout.includes('running'))
  const canceled = await run(['cancel', job])
  assert.deepEqual([canceled.code, canceled.stdout], [0, 'Canceled; its processes are gone.\n'])
  assert.equal((await watched.ended).code, 5)
  const done = await app.run('copier')
  assert.equal((await run(['cancel', done.request_id])).code, 1)
})

verifies(id, 'who leaves a server that does not answer is let go', async () => {
  const accepted = { request_id: 'job_1', cache_hit: false, status: 'queued' }
  await using silent = await standIn()
  // One takes a job and says nothing more, one answers only when it hears of a job again.
  await using mute = await standIn(({ method }, response) => {
    if (method === 'POST') response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(accepted))
  })
  await using slow = await standIn(({ url }, response) => {
    if (slow.asked.length === 1) return
    const canceled = { request_id: 'job_1', run_id: 'run_1', status: 'canceled', accepted: true, message: 'Canceled.' }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(url?.endsWith('/cancel') ? canceled : accepted))
  })
  const start = (url: string, ...args: string[]) => startCommand(args, { cwd, env: { SKILL_RUNNER_URL: url } })
  const [first, second] = [start(silent.url, 'run', 'x'), start(slow.url, 'run', 'x', '--cancel-on-interrupt')]
  const third = start(mute.url, 'run', 'x', '--json')
  const late = start(silent.url, 'run', 'x', '--json', '--wait', '1', '--input', 'text=1')
  await until('all of them wait', () => silent.asked.length === 2 && slow.asked.length === 1 && mute.asked.length === 2)
  for (const one of [first, second, third]) one.signal('SIGINT')
  assert.deepEqual(await first.ended, {
    code: 130,
    stdout: '',
    stderr: 'The server had not responded yet: the job may exist and run.\n',
  })
  assert.deepEqual(await second.ended, { code: 130, stdout: '', stderr: 'The run is canceled.\n' })
  assert.deepEqual(slow.asked, ['POST /v1/jobs', 'POST /v1/jobs', 'POST /v1/jobs/job_1/cancel'])
  const nothing = { request_id: null, status: null, cache_hit: null, result: null, question: null, files: [] }
  const { code, stdout, stderr } = await late.ended
  assert.deepEqual([code, JSON.parse(stdout), stderr], [7, nothing, 'No job was created.\n'])
  const left = await third.ended
  assert.deepEqual([left.code, JSON.parse(left.stdout)], [130, { ...nothing, request_id: 'job_1', cache_hit: false }])
  assert.match(left.stderr, /\nThe run continues\. Watch it: /)
})

verifies(id, 'a second Ctrl+C ends a command at once', async () => {
  await using silent = await standIn()
  const watching = startCommand(['watch', 'job_1'], { cwd, env: { SKILL_RUNNER_URL: silent.url } })
  await until('it watches', () => silent.asked.length === 1)
  watching.signal('SIGINT')
  await until('it asks for a last word', () => silent.asked.length === 2)
  const pressing = setInterval(() => watching.signal('SIGINT'), 50)
  assert.equal((await watching.ended).code, null)
  clearInterval(pressing)
})

verifies(id, 'a run that is canceled elsewhere ends with 5', async () => {
  const running = startCommand(['run', 'until-told', '--no-cache'], { cwd, env: environment() })
  await until('it runs', () => running.said().stderr.includes('running'))
  await app.post(`/v1/jobs/${jobIn(running.said().stderr)}/cancel`)
  assert.deepEqual([(await running.ended).code, (await running.ended).stdout], [5, ''])
})

test('skills are listed and shown', async () => {
  const [listed, shown, machine] = await Promise.all([
    run(['skill', 'list']),
    run(['skill', 'show', 'demo-prime-number']),
    run(['skill', 'show', 'copier', '--json']),
  ])
  assert.match(listed.stdout, /^SKILL +VERSION +HEALTH +MODES +WHAT\n/)
  assert.match(listed.stdout, /\ncopier +1\.0\.0 +healthy +auto +A skill that a test made\.\n/)
  assert.match(shown.stdout, /\nInputs\n {2}numbers +array +The numbers, in the request itself\n {2}input_file +file +\S/)
  assert.doesNotMatch(shown.stdout, /^Engines/m)
  assert.match((await run(['skill', 'show', 'asks'])).stdout, /\nEngines {3}replay\n/)
  assert.deepEqual([machine.code, JSON.parse(machine.stdout).id], [0, 'copier'])
})

test('a token comes from the environment or a file, and a missing one is told with what to do', async () => {
  const token = 'a-token-of-sixteen'
  const error = { code: 'UNAUTHORIZED', message: 'Who are you?', details: null, request_id: null }
  await using guarded = await standIn(({ headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${token}`
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(isKnown ? [] : { error }))
  })
  writeFileSync(join(cwd, 'token'), `${token}\n`)
  const env = { SKILL_RUNNER_URL: guarded.url }
  const [byEnv, byFile, none] = await Promise.all([
    command(['skill', 'list'], { cwd, env: { ...env, SKILL_RUNNER_TOKEN: token } }),
    command(['skill', 'list', '--token-file', 'token'], { cwd, env }),
    command(['skill', 'list'], { cwd, env }),
  ])
  assert.deepEqual([byEnv.code, byFile.code, none.code], [0, 0, 4])
  assert.match(none.stderr, /\(UNAUTHORIZED\)\n {2}Set SKILL_RUNNER_TOKEN, or use --token-file\. .*\n$/)
})

verifies(id, 'every command says what it takes and how it can end, and docs/cli.md has the same table', async () => {
  const skill = ['list', 'show', 'install', 'validate', 'versions', 'restore', 'remove'].map((name) => ['skill', name])
  const words = [['run'], ['watch'], ['reply'], ['cancel'], ...skill, []].map((one) => [...one, '--help'])
  const found = await commands(words, { cwd, env: {} })
  for (const { code, stdout } of found) {
    assert.equal(code, 0)
    assert.match(stdout, /\nExit codes:\n {2}0 {4}success/)
  }
  assert.equal((await run(['skill', '--help'])).code, 0)
  const text = readFileSync(new URL('../../../docs/cli.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `(\d+)` \| (.+) \|$/gm)].map(([, code, means]) => ({ code: Number(code), means }))
  assert.deepEqual(rows, Object.values(exits))
})

test('a package is judged, installed, updated, removed and restored from a folder', async () => {
  const folder = join(cwd, 'packages')
  const made = (version: string) =>
    writeSkill(folder, { id: 'packed', version, files: { '.git/config': 'secret', 'run.sh': 'echo' } })
  const path = made('1.0.0')
  const valid = await run(['skill', 'validate', path, '--server', app.url])
  assert.deepEqual([valid.code, valid.stdout], [0, 'packed 1.0.0 can be installed.\n'], valid.stderr)
  const installed = await run(['skill', 'install', path])
  assert.deepEqual([installed.code, installed.stdout], [0, 'packed 1.0.0 is installed and in use.\n'], installed.stderr)
  assert.deepEqual((await run(['skill', 'show', 'packed', '--json'])).stdout.includes('.git'), false)
  const again = await run(['skill', 'install', path])
  assert.deepEqual(again, { code: 0, stdout: 'packed 1.0.0 is already installed.\n', stderr: '' })
  writeFileSync(join(path, 'more.txt'), 'x')
  const changed = await run(['skill', 'install', path])
  assert.equal(changed.code, 4)
  assert.match(changed.stderr, /--force.*\(SKILL_VERSION_NOT_GREATER\)/)
  assert.equal((await run(['skill', 'install', path, '--force'])).stdout, 'packed 1.0.0 is updated and in use.\n')
  const update = await run(['skill', 'validate', made('1.1.0'), '--server', app.url])
  assert.equal(update.stdout, 'packed 1.1.0 can be installed as an update.\n')
  assert.equal((await run(['skill', 'install', path])).stdout, 'packed 1.1.0 is updated and in use.\n')
  assert.match(
    (await run(['skill', 'versions', 'packed'])).stdout,
    /^VERSION +IN USE .*\n1\.1\.0 +yes .*\n1\.0\.0 +no .*\n1\.0\.0 +no /,
  )
  assert.equal(
    (await run(['skill', 'restore', 'packed', '--version', '1.0.0'])).stdout,
    'packed 1.0.0 is in use, and 1.1.0 is archived.\n',
  )
  assert.equal((await run(['skill', 'remove', 'packed'])).stdout, 'packed is no longer in use, and 1.0.0 is archived.\n')
  writeFileSync(join(path, 'assets/runner.json'), '{')
  const broken = await run(['skill', 'validate', path])
  assert.equal(broken.code, 1)
  assert.match(broken.stdout, /runner\.json/)
})

verifies(['packages.plain-skills-install', id], 'a skill is validated without a server, as a folder and as a zip', async () => {
  const folder = join(cwd, 'alone/Odd_Name')
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  writeFileSync(join(folder, 'SKILL.md'), '---\nname: other\ndescription: Made by hand.\nversion: 1.2\n---\n# Do it\n')
  writeFileSync(join(folder, 'scripts/run.py'), 'print(1)\n')
  symlinkSync('SKILL.md', join(folder, 'AGENTS.md'))
  const zip = join(cwd, 'alone/pure.zip')
  writeFileSync(zip, packageOf({ id: 'pure', output: { type: 'object', properties: { a: { pattern: '(' } } } }))
  const nobody = { cwd, env: { SKILL_RUNNER_URL: 'http://127.0.0.1:9' } }
  const [plain, broken] = await commands(
    [
      ['skill', 'validate', 'alone/Odd_Name'],
      ['skill', 'validate', 'alone/pure.zip'],
    ],
    nobody,
  )
  const warnings = [
    'The name of the folder should be 1 to 64 lower-case letters, digits and hyphens.',
    'SKILL.md: name must be "Odd_Name", the name of the folder; "Odd_Name" is used.',
  ]
  const lines = [...warnings.map((warning) => `warning: ${warning}`), 'Odd_Name 1.2.0 is valid.', '']
  assert.deepEqual(plain, { code: 0, stdout: lines.join('\n'), stderr: '' })
  const problem = 'assets/output.schema.json: Invalid regular expression: /(/u: Unterminated group'
  assert.deepEqual(broken, { code: 1, stdout: `${problem}\n`, stderr: '' })
  const installed = await run(['skill', 'install', 'alone/Odd_Name'])
  assert.deepEqual(installed, {
    code: 0,
    stdout: 'Odd_Name 1.2.0 is installed and in use.\n',
    stderr: warnings.map((warning) => `warning: ${warning}\n`).join(''),
  })
})

verifies(['cli.runs-local-skills', id], 'a folder or zip is run without being installed, with its inputs and files', async () => {
  const path = writeSkill(join(cwd, 'local'), { ...copier, id: 'local-copier' })
  const typed = await run(['run', 'local/local-copier', '--input', 'count=3', '--input', 'text=4', '--file', 'paper=paper.txt'])
  assert.deepEqual([typed.code, JSON.parse(typed.stdout)], [0, { count: 3, text: '4', paper: 'my paper', parameter: {} }])
  writeFileSync(join(cwd, 'local.zip'), packageOf({ ...copier, id: 'local-copier' }))
  const zipped = await run(['run', 'local.zip', '--param', 'level=2', '--out', 'out/local', '--json'])
  const { request_id, status, files } = JSON.parse(zipped.stdout)
  assert.deepEqual([zipped.code, status, files], [0, 'succeeded', ['out/local/copies/copy.txt']])
  const { temporary, skill_id } = await app.job(request_id)
  assert.deepEqual([temporary, skill_id], [true, 'local-copier'])
  assert.equal((await run(['skill', 'show', 'local-copier'])).code, 4)
  writeFileSync(join(path, 'assets/runner.json'), '{')
  const broken = await run(['run', './local/local-copier'])
  assert.deepEqual([broken.code, broken.stdout], [4, ''])
  assert.match(broken.stderr, /\(PACKAGE_INVALID\)\n(.*\n)* {2}- assets\/runner\.json /)
  const waiting = (await app.get<{ jobs: { awaiting_upload: boolean }[] }>('/v1/jobs')).body.jobs.filter(
    (job) => job.awaiting_upload,
  )
  assert.deepEqual(
    waiting.filter((job) => 'status' in job && job.status === 'queued'),
    [],
  )
})
