import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { checkAnswer, errorOf, problemsOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { changeRows } from '../support/database.ts'
import {
  type Artifact,
  contentOf,
  ended,
  project,
  type Ran,
  run,
  sendForm,
  start,
  type Task,
  tool,
  upload,
  uploaded,
} from '../support/exec-calls.ts'
import { temporaryFolder } from '../support/folder.ts'
import { sdkOf } from '../support/sdk.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

const artifacts = `${project}/artifacts`
const mebibyte = 2 ** 20
const digest = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
const filesIn = (data: string): string[] =>
  existsSync(join(data, 'exec/artifacts')) ? readdirSync(join(data, 'exec/artifacts')) : []
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, errorOf(body).code]

async function remove(url: string, id: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}${artifacts}/${id}`, { method: 'DELETE', headers })
  const body: unknown = await response.json()
  checkAnswer('DELETE', `${artifacts}/${id}`, response.status, body)
  return { status: response.status, body }
}

verifies('exec.artifacts', 'a file is uploaded, described, listed, downloaded in whole and in part, and deleted', async () => {
  await using app = await startApp({ skills: [tool] })
  const { body: first, status } = await upload(app, 'hello', { name: 'C:\\my notes\\a note.txt' })
  const { artifact_id: id, ...about } = first
  const created = (about as { created_at?: string }).created_at
  assert.deepEqual(
    [status, about],
    [
      200,
      {
        ...{ project_id: 'default', name: 'a note.txt', mime: 'text/plain', bytes: 5, sha256: digest('hello') },
        ...{ source: 'upload', source_id: null, created_at: created },
      },
    ],
  )
  assert.deepEqual((await app.get(`${artifacts}/${id}`)).body, first)
  const empty = await uploaded(app, '')
  const list = async (query: string) =>
    (await app.get<{ artifacts: Artifact[]; next_cursor: string | null }>(`${artifacts}?${query}`)).body
  const newest = await list('limit=1')
  assert.deepEqual(
    [newest.artifacts.map(({ artifact_id }) => artifact_id), (await list(`cursor=${newest.next_cursor}`)).artifacts],
    [[empty], [first]],
  )
  const ask = async (headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.url}${artifacts}/${id}/content`, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const whole = await ask()
  const told = (name: string) => whole.headers.get(name)
  assert.deepEqual(
    [whole.status, whole.text, told('etag'), told('content-type'), told('content-disposition')],
    [
      200,
      'hello',
      `"${digest('hello')}"`,
      'text/plain; charset=utf-8',
      `attachment; filename="a note.txt"; filename*=UTF-8''a%20note.txt`,
    ],
  )
  const part = await ask({ range: 'bytes=1-2' })
  assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, 'el', 'bytes 1-2/5'])
  assert.deepEqual(
    [(await ask({ 'if-none-match': `"${digest('hello')}"` })).status, (await ask({ range: 'bytes=9-' })).status],
    [304, 416],
  )
  assert.deepEqual(await remove(app.url, id), { status: 200, body: { artifact_id: id, removed: true } })
  assert.deepEqual([filesIn(app.data), codeOf(await remove(app.url, id))], [[empty], [404, 'ARTIFACT_NOT_FOUND']])
  for (const path of [`${artifacts}/${id}`, `${artifacts}/${id}/content`])
    assert.deepEqual(codeOf(await app.get(path)), [404, 'ARTIFACT_NOT_FOUND'], path)
})

verifies('exec.artifacts', 'an upload that is too large, or not one file, is rejected and leaves nothing', async () => {
  await using app = await startApp({ skills: [tool] })
  const large = await upload(app, Buffer.alloc(20 * mebibyte + 1))
  assert.deepEqual([...codeOf(large), errorOf(large.body).details], [413, 'UPLOAD_TOO_LARGE', { limit_bytes: 20 * mebibyte }])
  const two = new FormData()
  for (const name of ['file', 'more']) two.append(name, new Blob(['x']), name)
  const tries = [await upload(app, 'x', { part: 'other' }), await sendForm(app, new FormData()), await sendForm(app, two)]
  assert.deepEqual(
    tries.map(({ status, body }) => [status, ...problemsOf(body).map(({ path, message }) => `${path} ${message}`)]),
    [
      [400, '/other is not a part of this form: name the part file'],
      [400, '/file is missing: send the file as this part'],
      [400, '/file must be the only part of the form'],
    ],
  )
  assert.deepEqual([filesIn(app.data), (await app.get<{ artifacts: [] }>(artifacts)).body.artifacts], [[], []])
  // The largest that is allowed is stored.
  assert.equal((await upload(app, Buffer.alloc(20 * mebibyte))).body.bytes, 20 * mebibyte)
})

