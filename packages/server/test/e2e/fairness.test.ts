import assert from 'node:assert/strict'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { JobList } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import type { Line } from '../../src/bounded/fair-line.ts'
import { openBounded, type Task } from '../../src/bounded/pool.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { openDatabase } from '../support/database.ts'
import type { TestSkill } from '../support/skills.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

const inline = (schema: object) => ({
  type: 'object',
  properties: { word: { type: 'string', 'x-input-source': 'inline', ...schema } },
})

/** Its pattern takes more time than anybody has. */
const evil: TestSkill = { id: 'evil', input: inline({ pattern: '^(a+)+$' }) }
const kind: TestSkill = { id: 'kind', input: inline({ minLength: 1 }) }

/** First come, first served. */
class PlainLine implements Line<Task> {
  readonly #tasks: Task[] = []
  add = (task: Task) => void this.#tasks.push(task)
  next = () => this.#tasks[0]
  begin = (task: Task) => void (this.#tasks[0] === task && this.#tasks.shift())
  end = () => {}
  clear = () => this.#tasks.splice(0)
}

/** How many of 16 that take all their time are answered before one that takes none and was asked for after them. */
async function answeredBefore(line?: Line<Task>): Promise<number> {
  const judge = openBounded({ size: 1 })
  const bounded = openBounded({ timeMs: 100, smallMs: 100 }, line)
  try {
    await using app = await startApp({ skills: [evil, kind], threads: { bounded, judge } })
    const create = (skill_id: string, word: string) => app.post('/v1/jobs', { skill_id, input: { word } })
    const answered: string[] = []
    const attacks = Array.from({ length: 16 }, async () => {
      const { body } = await create('evil', `${'a'.repeat(60)}!`)
      answered.push(errorOf(body).code)
    })
    // The first of them has taken its time, so all of them have arrived.
    await Promise.race(attacks)
    const before = answered.length
    const { status } = await create('kind', 'heron')
    const between = answered.length - before
    await Promise.all(attacks)
    assert.deepEqual([status, answered], [200, Array(16).fill('SKILL_LIMIT_EXCEEDED')])
    return between
  } finally {
    await bounded.close()
    await judge.close()
  }
}

verifies(
  'fair.checks-by-caller-and-skill',
  'an unrelated job waits for no more than the hostile checks that are under way, and without the guard for nearly all of them',
  async () => {
    const fair = await answeredBefore()
    assert.ok(fair <= 2, `${fair} were answered first`)
    const plain = await answeredBefore(new PlainLine())
    assert.ok(plain >= 12, `${plain} were answered first`)
  },
)

verifies(
  'fair.queue-by-caller',
  'a caller that fills the queue is stopped at its share, another is let in, and does not stand behind all of the first',
  async () => {
    using tokens = writeTokens([
      { name: 'busy', scopes: ['run'] },
      { name: 'calm', scopes: ['run'] },
    ])
    await using app = await startApp({
      env: { ...tokens.env, SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_MAX_QUEUE: '6' },
      skills: [untilTold],
    })
    const create = (name: string) =>
      app.post<{ request_id: string }>(
        '/v1/jobs',
        { skill_id: 'until-told', runtime_options: { no_cache: true } },
        tokens.as(name),
      )
    const created = async (name: string) => {
      const { status, body } = await create(name)
      assert.equal(status, 200)
      return body.request_id
    }
    const positionOf = async (id: string) =>
      (await app.get<{ queue_position: number | null }>(`/v1/jobs/${id}`, tokens.as('calm'))).body.queue_position
    const first = await created('busy')
    const isRunning = async () =>
      (await app.get<JobList>('/v1/jobs?status=running', tokens.as('calm'))).body.jobs.some((job) => job.request_id === first)
    await until('the first one runs', isRunning)
    const busy: string[] = []
    for (let i = 0; i < 6; i++) busy.push(await created('busy'))
    // Alone it has the whole queue, and not more.
    const full = await create('busy')
    assert.deepEqual([full.status, errorOf(full.body).details], [429, { queued: 6, limit: 6 }])
    const calm = await created('calm')
    const refused = await create('busy')
    assert.deepEqual(
      [refused.status, errorOf(refused.body).code, errorOf(refused.body).details],
      [
        429,
        'QUEUE_FULL',
        {
          queued: 7,
          limit: 6,
          caller_queued: 6,
          caller_share: 3,
          reason: 'Other callers wait too, and your share of the places is used. Retry when some of your own jobs have started.',
        },
      ],
    )
    // One of the first caller goes before it, the one whose turn it was.
    assert.deepEqual(await Promise.all([...busy.slice(0, 2), calm].map(positionOf)), [1, 3, 2])
    // By arrival alone it would stand behind all of them.
    await using database = await openDatabase(app.data)
    const byArrival = await database.all<{ id: string }>(
      "select jobs.id from runs join jobs on jobs.run_id = runs.id where state = 'queued' order by queue_no",
    )
    assert.deepEqual(
      byArrival.map(({ id }) => id),
      [...busy, calm],
    )
    assert.deepEqual(await database.all('select distinct caller from runs order by caller'), [
      { caller: 'busy' },
      { caller: 'calm' },
    ])
    for (const id of [first, ...busy, calm]) await app.post(`/v1/jobs/${id}/cancel`, {}, tokens.as('calm'))
  },
)

verifies(
  'fair.queue-by-caller',
  'of callers that cannot be told apart one keeps the others out, and stands in front of them',
  async () => {
    const env = { SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_MAX_QUEUE: '3' }
    await using app = await startApp({ env, skills: [untilTold] })
    const first = await app.create('until-told')
    await app.until(first, 'running')
    const busy: string[] = []
    for (let i = 0; i < 3; i++) busy.push(await app.create('until-told'))
    const other = { skill_id: 'until-told', runtime_options: { no_cache: true } }
    const refused = await app.post('/v1/jobs', other)
    assert.deepEqual([refused.status, errorOf(refused.body).code], [429, 'QUEUE_FULL'])
    await app.post(`/v1/jobs/${busy.shift()}/cancel`)
    const { body } = await app.post<{ request_id: string }>('/v1/jobs', other)
    const { body: job } = await app.get<{ queue_position: number | null }>(`/v1/jobs/${body.request_id}`)
    assert.equal(job.queue_position, 3)
    for (const id of [first, ...busy, body.request_id]) await app.post(`/v1/jobs/${id}/cancel`)
  },
)

verifies(
  'fair.jobs-that-await-an-upload',
  'jobs that wait for an upload are only so many, of each caller its share, and one that is canceled makes room',
  async () => {
    using tokens = writeTokens([
      { name: 'busy', scopes: ['run'] },
      { name: 'calm', scopes: ['run'] },
    ])
    const reader: TestSkill = { id: 'reader', input: { type: 'object', properties: { paper: { type: 'string' } } } }
    await using app = await startApp({ env: { ...tokens.env, SKILL_RUNNER_MAX_AWAITING_UPLOAD: '2' }, skills: [reader] })
    const create = (name: string, path = '/v1/jobs', body: object = { skill_id: 'reader' }) =>
      app.post<{ request_id: string }>(path, body, tokens.as(name))
    const answers = [await create('busy'), await create('busy', '/v1/temp-skill-runs', {})]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    )
    const full = await create('busy')
    assert.deepEqual(
      [full.status, errorOf(full.body).code, errorOf(full.body).details, full.headers.get('retry-after')],
      [429, 'UPLOADS_PENDING', { awaiting_upload: 2, limit: 2 }, '60'],
    )
    assert.equal((await create('calm')).status, 200)
    const more = await create('calm', '/v1/temp-skill-runs', {})
    assert.deepEqual(errorOf(more.body).details, {
      awaiting_upload: 3,
      caller_awaiting: 1,
      limit: 2,
      caller_share: 1,
      reason: 'Other callers wait too, and your share of the places is used. Retry when some of your own jobs have started.',
    })
    // What needs no upload is not held up.
    assert.equal((await create('busy', '/v1/jobs', { skill_id: 'reader', await_upload: false })).status, 200)
    for (const { body } of answers) await app.post(`/v1/jobs/${body.request_id}/cancel`, {}, tokens.as('busy'))
    assert.equal((await create('busy')).status, 200)
  },
)

