import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { command, commands, startCommand } from './support/cli.ts'
import { temporaryFolder } from './support/folder.ts'
import { startServer } from './support/server.ts'
import { writeTokens } from './support/tokens.ts'
import { until } from './support/until.ts'

const id = 'cli.exec'
const tool = { id: 'tool', files: { 'data/hello.txt': 'hello\n' }, sh: 'echo "{}"' }

let app: Awaited<ReturnType<typeof startApp>>
let cwd: string
before(async () => {
  cwd = mkdtempSync(join(tmpdir(), 'asr-cli-'))
  app = await startApp({ skills: [tool] })
})
after(async () => {
  await app[Symbol.asyncDispose]()
  rmSync(cwd, { recursive: true, force: true })
})

const env = () => ({ SKILL_RUNNER_URL: app.url })
const exec = (...args: string[]) => command(['exec', ...args], { cwd, env: env() })
const all = (...lists: string[][]) =>
  commands(
    lists.map((words) => ['exec', ...words]),
    { cwd, env: env() },
  )
const json = (text = '') => JSON.parse(text)
const taskOf = async (task: string, of: Pick<typeof app, 'get'> = app) =>
  (await of.get<{ status: string; stdout: { text: string } }>(`/v1/projects/default/exec/tasks/${task}`)).body

verifies(id, 'run prints what a command prints as it is, and ends with its exit code', async () => {
  const [plain, words, given, bad, slow, machine] = await all(
    ['run', 'tool', '--', 'cat data/hello.txt; printf "\\033[31mred" >&2'],
    ['run', 'tool', '--', 'printf', '%s\n', 'a b', '$HOME', '--json'],
    ['run', '--session', 's', '--workdir', 'w', '--env', 'A=1', '--env', 'B=x y', 'tool', '--', 'pwd; echo "$A $B"'],
    ['run', 'tool', '--', 'exit 7'],
    ['run', 'tool', '--timeout', '1', '--', 'echo before; sleep 1000'],
    ['run', 'tool', '--json', '--', 'exit 3'],
  )
  assert.deepEqual(plain, { code: 0, stdout: 'hello\n', stderr: '\x1b[31mred' })
  assert.deepEqual(words, { code: 0, stdout: 'a b\n$HOME\n--json\n', stderr: '' })
  assert.deepEqual(given, { code: 0, stdout: '/workspace/w\n1 x y\n', stderr: '' })
  assert.deepEqual(bad, { code: 7, stdout: '', stderr: '' })
  assert.deepEqual([slow?.code, slow?.stdout], [1, 'before\n'])
  assert.match(slow?.stderr ?? '', /\(TIMEOUT\)\n/)
  const { status, exit_code, error } = json(machine?.stdout)
  assert.deepEqual([machine?.code, status, exit_code, error.code], [3, 'failed', 3, 'NONZERO_EXIT'])
})