verifies('exec.artifacts', 'inputs are copied into the folder of a command, and belong to its user', async () => {
  await using app = await startApp({ skills: [tool] })
  const id = await uploaded(app, 'brought\n')
  const inputs = [
    { artifact_id: id, mount_path: 'in/deep/note' },
    { artifact_id: id, mount_path: 'data/hello.txt' },
  ]
  const { body } = await run(
    app,
    'cat in/deep/note data/hello.txt; echo more >> in/deep/note && touch in/x in/deep/y && cat in/deep/note',
    {
      inputs,
    },
  )
  assert.deepEqual([body.stdout.text, body.status], ['brought\nbrought\nbrought\nmore\n', 'succeeded'])
  // The artifact is what it was, and the next command gets it as it is, also in a folder that nobody has made.
  const again = await run(app, 'pwd; cat note', { workdir: 'some/where', inputs: [{ artifact_id: id, mount_path: 'note' }] })
  assert.equal(again.body.stdout.text, '/workspace/some/where\nbrought\n')
  const task = await start(app, 'cat note', { workdir: 'other', inputs: [{ artifact_id: id, mount_path: 'note' }] })
  const done = await ended(app, task)
  assert.deepEqual([done.status, done.inputs, done.outputs], ['succeeded', [{ artifact_id: id, mount_path: 'note' }], []])
})

verifies('exec.artifacts', 'inputs that are unknown, misplaced or too large are refused before anything starts', async () => {
  await using app = await startApp({ skills: [tool] })
  const large = await uploaded(app, Buffer.alloc(18 * mebibyte))
  const ask = async (inputs: object[], where: string) => {
    const given = { skill_name: 'tool', command: 'true', inputs }
    const { status, body } = await app.post(`${project}/exec/${where}`, given)
    return [status, errorOf(body).code, errorOf(body).details]
  }
  const at = (mount_path: string, artifact_id = large) => ({ artifact_id, mount_path })
  const bytes = 54 * mebibyte
  for (const where of ['commands', 'tasks']) {
    assert.deepEqual(await ask([at('x', 'art_none')], where), [404, 'ARTIFACT_NOT_FOUND', { artifact_id: 'art_none' }])
    assert.deepEqual(await ask([at('../x')], where), [400, 'PATH_INVALID', { path: '../x', problem: 'it holds ..' }])
    assert.deepEqual((await ask([at('x'), at('x')], where)).slice(0, 2), [400, 'INVALID_REQUEST'])
    assert.deepEqual(await ask([at('a'), at('b'), at('c')], where), [
      413,
      'INPUTS_TOO_LARGE',
      { bytes, limit_bytes: 50 * mebibyte },
    ])
  }
  assert.deepEqual((await app.get<{ sessions: [] }>(`${project}/exec/sessions`)).body.sessions, [])
  // A folder stays where it is.
  const { body, status } = await run(app, 'true', { inputs: [at('data')] })
  assert.deepEqual([status, errorOf(body).code], [400, 'PATH_INVALID'])
  assert.equal((await run(app, 'cat data/hello.txt')).body.stdout.text, 'hello\n')
})

