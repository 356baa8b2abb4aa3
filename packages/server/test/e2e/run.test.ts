import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Job, JobList } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf, problemsOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { until } from '../support/until.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

verifies(
  ['run.script-end-to-end', 'door.answers-fit-openapi'],
  'the demo skill answers with a validated result and its artifacts',
  async () => {
    await using app = await startApp()
    const accepted = await app.run('demo-prime-number', {
      input: { numbers: [2, 3, 4, 10, 11, 97, 97] },
      parameter: { divisor: 5 },
    })
    assert.equal(accepted.status, 'succeeded', JSON.stringify(accepted))
    assert.deepEqual(accepted.result?.data, {
      count: 7,
      primes: [2, 3, 11, 97],
      prime_count: 4,
      divisor: 5,
      divisible_count: 1,
      largest_prime: 97,
    })
    assert.deepEqual(accepted.result?.error, null)
    assert.deepEqual(accepted.result?.validation_warnings, [])
    const id = accepted.request_id
    assert.deepEqual(
      accepted.result?.artifacts.map(({ role, path, mime, required, url }) => ({ role, path, mime, required, url })),
      [
        {
          role: 'primes',
          path: 'artifacts/primes.json',
          mime: 'application/json',
          required: true,
          url: `/v1/jobs/${id}/artifacts/artifacts/primes.json`,
        },
        {
          role: 'report',
          path: 'artifacts/report.md',
          mime: 'text/markdown',
          required: true,
          url: `/v1/jobs/${id}/artifacts/artifacts/report.md`,
        },
      ],
    )
    for (const { url, sha256: digest, size, mime } of accepted.result?.artifacts ?? []) {
      const { status, headers, body } = await app.get<string>(url)
      const text =
        typeof body === 'string'
          ? body
          : readFileSync(join(app.runFolder((await app.job(id)).run_id), 'artifacts/primes.json'), 'utf8')
      assert.deepEqual([status, sha256(text), Buffer.byteLength(text)], [200, digest, size])
      assert.equal(headers.get('etag'), `"${digest}"`)
      assert.equal(headers.get('content-type')?.split(';')[0], mime)
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
    }
    assert.deepEqual((await app.get(`/v1/jobs/${id}/result`)).body, { request_id: id, result: accepted.result })
  },
)

verifies(
  'run.create-checks-at-once',
  'what cannot run is refused at create with its own code, and no job is left behind',
  async () => {
    await using app = await startApp({ skills: [{ id: 'only-codex', runner: { engines: ['codex'] } }] })
    const demo = { skill_id: 'demo-prime-number', input: { numbers: [1] } }
    const refused: [object, number, string][] = [
      [{ skill_id: 'no-such-skill' }, 404, 'SKILL_NOT_FOUND'],
      [{ ...demo, engine: 'no-such-engine' }, 400, 'SKILL_ENGINE_UNSUPPORTED'],
      [{ skill_id: 'only-codex', engine: 'gemini' }, 400, 'SKILL_ENGINE_UNSUPPORTED'],
      [{ ...demo, runtime_options: { execution_mode: 'interactive' } }, 400, 'SKILL_EXECUTION_MODE_UNSUPPORTED'],
      [{ ...demo, runtime_options: { no_such_option: 1 } }, 400, 'INVALID_RUNTIME_OPTION'],
      [{ ...demo, runtime_options: { timeout_sec: '5' } }, 400, 'INVALID_RUNTIME_OPTION'],
      [{ ...demo, input: { numbers: ['one'] } }, 400, 'INPUT_INVALID'],
      [{ ...demo, input: { numbers: [1], more: 1 } }, 400, 'INPUT_INVALID'],
      [{ ...demo, input: { input_file: '/etc/hostname' } }, 400, 'INPUT_INVALID'],
      [{ ...demo, parameter: { divisor: 'ten' } }, 400, 'INPUT_INVALID'],
      [{ input: {} }, 400, 'INVALID_REQUEST'],
    ]
    for (const [body, status, code] of refused) {
      const answer = await app.post('/v1/jobs', body)
      assert.deepEqual([answer.status, errorOf(answer.body).code], [status, code], JSON.stringify(body))
    }
    assert.deepEqual((await app.get<JobList>('/v1/jobs')).body, { jobs: [], next_cursor: null })
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`name_${n}`, n]))
    const named = problemsOf((await app.post('/v1/jobs', { ...demo, input: many })).body)
    assert.deepEqual(
      [named.length, named[99]?.path, named[100]],
      [101, '/input/name_99', { path: '', message: 'and 19900 more', keyword: 'more' }],
      'an answer is not larger than its request',
    )
    const both = await app.post('/v1/jobs', { ...demo, input: { numbers: ['one', 2] }, parameter: { divisor: 1 } })
    assert.deepEqual(
      problemsOf(both.body).map(({ path, keyword }) => [path, keyword]),
      [
        ['/input/numbers/0', 'type'],
        ['/parameter/divisor', 'minimum'],
      ],
    )
  },
)