verifies(id, 'a task is started, listed, shown, watched, read and canceled', async () => {
  const [started, followed, silent] = await all(
    ['start', 'tool', '--session', 'one', '--', 'echo out; echo err >&2; exit 4'],
    ['start', 'tool', '--session', 'two', '--follow', '--', 'echo here; exit 5'],
    ['start', 'tool', '--session', 'three', '--json', '--', 'sleep 1000'],
  )
  const task = started?.stdout.trim() ?? ''
  assert.match(task, /^\w+$/)
  assert.deepEqual([started?.code, followed?.code, followed?.stdout], [0, 5, 'here\n'])
  const sleeper = json(silent?.stdout).task_id
  await until('it runs', async () => (await taskOf(sleeper)).status === 'running')
  const [watched, events, logs, only, status, list, left, canceled, again] = await all(
    ['watch', task],
    ['watch', task, '--json'],
    ['logs', task],
    ['logs', task, '--stream', 'stderr'],
    ['status', task],
    ['list', '--session', 'one'],
    ['watch', sleeper, '--wait', '1'],
    ['cancel', sleeper],
    ['cancel', sleeper],
  )
  assert.deepEqual(watched, { code: 4, stdout: 'out\n', stderr: 'err\n' })
  assert.deepEqual(
    events?.stdout
      .trim()
      .split('\n')
      .map((line) => [json(line).type, json(line).text ?? json(line).status]),
    [
      ['output', 'out\n'],
      ['output', 'err\n'],
      ['status', 'failed'],
    ],
  )
  assert.deepEqual(logs, { code: 0, stdout: 'out\n', stderr: 'err\n' })
  assert.deepEqual(only, { code: 0, stdout: 'err\n', stderr: '' })
  assert.match(status?.stdout ?? '', /^Status +failed\nExit code +4\n/m)
  assert.match(status?.stdout ?? '', /\(NONZERO_EXIT\)\n {2}exit_code: 4\n$/)
  const [head, row, ...more] = list?.stdout.split('\n') ?? []
  assert.match(head ?? '', /^TASK +STATUS +EXIT +SESSION +SKILL +CREATED +TOOK +COMMAND$/)
  assert.match(row ?? '', new RegExp(`^${task} +failed +4 +one +tool +\\d{4}-\\S+Z +\\d+\\.\\d s +echo out; echo err`))
  assert.deepEqual(more, [''])
  assert.deepEqual(left, {
    code: 7,
    stdout: '',
    stderr: `The task continues. Watch it: ./skill-runner exec watch ${sleeper}\nCancel it: ./skill-runner exec cancel ${sleeper}\n`,
  })
  assert.deepEqual(canceled, { code: 0, stdout: `${sleeper} is canceled.\n`, stderr: '' })
  assert.deepEqual(again, { code: 1, stdout: `${sleeper} had ended before: canceled.\n`, stderr: '' })
  const watchedEnd = await exec('watch', sleeper)
  assert.deepEqual([watchedEnd.code, watchedEnd.stdout], [5, ''])
})

verifies(id, 'a service is started, and its ports are told when it is ready', async () => {
  const serving = `node -e "require('http').createServer((asked, answer) => answer.end('hello')).listen(18080, '127.0.0.1')"`
  const [started, wrong] = await all(
    ['service', 'start', 'tool', '--port', '18080', '--session', 'served', '--', serving],
    [
      'service',
      'start',
      'tool',
      '--ready',
      'never',
      '--startup-timeout',
      '1',
      '--session',
      'late',
      '--',
      'echo here; sleep 1000',
    ],
  )
  const [task = '', port = ''] = started?.stdout.trim().split('\n') ?? []
  const [number, url = ''] = port.split(' ')
  assert.deepEqual([started?.code, number, await (await fetch(url)).text()], [0, '18080', 'hello'])
  assert.deepEqual([wrong?.code, /\(STARTUP_TIMEOUT\)/.test(wrong?.stderr ?? '')], [1, true])
  assert.equal((await exec('cancel', task)).code, 0)
})

verifies(id, 'Ctrl+C ends a command that is waited for, and leaves a task alone', async () => {
  const run = startCommand(['exec', 'run', 'tool', '--session', 'held', '--', 'touch ../up; sleep 1000'], { cwd, env: env() })
  const ask = async (command: string, workdir: string) =>
    (
      await app.post<{ exit_code?: number }>('/v1/projects/default/exec/commands', {
        ...{ skill_name: 'tool', command, session_id: 'held', workdir },
      })
    ).body.exit_code
  await until('it runs', async () => (await ask('test -e ../up', 'beside')) === 0)
  run.signal('SIGINT')
  assert.deepEqual(await run.ended, { code: 130, stdout: '', stderr: '' })
  await until('the folder is free', async () => (await ask('true', 'skill')) === 0)

  const follow = startCommand(['exec', 'start', 'tool', '--session', 'held', '--follow', '--', 'echo up; sleep 1000'], {
    cwd,
    env: env(),
  })
  await until('it is up', () => follow.said().stdout === 'up\n')
  follow.signal('SIGINT')
  const { code, stderr } = await follow.ended
  const task = stderr.split('\n')[0] ?? ''
  assert.deepEqual([code, (await taskOf(task)).status], [130, 'running'])
  assert.equal((await exec('cancel', task)).code, 0)
})