verifies(
  'exec.artifacts',
  'outputs become artifacts however the command ended, and what is wrong with one is listed',
  async () => {
    await using app = await startApp({ skills: [tool] })
    writeFileSync(join(app.data, 'canary'), 'planted')
    const command = `mkdir -p out/folder; echo result > out/a.csv; mkfifo pipe; truncate -s 21M large; ln -s /etc/passwd link; ln -s / root
    for i in 1 2 3; do truncate -s 20M part$i; done; exit 3`
    const paths = ['none', 'out/folder', 'link', 'root/etc/passwd', '../../../canary', '/etc/passwd', 'pipe', 'large']
    const outputs = [
      ...[...paths, 'part1', 'part2', 'part3', 'out/a.csv'].map((path) => ({ path })),
      { path: 'out/a.csv', save_as: 'b.json' },
    ]
    const { body } = await run(app, command, { outputs })
    const part = { bytes: 20 * mebibyte, sha256: digest(Buffer.alloc(20 * mebibyte)) }
    const csv = { path: 'out/a.csv', bytes: 7, sha256: digest('result\n') }
    assert.deepEqual(
      { ...body, created_artifacts: body.created_artifacts.map(({ artifact_id: _id, ...rest }) => rest) } satisfies object,
      {
        ...body,
        status: 'failed',
        exit_code: 3,
        created_artifacts: [
          { path: 'part1', name: 'part1', ...part },
          { path: 'part2', name: 'part2', ...part },
          { ...csv, name: 'a.csv' },
          { ...csv, name: 'b.json' },
        ],
        output_errors: [
          { path: 'none', code: 'missing', message: 'there is no such file' },
          { path: 'out/folder', code: 'folder', message: 'it is a folder: name the files in it, or pack them into one' },
          { path: 'link', code: 'link', message: 'it is a link, or leads through one' },
          { path: 'root/etc/passwd', code: 'link', message: 'it is a link, or leads through one' },
          { path: '../../../canary', code: 'outside', message: 'it holds ..' },
          { path: '/etc/passwd', code: 'outside', message: 'it is absolute' },
          { path: 'pipe', code: 'special', message: 'it is not a regular file' },
          { path: 'large', code: 'too_large', message: `an output may have ${20 * mebibyte} bytes` },
          { path: 'part3', code: 'too_large_together', message: `all outputs together may have ${50 * mebibyte} bytes` },
        ],
      },
    )
    const saved = body.created_artifacts.at(-1)?.artifact_id ?? ''
    const { body: view } = await app.get<Artifact>(`${artifacts}/${saved}`)
    assert.deepEqual(
      [view.name, view.mime, view.source, await contentOf(app, saved)],
      ['b.json', 'application/json', 'command', 'result\n'],
    )
    assert.equal(filesIn(app.data).length, 4)
    // An output of one command is an input of the next one.
    const next = await run(app, 'cat x', { session_id: 'b', inputs: [{ artifact_id: saved, mount_path: 'x' }] })
    assert.deepEqual([next.body.stdout.text, next.body.created_artifacts, next.body.output_errors], ['result\n', [], []])
  },
)

verifies('exec.artifacts', 'whoever sees the end of a task sees its artifacts, also of one that was canceled', async () => {
  await using app = await startApp({ skills: [tool] })
  const outputs = [{ path: 'x' }, { path: 'none' }]
  const id = await start(app, 'echo done > x', { outputs })
  const task = await ended(app, id)
  const [made] = task.created_artifacts
  assert.deepEqual(
    [task.status, task.outputs, task.created_artifacts.length, made?.path, task.output_errors.map(({ code }) => code)],
    ['succeeded', outputs, 1, 'x', ['missing']],
  )
  const { body } = await app.get<Artifact>(`${artifacts}/${made?.artifact_id}`)
  assert.deepEqual([body.source, body.source_id, await contentOf(app, body.artifact_id)], ['task', id, 'done\n'])
  const stopped = await start(app, 'echo half > x; echo up; sleep 1000', { outputs: [{ path: 'x' }] })
  await until('it is up', async () => (await app.get<Ran>(`${project}/exec/tasks/${stopped}`)).body.stdout.text === 'up\n')
  await app.post(`${project}/exec/tasks/${stopped}:cancel`)
  const canceled = await ended(app, stopped)
  assert.deepEqual(
    [canceled.status, await contentOf(app, canceled.created_artifacts[0]?.artifact_id ?? '')],
    ['canceled', 'half\n'],
  )
})

verifies(
  'exec.artifacts',
  'a task whose input is gone, or has no safe place, when it starts ends with the reason',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startApp({ folder, skills: [tool] })
    const id = await uploaded(first, 'x')
    await run(first, 'ln -s /etc way')
    const linked = await ended(first, await start(first, 'echo ran', { inputs: [{ artifact_id: id, mount_path: 'way/x' }] }))
    assert.deepEqual(
      [linked.status, linked.error?.code, linked.error?.details],
      ['failed', 'PATH_INVALID', { path: 'way', problem: 'it leads through a link or a file' }],
    )
    await ended(first, await start(first, 'cat x', { session_id: 'b', inputs: [{ artifact_id: id, mount_path: 'x' }] }))
    await remove(first.url, id)
    await first.stop()
    const asIfItWaited = "update exec_tasks set id = 'task_waits', state = 'queued', finished_at = null where session_alias = 'b'"
    await changeRows(first.data, asIfItWaited)
    await using second = await startApp({ folder })
    const task = await ended(second, 'task_waits')
    assert.deepEqual([task.status, task.error?.code, task.error?.details], ['failed', 'ARTIFACT_NOT_FOUND', { artifact_id: id }])
  },
)

