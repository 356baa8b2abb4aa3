import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { after, before, test } from 'node:test'
import type { JobList } from '@agent-skill-runner/contract/job.ts'
import type { ManagedSkillDetail, RunList, SweepStatus } from '@agent-skill-runner/contract/management.ts'
import type { SkillSummary } from '@agent-skill-runner/contract/skill.ts'
import { verifies } from '../../../../test/verifies.ts'
import { openSweeps } from '../../src/upkeep/sweep-status.ts'
import { errorOf, openapi } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { asking, converse, question } from '../support/conversations.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

const management = '/v1/management'

let app: Awaited<ReturnType<typeof startApp>>

before(async () => {
  app = await startApp({
    env: { SKILL_RUNNER_ENGINES: 'replay' },
    skills: [
      asking('asks', 'What is your name?'),
      { id: 'quick', sh: 'echo said; echo "{}" > "$SKILL_RESULT_FILE"' },
      { id: 'fails', sh: 'exit 3' },
      { id: 'broken', files: { 'SKILL.md': 'no front matter' } },
      untilTold,
    ],
  })
})
after(() => app[Symbol.asyncDispose]())

/** Fields that the seed names and an answer lacks. */
const lacking = (answer: unknown, fields: readonly string[]): string[] =>
  fields.filter((field) => !Object.hasOwn(answer as object, field))

/** Section 9 of the seed, by hand, and what its clients read beyond that. */
const seed = {
  skill: ['id', 'name', 'version', 'engines', 'unsupported_engines', 'effective_engines', 'health'],
  skillDetail: ['schemas', 'entrypoints', 'files', 'execution_modes'],
  schemas: ['input', 'parameter', 'output'],
  engine: ['engine', 'cli_version', 'auth_ready', 'sandbox_status', 'models_count'],
  engineDetail: ['models', 'upgrade_status', 'last_error'],
  run: [
    'pending_interaction_id',
    'interaction_count',
    'auto_decision_count',
    'last_auto_decision_at',
    'recovery_state',
    'recovered_at',
    'recovery_reason',
    'poll_logs',
    'interactive_auto_reply',
    'interactive_reply_timeout_sec',
  ],
  job: ['request_id', 'status', 'skill_id', 'engine', 'created_at', 'updated_at', 'warnings', 'error'],
  files: ['request_id', 'run_id', 'entries'],
  entry: ['rel_path', 'name', 'is_dir', 'depth', 'path', 'kind', 'size'],
  file: ['request_id', 'run_id', 'path', 'preview', 'content'],
  history: ['request_id', 'events'],
  event: ['protocol_version', 'run_id', 'seq', 'ts', 'type', 'data', 'raw_ref'],
  logRange: ['stream', 'byte_from', 'byte_to', 'chunk'],
  pending: ['request_id', 'status', 'pending'],
  question: ['interaction_id', 'kind', 'prompt', 'options', 'ui_hints', 'default_decision_policy', 'required_fields', 'context'],
  reply: ['request_id', 'status', 'accepted'],
  cancel: ['request_id', 'run_id', 'status', 'accepted', 'message'],
} as const