verifies(id, 'watch goes on when the server is killed and comes back, with no byte lost or twice', async (context) => {
  const folder = await temporaryFolder(context)
  const first = await startServer({ folder, skills: [tool] })
  const port = new URL(first.url).port
  const there = { cwd, env: { SKILL_RUNNER_URL: first.url } }
  const started = await command(
    ['exec', 'start', 'tool', '--', 'echo first; while [ ! -e ../go ]; do sleep 0.02; done; seq 1 20000'],
    there,
  )
  const watch = startCommand(['exec', 'watch', started.stdout.trim()], there)
  await until('it has said its first line', () => watch.said().stdout === 'first\n')
  await first.kill()
  await using second = await startServer({ folder, env: { PORT: port } })
  await second.post('/v1/projects/default/exec/commands', { skill_name: 'tool', command: 'touch ../go', workdir: 'x' })
  const lines = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('')
  assert.deepEqual(await watch.ended, { code: 0, stdout: `first\n${lines}`, stderr: '' })
})

verifies(
  id,
  'skills of a project are uploaded, listed, loaded, switched and deleted; sessions are listed and deleted',
  async () => {
    mkdirSync(join(cwd, 'note'), { recursive: true })
    const write = (text: string) =>
      writeFileSync(join(cwd, 'note/SKILL.md'), `---\nname: note\ndescription: Says ${text}.\n---\n`)
    write('one')
    const [first] = await all(['skills', 'upload', 'note', '--project', 'blue', '--json'])
    const { version_hash, action } = json(first?.stdout)
    assert.equal(action, 'created')
    write('two')
    const p = ['--project', 'blue']
    const [second, list, load, versions, back, disable, refused, enable, remove, none] = await all(
      ['skills', 'upload', 'note', ...p],
      ['skills', 'list', ...p],
      ['skills', 'load', 'note', ...p],
      ['skills', 'versions', 'note', ...p],
      ['skills', 'activate', 'note', version_hash.slice(0, 8), ...p],
      ['skills', 'disable', 'note', ...p],
      ['run', 'note', ...p, '--', 'true'],
      ['skills', 'enable', 'note', ...p],
      ['skills', 'delete', 'note', ...p],
      ['skills', 'list', ...p],
    )
    assert.match(second?.stdout ?? '', /^note [\da-f]{12} is updated and in use\.\n$/)
    assert.match(list?.stdout ?? '', /^SKILL +VERSION +ENABLED +SOURCE +WHAT\nnote +[\da-f]{12} +yes +uploaded +Says two\.\n$/)
    assert.equal(load?.stdout, '---\nname: note\ndescription: Says two.\n---\n')
    assert.match(versions?.stdout ?? '', /^VERSION +ACTIVE +UPLOADED\n[\da-f]{12} +yes .*\n[\da-f]{12} +no /)
    assert.equal(back?.stdout, `note ${version_hash.slice(0, 12)} is in use.\n`)
    assert.deepEqual(
      [disable?.stdout, enable?.stdout, remove?.stdout],
      ['note is disabled.\n', 'note is enabled.\n', 'note is deleted.\n'],
    )
    assert.deepEqual([refused?.code, /\(SKILL_DISABLED\)/.test(refused?.stderr ?? '')], [4, true])
    assert.equal(none?.stdout, 'SKILL  VERSION  ENABLED  SOURCE  WHAT\n')

    const [, sessions, gone, twice] = await all(
      ['run', 'tool', '--session', 'mine', '--', 'true'],
      ['sessions'],
      ['session', 'delete', 'mine'],
      ['session', 'delete', 'mine'],
    )
    assert.match(sessions?.stdout ?? '', /^SESSION +OWNER +LAST USED +CREATED\nmine +/)
    assert.deepEqual([gone?.code, gone?.stdout], [0, 'mine is deleted.\n'])
    assert.deepEqual([twice?.code, /\(EXEC_SESSION_NOT_FOUND\)/.test(twice?.stderr ?? '')], [4, true])
  },
)