verifies('fair.queue-by-caller', 'without tokens each address is a caller of its own, with its share of the queue', async () => {
  const env = { SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_MAX_QUEUE: '4' }
  await using app = await startApp({ env, skills: [untilTold] })
  const create = (localAddress: string) => createdFrom(app.url, localAddress)
  const first = await create('127.0.0.1')
  await app.until(first.body.request_id, 'running')
  const busy = []
  for (let i = 0; i < 4; i++) busy.push(await create('127.0.0.1'))
  assert.deepEqual(
    busy.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  assert.deepEqual(errorOf((await create('127.0.0.1')).body).details, { queued: 4, limit: 4 })
  const calm = await create('127.0.0.2')
  assert.equal(calm.status, 200)
  const { caller_queued, caller_share } = errorOf((await create('127.0.0.1')).body).details as Record<string, number>
  assert.deepEqual([caller_queued, caller_share], [4, 2])
  for (const { body } of [first, ...busy, calm]) await app.post(`/v1/jobs/${body.request_id}/cancel`)
})

/** As somebody at another address of this machine asks. */
async function createdFrom(url: string, localAddress: string): Promise<{ status: number; body: { request_id: string } }> {
  const payload = JSON.stringify({ skill_id: 'until-told', runtime_options: { no_cache: true } })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(`${url}/v1/jobs`, { method: 'POST', localAddress, headers }, resolve).on('error', reject).end(payload)
  const answer = await promise
  return { status: answer.statusCode ?? 0, body: JSON.parse(await text(answer)) }
}

verifies('fair.jobs-that-await-an-upload', 'without the limit as many jobs as anybody likes wait for their uploads', async () => {
  const reader: TestSkill = { id: 'reader', input: { type: 'object', properties: { paper: { type: 'string' } } } }
  for (const [maxAwaitingUpload, expected] of [
    [2, [200, 200, 429, 429]],
    [Number.POSITIVE_INFINITY, [200, 200, 200, 200]],
  ] as const) {
    await using app = await startApp({ skills: [reader], limits: { maxAwaitingUpload } })
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await app.post('/v1/jobs', { skill_id: 'reader' })).status)
    assert.deepEqual(statuses, expected)
  }
})