verifies('exec.artifacts', 'artifacts go when they are older than anything is kept, and files that a crash left', async () => {
  await using app = await startApp({ skills: [tool], env: { SKILL_RUNNER_RETENTION_DAYS: '7' }, limits: { reapEveryMs: 50 } })
  const [old, young] = [await uploaded(app, 'old'), await uploaded(app, 'young')]
  const at = (name: string) => join(app.data, 'exec/artifacts', name)
  const hours = new Date(Date.now() - 2 * 60 * 60 * 1000)
  mkdirSync(at(''), { recursive: true })
  for (const name of ['art_left', '.new-art_left', 'art_now']) writeFileSync(at(name), '')
  for (const name of ['art_left', '.new-art_left', young]) utimesSync(at(name), hours, hours)
  const week = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000).toISOString()
  await changeRows(app.data, 'update exec_artifacts set created_at = ? where id = ?', [week, old])
  await until('it was swept', () => !existsSync(at(old)) && !existsSync(at('art_left')) && !existsSync(at('.new-art_left')))
  assert.deepEqual([filesIn(app.data).toSorted(), await contentOf(app, young)], [[young, 'art_now'].toSorted(), 'young'])
  assert.equal((await app.get(`${artifacts}/${old}`)).status, 404)
})

verifies('exec.projects-are-apart', 'an artifact of one project is none of another, not even as an input', async () => {
  using tokens = writeTokens([
    { name: 'blue', scopes: ['run'], project: 'default' },
    { name: 'red', scopes: ['run'], project: 'red' },
    { name: 'all', scopes: ['run'] },
    { name: 'reader', scopes: ['read'], project: 'default' },
  ])
  await using app = await startApp({ skills: [tool], env: tokens.env })
  const { body } = await upload(app, 'mine', { headers: tokens.as('blue') })
  const id = body.artifact_id
  for (const path of ['', `/${id}`, `/${id}/content`]) {
    assert.deepEqual(codeOf(await app.get(`${artifacts}${path}`, tokens.as('red'))), [404, 'PROJECT_NOT_FOUND'], path)
    assert.equal((await app.get(`${artifacts}${path}`, tokens.as('reader'))).status, 200, path)
    if (path === '') continue
    // Under its own project the id is one that nobody has.
    const own = await app.get(`/v1/projects/red/artifacts${path}`, tokens.as('red'))
    assert.deepEqual(codeOf(own), [404, 'ARTIFACT_NOT_FOUND'], path)
  }
  assert.deepEqual(codeOf(await upload(app, 'x', { headers: tokens.as('red') })), [404, 'PROJECT_NOT_FOUND'])
  assert.deepEqual(codeOf(await upload(app, 'x', { headers: tokens.as('reader') })), [403, 'FORBIDDEN'])
  assert.deepEqual(codeOf(await remove(app.url, id, tokens.as('red'))), [404, 'PROJECT_NOT_FOUND'])
  await changeRows(app.data, "update exec_artifacts set project_id = 'other' where id = ?", [id])
  const given = { skill_name: 'tool', command: 'true', inputs: [{ artifact_id: id, mount_path: 'x' }] }
  for (const where of ['commands', 'tasks']) {
    const answer = await app.post<Task>(`${project}/exec/${where}`, given, tokens.as('all'))
    assert.deepEqual(codeOf(answer), [404, 'ARTIFACT_NOT_FOUND'], where)
  }
})

verifies('exec.artifacts', 'the SDK uploads an artifact, hands it to a command and reads what that leaves', async () => {
  await using app = await startApp({ skills: [tool] })
  const { artifacts: files, exec } = sdkOf(app.url).project('default')
  const { artifact_id } = await files.upload('a.txt', new Blob(['ab']))
  const { created_artifacts } = await exec.run({
    ...{ skill_name: 'tool', command: 'rev a > b', session_id: 'sdk' },
    ...{ inputs: [{ artifact_id, mount_path: 'a' }], outputs: [{ path: 'b', save_as: 'b.txt' }] },
  })
  const made = created_artifacts[0]?.artifact_id ?? ''
  const listed: string[] = []
  for await (const { name } of files.list({ limit: 1 })) listed.push(name)
  assert.deepEqual(
    [await (await files.read(made)).text(), (await files.get(made)).source, listed, (await files.remove(made)).removed],
    ['ba', 'command', ['b.txt', 'a.txt'], true],
  )
  const { folder, files: count } = await exec.activate('sdk', { skill_name: 'tool' })
  assert.deepEqual([folder, count > 0], ['/workspace/skill', true])
  const query = { query_command: `echo '{"s": "ok"}'`, status_field: 's', done_states: ['ok'], error_states: ['bad'] }
  assert.equal((await exec.query({ skill_name: 'tool', ...query })).status, 'succeeded')
})