verifies(id, 'a step job is started, watched, shown and canceled', async () => {
  const [followed, started] = await all(
    [
      'job',
      'run',
      'tool',
      '--session',
      'j',
      '--follow',
      '--step',
      'echo one',
      '--step',
      'echo two >&2; exit 3',
      '--step',
      'true',
    ],
    ['job', 'run', 'tool', '--session', 'k', '--step', 'sleep 1000'],
  )
  const [first = '', ...errors] = followed?.stderr.split('\n') ?? []
  const job = started?.stdout.trim() ?? ''
  assert.deepEqual([followed?.code, followed?.stdout, errors[0]], [1, 'one\n', 'two'])
  assert.match(errors.join('\n'), /\(STEP_FAILED\)/)
  const [status, watched, canceled, again] = await all(
    ['job', 'status', first],
    ['job', 'watch', first],
    ['job', 'cancel', job],
    ['job', 'cancel', job],
  )
  assert.match(status?.stdout ?? '', /^2 +failed +3 +task_\w+ +echo two >&2; exit 3\n3 +skipped +– +– +true\n/m)
  assert.deepEqual([watched?.code, watched?.stdout], [1, 'one\n'])
  assert.deepEqual(canceled, { code: 0, stdout: `${job} is canceled.\n`, stderr: '' })
  assert.deepEqual([again?.code, again?.stdout], [1, `${job} had ended before: canceled.\n`])
})

verifies(id, 'words that make no sense are told with where help is, and every command has a page of help', async () => {
  const [nothing, unknown, group, noCommand, noTask, status, help] = await all(
    [],
    ['fly'],
    ['skills', 'fly'],
    ['run', 'tool'],
    ['watch'],
    ['list', '--status', 'odd'],
    ['--help'],
  )
  assert.deepEqual([nothing?.code, nothing?.stderr.split('\n')[0]], [2, 'Name an exec command.'])
  assert.deepEqual(unknown, { code: 2, stdout: '', stderr: 'Unknown command: exec fly.\nHelp: ./skill-runner exec --help\n' })
  assert.match(group?.stderr ?? '', /^Unknown command: exec skills fly\.\n/)
  assert.equal(noCommand?.stderr, 'Write the command behind --: tool -- COMMAND.\nHelp: ./skill-runner exec run --help\n')
  assert.match(noTask?.stderr ?? '', /^Name the task to watch\.\nHelp: .\/skill-runner exec watch --help\n$/)
  assert.deepEqual([status?.code, /must be one of queued, starting/.test(status?.stderr ?? '')], [2, true])
  const named = [
    ...(help?.stdout ?? '').matchAll(
      /^ {2}exec ((?:skills |session |service |job |artifacts |limits |profiles |reaper )?[a-z]+)/gm,
    ),
  ].map(([, words = '']) => words)
  assert.equal(named.length, 37)
  const pages = await all(...named.map((words) => [...words.split(' '), '--help']))
  assert.deepEqual(
    pages.map(({ code, stdout }, at) => [code, stdout.startsWith(`skill-runner exec ${named[at]} `)]),
    named.map(() => [0, true]),
  )
})