verifies(
  'run.prefer-wait',
  'a caller may wait for the result, is answered when its time is up, and may leave without harm',
  async () => {
    await using app = await startApp({ skills: [untilTold] })
    const { body: early } = await app.post<{ request_id: string; status: string }>('/v1/jobs?wait=1', { skill_id: 'until-told' })
    assert.deepEqual([early.status, 'result' in early], ['running', false])
    const leaving = new AbortController()
    const left = fetch(`${app.url}/v1/jobs/${early.request_id}?wait=240`, { signal: leaving.signal })
    leaving.abort()
    await assert.rejects(left, { name: 'AbortError' })
    const waiting = app.get<Job>(`/v1/jobs/${early.request_id}?wait=240`)
    await app.tell(early.request_id)
    const { body: done } = await waiting
    assert.deepEqual([done.status, done.result?.data], ['succeeded', {}])
    for (const [path, headers] of [
      ['/v1/jobs?wait=301', {}],
      ['/v1/jobs', { prefer: 'wait=0' }],
    ] as const) {
      const answer = await app.post(path, { skill_id: 'until-told' }, headers)
      assert.deepEqual([answer.status, errorOf(answer.body).code], [400, 'INVALID_REQUEST'])
    }
  },
)

verifies('run.status-has-every-field', 'the state of a finished job has all the fields of the contract', async () => {
  await using app = await startApp()
  const { request_id } = await app.run('demo-prime-number', { engine: 'codex', model: 'any', input: { numbers: [7] } })
  const { run_id, skill_version, skill_digest, created_at, updated_at, started_at, finished_at, ...rest } =
    await app.job(request_id)
  assert.deepEqual(rest, {
    request_id,
    status: 'succeeded',
    temporary: false,
    skill_id: 'demo-prime-number',
    engine: 'script',
    model: null,
    execution_mode: 'auto',
    attempt_number: 1,
    cache_hit: false,
    awaiting_upload: false,
    queue_position: null,
    pending_interaction_id: null,
    interaction_count: 0,
    auto_decision_count: 0,
    last_auto_decision_at: null,
    recovery_state: 'none',
    recovered_at: null,
    recovery_reason: null,
    usage: null,
    warnings: [],
    error: null,
  })
  assert.match(run_id, /^run_/)
  assert.match(skill_version, /^\d+\.\d+\.\d+$/)
  assert.match(skill_digest, /^[0-9a-f]{64}$/)
  const times = [created_at, started_at, finished_at]
  assert.deepEqual(times, [...times].sort())
  assert.equal(updated_at, finished_at)
  for (const time of times) assert.equal(time, new Date(time ?? '').toISOString())
})