verifies('management.fields-of-the-seed', 'every management route answers with the fields that the seed names', async () => {
  const id = await converse(app, 'asks')
  await question(app, id)
  const run = `${management}/runs/${id}`
  const answer = async (path: string) => (await app.get<Record<string, never>>(path)).body
  const first = async (path: string, field: string) => ((await answer(path))[field] as unknown as object[])[0]
  const checks: readonly [what: string, answer: unknown, fields: readonly string[]][] = [
    ['skills', await first(`${management}/skills`, 'skills'), seed.skill],
    ['a skill', await answer(`${management}/skills/demo-echo`), [...seed.skill, ...seed.skillDetail]],
    ['a broken skill', await answer(`${management}/skills/broken`), [...seed.skill, ...seed.skillDetail]],
    ['schemas', await answer(`${management}/skills/demo-echo/schemas`), seed.schemas],
    ['schemas of a skill', (await answer(`${management}/skills/demo-echo`))['schemas'], seed.schemas],
    ['engines', await first(`${management}/engines`, 'engines'), seed.engine],
    ['an engine', await answer(`${management}/engines/replay`), [...seed.engine, ...seed.engineDetail]],
    ['runs', await first(`${management}/runs`, 'runs'), [...seed.job, ...seed.run]],
    ['a run', await answer(run), [...seed.job, ...seed.run]],
    ['files', await answer(`${run}/files`), seed.files],
    ['an entry', await first(`${run}/files`, 'entries'), seed.entry],
    ['a file', await answer(`${run}/file?path=input.json`), seed.file],
    ['history', await answer(`${run}/events/history?from_seq=1&to_seq=9&limit=5`), seed.history],
    ['an event', await first(`${run}/events/history?from_ts=2020-01-01&to_ts=2100-01-01`, 'events'), seed.event],
    ['a part of a log', await answer(`${run}/logs/range?stream=stdout&byte_from=0&byte_to=10`), seed.logRange],
    ['what is asked', await answer(`${run}/pending`), seed.pending],
    ['a question', (await answer(`${run}/pending`))['pending'], seed.question],
    ['a reply', (await app.post(`${run}/reply`, { interaction_id: 1, response: 'Ann' })).body, seed.reply],
    ['cancel', (await app.post(`${run}/cancel`)).body, seed.cancel],
  ]
  assert.deepEqual(
    checks.flatMap(([what, body, fields]) => lacking(body, fields).map((field) => `${what}: ${field}`)),
    [],
  )
  const kinds = new Set([...(await app.stream(id)).matchAll(/^event: (.+)$/gm)].map(([, kind]) => kind))
  assert.deepEqual([...kinds], ['snapshot', 'chat_event'])
  await app.until(id, 'canceled', 'succeeded')
})

verifies(
  'management.run-list',
  'runs are filtered and paged as jobs are, and each is the run as its own route tells it',
  async () => {
    for (const skill of ['quick', 'fails', 'quick', 'quick']) await app.run(skill)
    const list = async (query: string) => (await app.get<RunList>(`${management}/runs?${query}`)).body
    const { runs } = await list('skill_id=quick')
    assert.deepEqual(
      runs.map(({ skill_id, status, poll_logs }) => [skill_id, status, poll_logs]),
      Array(3).fill(['quick', 'succeeded', false]),
    )
    assert.deepEqual(runs[0], (await app.get(`${management}/runs/${runs[0]?.request_id}`)).body)

    for (const query of [
      'limit=2',
      'status=failed',
      'skill_id=quick&limit=1',
      'engine=script',
      `q=${runs[1]?.run_id}`,
      'q=script_fail',
      'from=2100-01-01',
      'to=2100-01-01',
    ]) {
      const { jobs, next_cursor } = (await app.get<JobList>(`/v1/jobs?${query}`)).body
      const told = await list(query)
      const asRun = { poll_logs: false, interactive_auto_reply: false, interactive_reply_timeout_sec: 1200 }
      assert.deepEqual(told, { runs: jobs.map((job) => ({ ...job, ...asRun })), next_cursor }, query)
    }

    const paged: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`limit=2&skill_id=quick${cursor ? `&cursor=${cursor}` : ''}`)
      paged.push(...page.runs.map(({ request_id }) => request_id))
      cursor = page.next_cursor
    }
    assert.deepEqual(
      paged,
      runs.map(({ request_id }) => request_id),
    )
    for (const query of ['cursor=nonsense', 'from=yesterday', 'limit=0'])
      assert.equal(errorOf((await app.get(`${management}/runs?${query}`)).body).code, 'INVALID_REQUEST', query)
  },
)

test('a run tells how long its questions wait, as it was asked for', async () => {
  const id = await converse(app, 'asks', { interactive_auto_reply: true, interactive_reply_timeout_sec: 77 })
  await question(app, id)
  const { body } = await app.get<RunList['runs'][number]>(`${management}/runs/${id}`)
  assert.deepEqual([body.interactive_auto_reply, body.interactive_reply_timeout_sec], [true, 77])
  await app.post(`${management}/runs/${id}/cancel`)
})

test('a question without any background has an empty context', async () => {
  const id = await converse(app, 'asks')
  assert.deepEqual((await question(app, id)).context, {})
  await app.post(`${management}/runs/${id}/cancel`)
})