verifies(id, 'files are given to a command and taken from it, and artifacts are put, listed, read and deleted', async () => {
  writeFileSync(join(cwd, 'list.txt'), 'b\na\n')
  const [put, again] = await all(
    ['artifacts', 'put', 'list.txt'],
    ['artifacts', 'put', 'list.txt', '--name', 'other.txt', '--json'],
  )
  const artifact = put?.stdout.trim() ?? ''
  assert.deepEqual([json(again?.stdout).name, json(again?.stdout).bytes], ['other.txt', 4])
  const [run, kept, refused, task] = await all(
    [
      ...['run', 'tool', '--session', 'files', '--input', 'in/a.txt=list.txt', '--output', 'out.txt=sorted.txt'],
      ...['--output', 'none', '--', 'sort in/a.txt > out.txt'],
    ],
    ['run', 'tool', '--session', 'files', '--input', `b.txt=${artifact}`, '--output', 'b.txt', '--', 'cat b.txt'],
    ['start', 'tool', '--output', 'b.txt=here', '--', 'true'],
    ['start', 'tool', '--session', 'task', '--follow', '--input', `b.txt=${artifact}`, '--', 'cat b.txt'],
  )
  assert.deepEqual(run, { code: 0, stdout: '', stderr: 'none was not taken: there is no such file\n' })
  assert.equal(readFileSync(join(cwd, 'sorted.txt'), 'utf8'), 'a\nb\n')
  assert.deepEqual([kept?.code, kept?.stdout], [0, 'b\na\n'])
  assert.match(kept?.stderr ?? '', /^b\.txt is art_\w+\n$/)
  assert.deepEqual([refused?.code, task?.code, task?.stdout], [2, 0, 'b\na\n'])
  const [list, read, saved, described, deleted, gone] = await all(
    ['artifacts', 'list', '--limit', '1'],
    ['artifacts', 'get', artifact],
    ['artifacts', 'get', artifact, '--out', 'saved.txt'],
    ['artifacts', 'get', artifact, '--json'],
    ['artifacts', 'delete', artifact],
    ['artifacts', 'get', artifact],
  )
  assert.match(list?.stdout ?? '', /^ARTIFACT +BYTES +FROM +CREATED +NAME\nart_\w+ +4 +\w+ +\S+ +b\.txt\n$/)
  assert.deepEqual([read?.stdout, saved?.code, readFileSync(join(cwd, 'saved.txt'), 'utf8')], ['b\na\n', 0, 'b\na\n'])
  assert.deepEqual([json(described?.stdout).name, deleted?.stdout], ['list.txt', `${artifact} is deleted.\n`])
  assert.deepEqual([gone?.code, /\(ARTIFACT_NOT_FOUND\)/.test(gone?.stderr ?? '')], [4, true])
})

verifies(id, 'a command is run once for its key', async () => {
  const keyed = ['run', 'tool', '--session', 'keyed', '--idempotency-key', 'k', '--', 'echo x >> n; wc -l < n']
  const [first, second, task, same] = await all(
    keyed,
    keyed,
    ['start', 'tool', '--session', 'keyed2', '--idempotency-key', 't', '--', 'true'],
    ['start', 'tool', '--session', 'keyed2', '--idempotency-key', 't', '--', 'true'],
  )
  assert.deepEqual([first?.stdout, second?.stdout, task?.stdout], ['1\n', '1\n', same?.stdout])
})

verifies(id, 'a state is queried, a skill activated in a session, and step jobs are listed', async () => {
  const query = (state: string) => [
    ...['query', 'tool', '--field', 'job.state', '--done', 'DONE', '--error', 'BAD', '--error', 'KILLED'],
    ...['--', `echo '{"job": {"state": "${state}"}}'`],
  ]
  const [done, bad, going, wrong, activated, started] = await all(
    ...['DONE', 'KILLED', 'WORKING'].map(query),
    ['query', 'tool', '--', 'true'],
    ['session', 'activate', 'chosen', 'tool', '--json'],
    ['job', 'run', 'tool', '--session', 'steps', '--step', 'true'],
  )
  assert.deepEqual(
    [done, bad, going].map((told) => [told?.code, told?.stdout]),
    [
      [0, 'succeeded: DONE\n'],
      [1, 'failed: KILLED\n'],
      [7, 'running: WORKING\n'],
    ],
  )
  assert.equal(wrong?.code, 2)
  assert.deepEqual([json(activated?.stdout).session_id, json(activated?.stdout).folder], ['chosen', '/workspace/skill'])
  const job = started?.stdout.trim() ?? ''
  await exec('job', 'watch', job)
  const [list, none] = await all(
    ['job', 'list', '--session', 'steps'],
    ['job', 'list', '--session', 'steps', '--status', 'failed'],
  )
  assert.match(
    list?.stdout ?? '',
    new RegExp(`^JOB +STATUS +STEPS +SESSION +SKILL +CREATED +FINISHED\\n${job} +succeeded +1 +steps +tool +\\S+ +\\S+\\n$`),
  )
  assert.equal(none?.stdout.split('\n').length, 2)
})