verifies('run.list-filters-and-pages', 'jobs are listed newest first, by page and by filter', async () => {
  await using app = await startApp({ skills: [{ id: 'quick' }, { id: 'fails', sh: 'exit 3' }] })
  const quick = [await app.run('quick'), await app.run('quick'), await app.run('quick')].map(({ request_id }) => request_id)
  const fails = (await app.run('fails')).request_id
  const ids = async (query: string) => (await app.get<JobList>(`/v1/jobs?${query}`)).body.jobs.map(({ request_id }) => request_id)
  const newestFirst = [fails, ...[...quick].reverse()]
  assert.deepEqual(await ids(''), newestFirst)
  assert.deepEqual(await ids('status=failed'), [fails])
  assert.deepEqual(await ids('skill_id=quick'), newestFirst.slice(1))
  assert.deepEqual(await ids('engine=codex'), [])
  assert.deepEqual(await ids(`q=${quick[1]?.slice(5)}`), [quick[1]])
  assert.deepEqual(await ids('q=%25'), [])
  const [first, second] = await Promise.all(quick.map((id) => app.job(id)))
  assert.deepEqual(await ids(`from=${second?.created_at}`), newestFirst.slice(0, 3))
  assert.deepEqual(await ids(`to=${first?.created_at}`), [quick[0]])
  const { body: page } = await app.get<JobList>('/v1/jobs?limit=3')
  const { body: rest } = await app.get<JobList>(`/v1/jobs?limit=3&cursor=${page.next_cursor}`)
  assert.deepEqual(
    [...page.jobs, ...rest.jobs].map(({ request_id }) => request_id),
    newestFirst,
  )
  assert.equal(rest.next_cursor, null)
  for (const limit of [1000, 1001, 1e6]) assert.deepEqual(await ids(`limit=${limit}`), newestFirst)
  for (const query of ['cursor=nonsense', 'limit=0', 'status=done', 'from=yesterday']) {
    assert.equal((await app.get(`/v1/jobs?${query}`)).status, 400, query)
  }
})

verifies('run.result-only-at-the-end', 'a result is refused before the end', async () => {
  await using app = await startApp({ skills: [untilTold] })
  const id = await app.create('until-told')
  await app.until(id, 'running')
  const early = await app.get(`/v1/jobs/${id}/result`)
  assert.deepEqual([early.status, errorOf(early.body).code, errorOf(early.body).request_id], [409, 'RESULT_NOT_READY', id])
  await app.tell(id)
  await app.until(id, 'succeeded')
  assert.equal((await app.get(`/v1/jobs/${id}/result`)).status, 200)
})

verifies(
  'run.output-is-validated',
  'output that does not fit its schema fails the run and is kept, but never as a result',
  async () => {
    const output = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'], additionalProperties: false }
    await using app = await startApp({
      skills: [
        { id: 'good-stdout', output, sh: 'echo \'{"n":1}\'' },
        { id: 'bad-file', output, sh: 'echo \'{"n":"one","x":1}\' > "$SKILL_RESULT_FILE"' },
        { id: 'no-json', output, sh: 'echo hello' },
        { id: 'silent', output, sh: ':' },
      ],
    })
    const good = await app.run('good-stdout')
    assert.deepEqual([good.status, good.result?.data], ['succeeded', { n: 1 }])
    const goodFolder = app.runFolder((await app.job(good.request_id)).run_id)
    assert.deepEqual(JSON.parse(readFileSync(join(goodFolder, 'result/result.json'), 'utf8')), { n: 1 })

    const bad = await app.run('bad-file')
    assert.deepEqual([bad.status, bad.result?.data, bad.result?.error?.code], ['failed', null, 'SCHEMA_VALIDATION_FAILED'])
    const details = bad.result?.error?.details as {
      validation_errors: { path: string; keyword: string }[]
      raw_output_path: string
      hint: string
    }
    assert.deepEqual(
      details.validation_errors.map(({ path, keyword }) => `${path} ${keyword}`).sort(),
      ['/n type', '/x additionalProperties'].sort(),
    )
    const badFolder = app.runFolder((await app.job(bad.request_id)).run_id)
    assert.equal(existsSync(join(badFolder, 'result/result.json')), false)
    assert.equal(readFileSync(join(badFolder, details.raw_output_path), 'utf8'), '{"n":"one","x":1}\n')
    assert.equal(JSON.parse(readFileSync(join(badFolder, 'result/validation.json'), 'utf8')).valid, false)

    for (const skill of ['no-json', 'silent']) {
      const { status, result } = await app.run(skill)
      assert.deepEqual([status, result?.error?.code], ['failed', 'SCHEMA_VALIDATION_FAILED'], skill)
    }
  },
)

