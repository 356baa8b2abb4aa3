import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { JobAccepted, JobList } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { sweep } from '../../src/upkeep/sweep.ts'
import { errorOf } from '../support/answers.ts'
import { type clientOf, startApp, untilTold } from '../support/app.ts'
import { openDatabase } from '../support/database.ts'
import { startServer } from '../support/server.ts'
import { inlineInputs, type TestSkill } from '../support/skills.ts'
import { writeTokens } from '../support/tokens.ts'

type Client = ReturnType<typeof clientOf>

const echo: TestSkill = { id: 'echo', input: inlineInputs('n', 'm'), sh: 'echo "{}"' }
const request = { skill_id: 'echo', input: { n: 1, m: { a: 1, b: 2 } }, runtime_options: { no_cache: true } }

const send = (client: Client, key: string, body: object = request, headers: Record<string, string> = {}) =>
  client.post<JobAccepted>('/v1/jobs', body, { 'idempotency-key': key, ...headers })

const jobsOf = async (client: Client) => (await client.get<JobList>('/v1/jobs?limit=200')).body.jobs.map((job) => job.request_id)

verifies(
  'idempotency.same-key-same-answer',
  'a repeated request is told what it was told first, and creates nothing',
  async () => {
    await using app = await startApp({ skills: [echo] })
    const first = await send(app, 'k1')
    assert.deepEqual([first.status, first.headers.get('idempotent-replayed')], [200, null])
    await app.until(first.body.request_id, 'succeeded')
    // The same JSON, spelled otherwise.
    const again = await send(app, 'k1', {
      runtime_options: { no_cache: true },
      input: { m: { b: 2, a: 1 }, n: 1.0 },
      skill_id: 'echo',
    })
    assert.deepEqual([again.status, again.headers.get('idempotent-replayed'), again.body], [200, 'true', first.body])
    assert.deepEqual(first.body, { request_id: first.body.request_id, cache_hit: false, status: 'queued' })

    const other = await send(app, 'k1', { ...request, input: { n: 2 } })
    assert.deepEqual([other.status, errorOf(other.body).code], [409, 'IDEMPOTENCY_MISMATCH'])
    const elsewhere = await app.post(`/v1/jobs/${first.body.request_id}/rerun`, {}, { 'idempotency-key': 'k1' })
    assert.deepEqual([elsewhere.status, errorOf(elsewhere.body).code], [409, 'IDEMPOTENCY_MISMATCH'])
    assert.notEqual((await send(app, 'k2')).body.request_id, first.body.request_id)
    assert.equal((await jobsOf(app)).length, 2)
  },
)

verifies('idempotency.same-key-same-answer', 'of ten that come at once one creates, and all get its answer', async () => {
  await using app = await startApp({ skills: [echo] })
  for (const body of [request, { skill_id: 'echo' }]) {
    const before = (await jobsOf(app)).length
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(app, `race-${before}`, body)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ body }) => JSON.stringify(body))).size, 1)
    assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 9)
    assert.equal((await jobsOf(app)).length, before + 1)
  }
  const mixed = await Promise.all([1, 2, 3, 1, 2, 3].map((n) => send(app, 'mixed', { ...request, input: { n } })))
  const created = mixed.filter(({ status }) => status === 200)
  assert.equal(new Set(created.map(({ body }) => body.request_id)).size, 1)
  assert.deepEqual([created.length, mixed.filter(({ status }) => status === 409).length], [2, 4])
})

verifies('idempotency.same-key-same-answer', 'a request that was refused does not use up its key', async () => {
  await using app = await startApp({
    skills: [echo, untilTold],
    env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_MAX_QUEUE: '1' },
  })
  assert.equal((await send(app, 'k', { skill_id: 'nobody' })).status, 404)
  assert.equal((await send(app, 'k', { skill_id: 'echo', input: { wrong: 1 } })).status, 400)
  const holder = await app.create('until-told')
  await app.until(holder, 'running')
  const waiting = await send(app, 'waiting')
  assert.equal((await send(app, 'k')).status, 429)
  // Who has been let in gets its answer though the queue is full.
  assert.deepEqual((await send(app, 'waiting')).body, waiting.body)
  await app.tell(holder)
  await app.until(waiting.body.request_id, 'succeeded')
  const { status, headers } = await send(app, 'k')
  assert.deepEqual([status, headers.get('idempotent-replayed')], [200, null])
  for (const bad of ['', 'x'.repeat(256)]) {
    const refused = await send(app, bad)
    assert.deepEqual([refused.status, errorOf(refused.body).code], [400, 'INVALID_REQUEST'])
  }
})