verifies(id, 'providers, limits, profiles and the reaper are shown, and changed by an admin', async () => {
  const [providers, set, limits, bad, cleared, put, list, deleted, reaper, reaped] = await all(
    ['providers'],
    ['limits', 'set', 'task_sec=600', '--project', 'small'],
    ['limits', '--project', 'small', '--json'],
    ['limits', 'set', 'task_sec=many'],
    ['limits', 'set', '--project', 'small', '--json'],
    ['profiles', 'put', 'agent', '--tool', 'skills_list', '--tool', 'skills.run_cmd', '--json'],
    ['profiles', 'list'],
    ['profiles', 'delete', 'agent'],
    ['reaper'],
    ['reaper', 'run', '--json'],
  )
  assert.match(providers?.stdout ?? '', /^Mode +local\nSandbox +bubblewrap\n/)
  assert.match(providers?.stdout ?? '', /^Network +none$/m)
  assert.match(set?.stdout ?? '', /^task_sec +600 +set for the project$/m)
  assert.deepEqual([json(limits?.stdout).own, bad?.code, json(cleared?.stdout).own], [{ task_sec: 600 }, 2, {}])
  assert.deepEqual(json(put?.stdout).allowed_tools, ['skills_list', 'skills_run_cmd'])
  assert.match(list?.stdout ?? '', /^PROFILE +UI +TOOLS\nagent +no +skills_list skills_run_cmd\n$/)
  assert.equal(deleted?.stdout, 'agent is deleted.\n')
  assert.match(reaper?.stdout ?? '', /^every_sec +60\n/)
  assert.deepEqual(Object.keys(json(reaped?.stdout)).includes('tasks_removed'), true)
})

verifies(id, 'every session is listed, also where there are more than a page usually has', async () => {
  await using other = await startApp()
  const { execSessions } = other.app.runner.store
  const names = Array.from({ length: 101 }, (_, index) => `s${index}`)
  for (const alias of names) await execSessions.open({ projectId: 'default', owner: 'local', alias }, '2026-01-02T03:04:05.000Z')
  const { stdout } = await command(['exec', 'sessions', '--json'], { cwd, env: { SKILL_RUNNER_URL: other.url } })
  const listed: { session_id: string }[] = json(stdout)
  assert.deepEqual(listed.map(({ session_id }) => session_id).toSorted(), names.toSorted())
})

verifies(id, 'an admin deletes the session of another caller by its owner', async () => {
  using tokens = writeTokens([{ name: 'chief', scopes: ['admin'] }])
  await using other = await startApp({ env: tokens.env })
  const { execSessions } = other.app.runner.store
  for (const owner of ['chief', 'blue'])
    await execSessions.open({ projectId: 'default', owner, alias: 'build' }, '2026-01-02T03:04:05.000Z')
  const as = { SKILL_RUNNER_URL: other.url, SKILL_RUNNER_TOKEN: tokens.tokenOf('chief') }
  const told = await command(['exec', 'session', 'delete', 'build', '--owner', 'blue'], { cwd, env: as })
  assert.deepEqual(told, { code: 0, stdout: 'build is deleted.\n', stderr: '' })
  assert.deepEqual(
    (await execSessions.list('default', 10)).map(({ owner }) => owner),
    ['chief'],
  )
})