verifies(
  'run.required-artifacts',
  'a missing required artifact fails the run, and what nothing declares is listed as output',
  async () => {
    const artifacts = [
      { role: 'notes', pattern: 'artifacts/notes.md', mime: 'text/markdown', required: true },
      { role: 'table', pattern: 'tables/*.csv', required: false },
    ]
    await using app = await startApp({
      skills: [
        {
          id: 'complete',
          artifacts,
          sh: 'cd "$SKILL_ARTIFACTS_DIR"; mkdir tables; echo hi > notes.md; echo a,b > tables/t.csv; echo x > extra.bin; echo "{}"',
        },
        { id: 'incomplete', artifacts, sh: 'echo x > "$SKILL_ARTIFACTS_DIR/extra.bin"; echo "{}"' },
      ],
    })
    const complete = await app.run('complete')
    const listed = complete.result?.artifacts.map(({ role, path, mime, required, size, sha256: digest }) => [
      role,
      path,
      mime,
      required,
      size,
      digest,
    ])
    assert.deepEqual(listed?.sort(), [
      ['notes', 'artifacts/notes.md', 'text/markdown', true, 3, sha256('hi\n')],
      ['output', 'artifacts/extra.bin', 'application/octet-stream', false, 2, sha256('x\n')],
      ['table', 'artifacts/tables/t.csv', 'text/csv', false, 4, sha256('a,b\n')],
    ])
    const incomplete = await app.run('incomplete')
    assert.deepEqual([incomplete.status, incomplete.result?.error?.code], ['failed', 'ARTIFACT_MISSING'])
    assert.deepEqual(
      incomplete.result?.artifacts.map(({ path }) => path),
      ['artifacts/extra.bin'],
    )
    const listing = await app.get<{ artifacts: string[] }>(`/v1/jobs/${incomplete.request_id}/artifacts`)
    assert.deepEqual(listing.body.artifacts, ['artifacts/extra.bin'])
  },
)

verifies(
  'run.script-end-to-end',
  'a script that fails, is killed or cannot start says so with its exit and the end of stderr',
  async () => {
    await using app = await startApp({
      skills: [
        { id: 'exits', sh: 'echo "{}"; echo trouble >&2; exit 3' },
        { id: 'dies', sh: 'kill -9 $$' },
        { id: 'missing', runner: { entrypoint: { type: 'script', script: { command: 'no-such-program x' } } } },
      ],
    })
    const exits = await app.run('exits')
    assert.deepEqual(
      [exits.status, exits.result?.error?.code, exits.result?.error?.details],
      ['failed', 'SCRIPT_FAILED', { exit_code: 3, stderr_tail: 'trouble\n' }],
    )
    for (const skill of ['dies', 'missing']) {
      const { status, result } = await app.run(skill)
      assert.deepEqual([status, result?.error?.code], ['failed', 'SCRIPT_FAILED'], skill)
    }
  },
)

verifies(
  ['process.time-limit-ends-a-run', 'process.output-and-silence-are-limited'],
  'time, silence and output have limits with codes of their own, and what was printed is kept',
  async () => {
    await using app = await startApp({
      env: { SKILL_RUNNER_SILENCE_SEC: '6', SKILL_RUNNER_MAX_OUTPUT_BYTES: '100000' },
      skills: [
        { id: 'endless', sh: 'while :; do echo tick; sleep 0.1; done' },
        { id: 'mute', sh: 'echo before; sleep 600' },
        { id: 'chatty', sh: 'yes' },
      ],
    })
    const [endless, mute, chatty] = await Promise.all([
      app.run('endless', { runtime_options: { timeout_sec: 5 } }),
      app.run('mute'),
      app.run('chatty'),
    ])
    assert.deepEqual([endless.result?.error?.code, endless.result?.error?.details], ['TIMEOUT', { timeout_sec: 5 }])
    assert.equal(mute.result?.error?.code, 'ENGINE_SILENT')
    assert.equal(chatty.result?.error?.code, 'OUTPUT_LIMIT')
    const stdout = async (id: string) => (await app.get<{ stdout: string }>(`/v1/jobs/${id}/logs`)).body.stdout
    assert.match(await stdout(endless.request_id), /^(tick\n)+$/)
    assert.equal(await stdout(mute.request_id), 'before\n')
    assert.equal(Buffer.byteLength(await stdout(chatty.request_id)), 100000)
  },
)