test('who waits is told the end, each time, and who repeats without waiting is not told less than before', async () => {
  await using app = await startApp({ skills: [echo, untilTold] })
  const first = await send(app, 'waited', request, { prefer: 'wait=240' })
  assert.equal(first.body.result?.status, 'succeeded')
  assert.deepEqual((await send(app, 'waited', request, { prefer: 'wait=240' })).body, first.body)
  assert.deepEqual((await send(app, 'waited')).body, first.body)

  const slow = { skill_id: 'until-told' }
  const begun = await send(app, 'slow', slow)
  const ended = send(app, 'slow', slow, { prefer: 'wait=240' })
  await app.tell(begun.body.request_id)
  const { body } = await ended
  assert.deepEqual([body.request_id, body.result?.status], [begun.body.request_id, 'succeeded'])
  assert.deepEqual((await send(app, 'slow', slow)).body, body)
})

test('a key belongs to its caller and its project', async () => {
  using tokens = writeTokens([
    { name: 'one', scopes: ['run'], project: 'a' },
    { name: 'two', scopes: ['run'], project: 'a' },
    { name: 'one-b', scopes: ['run'], project: 'b' },
  ])
  await using app = await startApp({ skills: [echo], env: tokens.env })
  const ids = []
  for (const name of ['one', 'two', 'one-b', 'one']) ids.push((await send(app, 'k', request, tokens.as(name))).body.request_id)
  assert.equal(new Set(ids).size, 3)
  assert.equal(ids[3], ids[0])
})

test('a rerun is made once for its key, also when the old job is gone by then', async () => {
  await using app = await startApp({ skills: [echo] })
  const old = (await app.run('echo')).request_id
  const rerun = (body?: object) =>
    app.post<JobAccepted>(`/v1/jobs/${old}/rerun`, body, { 'idempotency-key': 'again', prefer: 'wait=240' })
  const [a, b] = await Promise.all([rerun(), rerun({})])
  assert.deepEqual([a.status, b.status, a.body], [200, 200, b.body])
  assert.equal((await jobsOf(app)).length, 2)
  await app.post('/v1/jobs/cleanup')
  assert.deepEqual(await jobsOf(app), [])
  const late = await rerun()
  const { request_id } = a.body
  assert.deepEqual([late.status, late.body], [200, { request_id, cache_hit: false, status: 'succeeded' }])
  assert.deepEqual(await jobsOf(app), [])
})

verifies('cleanup.retention-by-age', 'a key is remembered for 24 hours and then forgotten', async () => {
  await using app = await startApp({ skills: [echo] })
  const day = 24 * 3600 * 1000
  const keys = ['almost', 'over', 'swept'] as const
  const first = new Map<string, string>()
  for (const key of keys) first.set(key, (await send(app, key)).body.request_id)
  await using database = await openDatabase(app.data)
  const age = (key: string, ms: number) =>
    database.run('update idempotency set created_at = ? where key = ?', [new Date(Date.now() - ms).toISOString(), key])
  await age('almost', day - 60_000)
  for (const key of ['over', 'swept']) await age(key, day + 1000)
  assert.equal((await send(app, 'almost')).body.request_id, first.get('almost'))
  // Another request under a key whose time is over is a new one, whether it was swept or not.
  const renewed = await send(app, 'over', { ...request, input: { n: 7 } })
  assert.deepEqual([renewed.status, renewed.headers.get('idempotent-replayed')], [200, null])
  await sweep(app.app.runner)
  assert.deepEqual(await database.all('select key from idempotency order by key'), [{ key: 'almost' }, { key: 'over' }])
})

verifies(
  'idempotency.same-key-same-answer',
  'whenever the server dies, a key has made one job afterwards or none, and repeating it makes one',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'asr-keys-'))
    const env = { SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_MAX_QUEUE: '1000', SKILL_RUNNER_RESTART_QUEUED: 'keep' }
    const told = new Map<string, string>()
    const keys: string[] = []
    try {
      for (let round = 0; round < 3; round++) {
        await using server = await startServer({ folder, skills: [echo], env })
        const fresh = Array.from({ length: 40 }, (_, index) => `r${round}-${index}`)
        keys.push(...fresh)
        let answered = 0
        const sent = fresh.map((key) =>
          send(server, key)
            .then(async ({ body }) => {
              told.set(key, body.request_id)
              // In the middle of them: some are answered, some stored and not answered, some not begun.
              if (++answered === 5 * (round + 1)) await server.kill()
            })
            .catch(() => {}),
        )
        await Promise.all(sent)
      }
      await using server = await startServer({ folder, env })
      const stored = await allJobs(server)
      for (const id of told.values()) assert.ok(stored.includes(id), `${id} was promised`)
      const repeated = []
      for (const key of keys) repeated.push([key, (await send(server, key)).body.request_id] as const)
      for (const [key, id] of repeated) assert.equal(told.get(key) ?? id, id)
      assert.equal(new Set(repeated.map(([, id]) => id)).size, keys.length)
      assert.equal((await allJobs(server)).length, keys.length)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

async function allJobs(client: Client): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ; ) {
    const { body } = await client.get<JobList>(`/v1/jobs?limit=200${cursor}`)
    ids.push(...body.jobs.map((job) => job.request_id))
    if (body.next_cursor === null) return ids
    cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
  }
}