test('names that others replace are marked as deprecated in openapi.json', () => {
  const marked = (schema: unknown): string[] =>
    [...JSON.stringify(schema).matchAll(/"(\w+)":\{[^{}]*"deprecated":true/g)].map(([, name]) => name ?? '')
  const { RunFileTree, RunFilePreview, ManagedSkillDetail, EngineModel } = openapi.components.schemas
  assert.deepEqual([marked(RunFileTree), marked(ManagedSkillDetail), marked(EngineModel)], [['path'], ['path'], ['name']])
  const old = (RunFilePreview as { properties: Record<string, { deprecated?: boolean }> }).properties
  assert.deepEqual(
    Object.keys(old).filter((name) => old[name]?.deprecated),
    ['size', 'is_binary', 'content'],
  )
})

test('a run that goes on says that its logs may grow', async () => {
  const id = await app.create('until-told')
  await app.until(id, 'running')
  const { runs } = (await app.get<RunList>(`${management}/runs?status=running`)).body
  assert.deepEqual(
    runs.map(({ request_id, poll_logs }) => [request_id, poll_logs]),
    [[id, true]],
  )
  await app.tell(id)
  await app.until(id, 'succeeded')
})

const ours = (path: string): string => new URL(`../../../../skills/demo-prime-number/${path}`, import.meta.url).pathname

verifies(
  'management.run-list',
  'runs are found by a part of the code of their error, in any case, and by no other word of it',
  async () => {
    const { request_id } = await app.run('fails')
    const found = async (q: string) =>
      (await app.get<RunList>(`${management}/runs?q=${q}&limit=1000`)).body.runs.map((run) => [run.status, run.error?.code])
    for (const q of ['SCRIPT_FAILED', 'script_f', 'IPT_FAIL'])
      assert.deepEqual(new Set((await found(q)).map(String)), new Set(['failed,SCRIPT_FAILED']), q)
    assert.deepEqual(await found('exit'), [])
    assert.deepEqual(await found(request_id), [['failed', 'SCRIPT_FAILED']])
  },
)

test('what is looked for may hold any character but one that would end it', async () => {
  const looking = (q: string) => app.get<{ runs: object[] }>(`${management}/runs?q=${encodeURIComponent(q)}`)
  for (const q of ['%', '%_%', '\\', "'", '"']) assert.deepEqual((await looking(q)).body.runs, [], q)
  assert.equal(errorOf((await looking('\0')).body)?.code, 'INVALID_REQUEST')
})

verifies('management.fields-of-the-seed', 'a skill is told with its entry points and the sizes of its files', async () => {
  const prime = (await app.get<ManagedSkillDetail>(`${management}/skills/demo-prime-number`)).body
  assert.deepEqual(
    [prime.built_in, prime.entrypoints],
    [true, [{ type: 'script', command: 'node scripts/run.mjs', prompts: [] }]],
  )
  const paths = prime.files.map(({ path }) => path)
  assert.ok(paths.includes('SKILL.md') && paths.includes('assets/runner.json') && paths.includes('scripts/run.mjs'))
  assert.deepEqual(
    prime.files,
    paths.map((path) => ({
      ...{ rel_path: path, name: basename(path), is_dir: false, depth: path.split('/').length - 1 },
      ...{ path, size: statSync(ours(path)).size },
    })),
  )

  const asks = (await app.get<ManagedSkillDetail>(`${management}/skills/asks`)).body
  assert.deepEqual(
    [asks.built_in, asks.entrypoints],
    [false, [{ type: 'prompt', command: null, prompts: [{ engine: 'common', template: 'Ask what you need to know.' }] }]],
  )
  const broken = (await app.get<ManagedSkillDetail>(`${management}/skills/broken`)).body
  assert.deepEqual([broken.built_in, broken.health, broken.entrypoints, broken.files], [false, 'degraded', [], []])
  assert.deepEqual((await app.get(`${management}/skills`)).body, {
    skills: (await app.get<SkillSummary[]>('/v1/skills')).body,
  })
})

test('what is not there or broken is said to be so', async () => {
  const code = async (path: string) => errorOf((await app.get(path)).body).code
  assert.equal(await code(`${management}/skills/none`), 'SKILL_NOT_FOUND')
  for (const path of [`${management}/skills/{}/schemas`, '/v1/skills/{}/openapi.json']) {
    assert.equal(await code(path.replace('{}', 'none')), 'SKILL_NOT_FOUND')
    assert.equal(await code(path.replace('{}', 'broken')), 'SKILL_DEGRADED')
  }
  for (const path of ['', '/request', '/files', '/file?path=x'])
    assert.equal(await code(`${management}/runs/job_none${path}`), 'JOB_NOT_FOUND')
})

verifies(
  'management.settings-logs-sweeps',
  'history is cleaned up as under jobs, and sweeps tell when they were and what went',
  async () => {
    await using short = await startApp({ skills: [{ id: 'quick' }], limits: { sweepEveryMs: 20, retentionDays: 1e-7 } })
    const status = async () => (await short.get<SweepStatus>(`${management}/sweeps`)).body
    await until('a first sweep is over', async () => (await status()).last_finished_at)
    // Nobody waits for it: it may be gone before its result is read.
    await short.create('quick')
    const swept = await until('the run was swept', async () => {
      const now = await status()
      return now.runs_removed_total === 1 ? now : null
    })
    assert.deepEqual([swept.every_sec, swept.retention_days, swept.last_error], [1, 0, null])
    assert.ok(swept.last_started_at && swept.last_finished_at && !Number.isNaN(Date.parse(swept.last_started_at)))

    const nobody = { runs_deleted: 0, requests_deleted: 0, cache_entries_deleted: 0 }
    assert.deepEqual((await app.post(`${management}/cleanup`, { status: 'canceled', older_than_sec: 3600 })).body, nobody)
    const { runs } = (await app.get<RunList>(`${management}/runs?status=failed`)).body
    assert.deepEqual((await app.post(`${management}/cleanup`, { status: 'failed', skill_id: 'fails' })).body, {
      ...nobody,
      runs_deleted: runs.length,
      requests_deleted: runs.length,
    })
  },
)

test('a sweep that fails says so without telling where things lie, and the next one fixes it', async () => {
  const clock = { now: () => new Date('2026-03-01T12:00:00.000Z') }
  const outcomes = [
    Object.assign(new Error("EACCES: '/secret/place'"), { code: 'EACCES' }),
    new Error('a bug in /secret/place'),
    2,
    1,
  ]
  const sweeps = openSweeps(clock, 60_000, async () => {
    const outcome = outcomes.shift()
    if (typeof outcome === 'number') return outcome
    throw outcome
  })
  const at = '2026-03-01T12:00:00.000Z'
  const known = { running: false, lastStartedAt: at, lastFinishedAt: at, lastError: null, runsRemoved: 0, runsRemovedTotal: 0 }
  await assert.rejects(sweeps.run())
  assert.deepEqual(sweeps.status(), { ...known, lastError: 'The sweep failed (EACCES). The server log has the cause.' })
  await assert.rejects(sweeps.run())
  assert.deepEqual(sweeps.status(), { ...known, lastError: 'The sweep failed (INTERNAL). The server log has the cause.' })
  await Promise.all([sweeps.run(), sweeps.run()])
  assert.deepEqual(sweeps.status(), { ...known, runsRemoved: 1, runsRemovedTotal: 3 })
})

test('who may only read sees runs of its project, and neither settings nor logs', async () => {
  using tokens = writeTokens([
    { name: 'ann', scopes: ['run'], project: 'a' },
    { name: 'bob', scopes: ['read'], project: 'b' },
  ])
  await using guarded = await startApp({ env: tokens.env, skills: [{ id: 'quick' }] })
  const { body: made } = await guarded.post<{ request_id: string }>('/v1/jobs', { skill_id: 'quick' }, tokens.as('ann'))
  const runs = async (name: string) => (await guarded.get<RunList>(`${management}/runs`, tokens.as(name))).body.runs.length
  assert.deepEqual([await runs('ann'), await runs('bob')], [1, 0])
  const status = async (path: string, name: string) => (await guarded.get(management + path, tokens.as(name))).status
  for (const path of ['', '/files', '/file?path=input.json'])
    assert.equal(await status(`/runs/${made.request_id}${path}`, 'bob'), 404)
  for (const path of ['/skills', '/sweeps', '/skills/quick', '/skills/quick/schemas'])
    assert.equal(await status(path, 'bob'), 200)
  for (const path of ['/settings', '/logs']) assert.equal(await status(path, 'ann'), 403)
  assert.equal((await guarded.post(`${management}/cleanup`, {}, tokens.as('ann'))).status, 403)
  assert.equal((await guarded.get(`${management}/runs`)).status, 401)
})