verifies(
  ['run.queue-is-fifo-and-bounded'],
  'jobs start in order, never more than allowed at once, and a full queue answers 429 and keeps nothing',
  async () => {
    await using app = await startApp({
      env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_MAX_QUEUE: '3' },
      skills: [untilTold],
    })
    const first = await app.create('until-told')
    await app.until(first, 'running')
    const waiting = [await app.create('until-told'), await app.create('until-told'), await app.create('until-told')]
    assert.deepEqual(await Promise.all(waiting.map(async (id) => (await app.job(id)).queue_position)), [1, 2, 3])
    const refused = await app.post('/v1/jobs', { skill_id: 'until-told' })
    assert.deepEqual([refused.status, errorOf(refused.body).code, refused.headers.get('retry-after')], [429, 'QUEUE_FULL', '1'])
    assert.equal((await app.get<JobList>('/v1/jobs')).body.jobs.length, 4)
    const order: string[] = []
    for (const id of [first, ...waiting]) {
      await app.until(id, 'running')
      const running = (await app.get<JobList>('/v1/jobs?status=running')).body.jobs
      assert.deepEqual(
        running.map(({ request_id }) => request_id),
        [id],
      )
      order.push(id)
      await app.tell(id)
      await app.until(id, 'succeeded')
    }
    assert.deepEqual(order, [first, ...waiting])
  },
)

verifies('run.skill-version-is-pinned', 'a job runs the skill as it was when the job was created', async () => {
  await using app = await startApp({
    env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1' },
    skills: [untilTold, { id: 'changing', sh: 'echo \'{"version":1}\'' }],
  })
  const holder = await app.create('until-told')
  await app.until(holder, 'running')
  const pinned = await app.create('changing')
  const before = await app.job(pinned)
  const { writeSkill } = await import('../support/skills.ts')
  writeSkill(app.skillsDir, { id: 'changing', version: '2.0.0', sh: 'echo \'{"version":2}\'' })
  await until(
    'the new version is read',
    async () => (await app.get<{ version: string }>('/v1/skills/changing')).body.version === '2.0.0',
  )
  const fresh = await app.create('changing')
  await app.tell(holder)
  const data = async (id: string) => {
    await app.until(id, 'succeeded')
    return (await app.get<{ result: { data: unknown } }>(`/v1/jobs/${id}/result`)).body.result.data
  }
  assert.deepEqual([await data(pinned), await data(fresh)], [{ version: 1 }, { version: 2 }])
  const after = await app.job(pinned)
  assert.deepEqual([after.skill_version, after.skill_digest], ['1.0.0', before.skill_digest])
  assert.notEqual((await app.job(fresh)).skill_digest, before.skill_digest)
})

verifies(
  'skills.broken-ones-are-listed',
  'a broken skill is listed with the reason, cannot run, and hides no other',
  async () => {
    await using app = await startApp({ skills: [{ id: 'fine' }, { id: 'broken', runner: { id: 'another-name' } }] })
    const { body } = await app.get<{ id: string; health: string; health_error: string | null }[]>('/v1/skills')
    assert.deepEqual(
      body.map(({ id, health }) => [id, health]),
      [
        ['broken', 'degraded'],
        ['demo-echo', 'healthy'],
        ['demo-interview', 'healthy'],
        ['demo-prime-number', 'healthy'],
        ['fine', 'healthy'],
        ['zotero-parse-attachment', 'healthy'],
      ],
    )
    assert.match(body[0]?.health_error ?? '', /id/)
    const refused = await app.post('/v1/jobs', { skill_id: 'broken' })
    assert.deepEqual([refused.status, errorOf(refused.body).code], [409, 'SKILL_DEGRADED'])
    assert.equal((await app.get('/v1/skills/broken')).status, 200)
    assert.equal((await app.get('/v1/skills/none')).status, 404)
  },
)
