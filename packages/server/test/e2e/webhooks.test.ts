import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { JobAccepted } from '@agent-skill-runner/contract/job.ts'
import type { Delivery, DeliveryList, ManagedDeliveryList } from '@agent-skill-runner/contract/webhook.ts'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf, problemsOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { asking, question, env as replayOnly, reply } from '../support/conversations.ts'
import { createWith, upload } from '../support/forms.ts'
import { hangs, hangsUp, says, startReceiver, verified } from '../support/receiver.ts'
import type { TestSkill } from '../support/skills.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

type App = Awaited<ReturnType<typeof startApp>>

const reader: TestSkill = {
  id: 'reader',
  input: { type: 'object', properties: { paper: { type: 'string' } }, required: ['paper'] },
}
const skills = [{ id: 'ok' }, { id: 'fails', sh: 'exit 3' }, untilTold, reader, asking('asks', 'Which one?')]
const everything = ['job.started', 'job.waiting_user', 'job.succeeded', 'job.failed', 'job.canceled']
const billing = 'whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY='

let app: App
const folder = mkdtempSync(join(tmpdir(), 'asr-webhooks-'))
before(async () => {
  const file = join(folder, 'secrets.json')
  writeFileSync(file, JSON.stringify({ billing }), { mode: 0o600 })
  app = await startApp({
    skills,
    env: { ...replayOnly, SKILL_RUNNER_WEBHOOK_ALLOW: '127.0.0.1', SKILL_RUNNER_WEBHOOK_SECRETS_FILE: file },
    limits: { webhooks: { backOffMs: [10], giveUpMs: 3_600_000, timeoutMs: 3000 } },
  })
})
after(async () => {
  await app?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const usualSecret = () => readFileSync(join(app.data, 'webhook.secret'), 'utf8').trim()

async function deliveries(id: string): Promise<Delivery[]> {
  return (await app.get<DeliveryList>(`/v1/jobs/${id}/deliveries`)).body.deliveries
}

/** Waits until nothing of a job is under way any more. */
const settled = (id: string): Promise<Delivery[]> =>
  until(`all of ${id} is told`, async () => {
    const all = await deliveries(id)
    return all.length > 0 && all.every(({ state }) => state !== 'pending') ? all : null
  })

const told = (all: readonly Delivery[]) => all.map(({ event, state }) => [event, state])

verifies(
  'webhooks.signed-and-retried',
  'the end of a job is told once, signed so that the public library takes it, and the delivery can be read',
  async () => {
    await using receiver = await startReceiver()
    const { request_id } = await app.run('ok', { webhook: { url: `${receiver.url}?token=hunter2` } })
    const [delivery] = await settled(request_id)
    const [got] = receiver.got
    const job = await app.job(request_id)
    assert.ok(got && delivery)
    assert.deepEqual(verified(got, usualSecret()), {
      type: 'job.succeeded',
      timestamp: job.finished_at,
      data: {
        request_id,
        run_id: job.run_id,
        skill_id: 'ok',
        status: 'succeeded',
        error_code: null,
        pending_interaction_id: null,
        result_url: `/v1/jobs/${request_id}/result`,
      },
    })
    assert.deepEqual(
      [got.path, got.headers['content-type'], got.headers['webhook-id'], receiver.got.length],
      ['/hook?token=hunter2', 'application/json', delivery.id, 1],
    )
    assert.match(got.headers['user-agent'] ?? '', /^agent-skill-runner\/\d/)
    const { last_try_at, delivered_at, ...rest } = delivery
    assert.deepEqual(rest, {
      id: got.headers['webhook-id'],
      event: 'job.succeeded',
      url: `${receiver.url}?…`,
      state: 'delivered',
      tries: 1,
      last_status: 204,
      last_error: null,
      created_at: job.finished_at,
      next_try_at: null,
    })
    assert.equal(last_try_at, delivered_at)
    assert.equal(statSync(join(app.data, 'webhook.secret')).mode & 0o777, 0o600)
    const spoken = app.logged.join('')
    assert.deepEqual([spoken.includes(usualSecret()), spoken.includes('hunter2')], [false, false])
    const { body } = await app.get<string>('/metrics')
    assert.match(body, /skill_runner_webhook_tries_total\{outcome="delivered"\} \d/)
  },
)

test('a conversation tells its start once, each question, and its end, to whoever asked for all of them', async () => {
  await using receiver = await startReceiver()
  const id = await app.create('asks', {
    runtime_options: { execution_mode: 'interactive' },
    webhook: { url: receiver.url, events: everything, secret_ref: 'billing' },
  })
  await question(app, id)
  await reply(app, id, { interaction_id: 1, response: 'that one' })
  await app.until(id, 'succeeded')
  await settled(id)
  const messages = receiver.got.map((got) => verified(got, billing))
  assert.deepEqual(
    messages.map(({ type, data }) => [type, data['status'], data['pending_interaction_id'], data['result_url']]),
    [
      ['job.started', 'running', null, null],
      ['job.waiting_user', 'waiting_user', 1, null],
      ['job.succeeded', 'succeeded', null, `/v1/jobs/${id}/result`],
    ],
  )
})

test('a failure and a cancel are told with their codes, and only what was asked for is told', async () => {
  await using receiver = await startReceiver()
  const { request_id: failed } = await app.run('fails', { webhook: { url: receiver.url, events: everything } })
  const canceled = await app.create('until-told', { webhook: { url: receiver.url } })
  await app.until(canceled, 'running')
  await app.post(`/v1/jobs/${canceled}/cancel`)
  await app.until(canceled, 'canceled')
  const unwanted = await app.run('ok', { webhook: { url: receiver.url, events: ['job.failed'] } })
  await Promise.all([settled(failed), settled(canceled)])
  const heard = receiver.got.map((got) => verified(got, usualSecret()))
  assert.deepEqual(
    heard.map(({ type, data }) => [data['request_id'], type, data['error_code']]),
    [
      [failed, 'job.started', null],
      [failed, 'job.failed', 'SCRIPT_FAILED'],
      [canceled, 'job.canceled', 'CANCELED_BY_USER'],
    ],
  )
  assert.deepEqual(await deliveries(unwanted.request_id), [])
})

test('a job that an old run answers tells its end too, at once or when its files have come; a rerun tells whom the old one told, or somebody else, or nobody', async () => {
  await using receiver = await startReceiver()
  const webhook = { url: receiver.url, events: everything }
  const ask = (body: object) => app.post<JobAccepted>('/v1/jobs', body, { prefer: 'wait=240' })
  await ask({ skill_id: 'ok', input: {} })
  const hit = (await ask({ skill_id: 'ok', input: {}, webhook })).body
  assert.equal(hit.cache_hit, true)
  assert.deepEqual(told(await settled(hit.request_id)), [['job.succeeded', 'delivered']])

  await createWith(app, { skill_id: 'reader' }, { paper: 'one' }, { prefer: 'wait=240' })
  const waiting = (await app.post<JobAccepted>('/v1/jobs', { skill_id: 'reader', webhook })).body.request_id
  assert.equal((await upload(app, waiting, { paper: 'one' })).body.cache_hit, true)
  assert.deepEqual(told(await settled(waiting)), [['job.succeeded', 'delivered']])

  const rerun = async (changes: object) =>
    (await app.post<JobAccepted>(`/v1/jobs/${hit.request_id}/rerun`, changes, { prefer: 'wait=240' })).body.request_id
  const same = await rerun({})
  const other = await rerun({ webhook: { url: `${receiver.url}/other` } })
  const silent = await rerun({ webhook: null })
  const [started, ended] = await settled(same)
  assert.deepEqual([started?.event, ended?.event, started?.url], ['job.started', 'job.succeeded', receiver.url])
  assert.deepEqual(
    (await settled(other)).map(({ event, url }) => [event, url]),
    [['job.succeeded', `${receiver.url}/other`]],
  )
  assert.equal((await app.job(silent)).status, 'succeeded')
  assert.deepEqual(await deliveries(silent), [])
})

verifies(
  ['webhooks.signed-and-retried', 'webhooks.private-ranges-are-refused'],
  'whatever is no 2xx in time is tried again under the same id, nobody is followed elsewhere, and 410 ends it',
  async () => {
    await using receiver = await startReceiver()
    await using canary = await startReceiver()
    const huge = 'x'.repeat(8 * 1024 * 1024)
    const away = says(302, { location: canary.url })
    receiver.next(says(500, {}, huge), away, hangs, hangsUp, says(200, {}, huge))
    const { request_id } = await app.run('ok', { webhook: { url: receiver.url } })
    const [delivery] = await settled(request_id)
    assert.deepEqual([delivery?.state, delivery?.tries, delivery?.last_status, delivery?.last_error], ['delivered', 5, 200, null])
    assert.equal(new Set(receiver.got.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size, 1)
    assert.equal(canary.got.length, 0)
    const reasons = app.logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .flatMap(({ request_id: id, reason }) => (id === request_id && typeof reason === 'string' ? reason : []))
    assert.deepEqual(reasons, [
      'the answer was 500 and not 2xx',
      'the response is a redirect (302), which is not followed',
      'there was no answer in time',
      'the host could not be reached, or said nothing that is HTTP (ECONNRESET)',
    ])

    receiver.next(says(410))
    const unwanted = await app.run('ok', { webhook: { url: receiver.url } })
    const [gone] = await settled(unwanted.request_id)
    assert.deepEqual(
      [gone?.state, gone?.tries, gone?.last_status, gone?.last_error, gone?.next_try_at],
      ['given_up', 1, 410, 'the receiver wants no more of it (410)', null],
    )
  },
)

test('what happened later to a job waits for what happened before, and keeps nobody else waiting', async () => {
  await using receiver = await startReceiver()
  await using other = await startReceiver()
  receiver.usually(says(503))
  const { request_id: slow } = await app.run('ok', { webhook: { url: receiver.url, events: everything } })
  const { request_id: quick } = await app.run('ok', { webhook: { url: other.url } })
  await settled(quick)
  await until('it was tried again', () => receiver.got.length > 3)
  assert.deepEqual(told(await deliveries(slow)), [
    ['job.started', 'pending'],
    ['job.succeeded', 'pending'],
  ])
  assert.deepEqual([...new Set(receiver.got.map((got) => verified(got, usualSecret()).type))], ['job.started'])
  receiver.usually(says(200))
  assert.deepEqual(told(await settled(slow)), [
    ['job.started', 'delivered'],
    ['job.succeeded', 'delivered'],
  ])
})

verifies(
  'webhooks.private-ranges-are-refused',
  'a webhook that leads to a private place is refused, and no job is made',
  async () => {
    const refused = async (webhook: object) => {
      const { status, body } = await app.post('/v1/jobs', { skill_id: 'ok', webhook })
      const [problem] = problemsOf(body)
      return [status, errorOf(body).code, problem?.path, problem?.message]
    }
    const before = (await app.get<{ jobs: unknown[] }>('/v1/jobs?limit=200')).body.jobs.length
    const notPublic = 'leads to an address that is not public'
    for (const url of ['http://127.0.0.2/', 'http://[::1]/', 'http://169.254.169.254/', 'http://0x0a000001/'])
      assert.deepEqual(await refused({ url }), [400, 'WEBHOOK_INVALID', '/webhook/url', notPublic], url)
    assert.deepEqual(await refused({ url: 'http://localhost:9/' }), [
      400,
      'WEBHOOK_INVALID',
      '/webhook/url',
      'names a host of a private network',
    ])
    assert.deepEqual(await refused({ url: 'https://example.com/', secret_ref: 'nobodys' }), [
      400,
      'WEBHOOK_INVALID',
      '/webhook/secret_ref',
      'is not a secret of this server',
    ])
    assert.equal((await app.get<{ jobs: unknown[] }>('/v1/jobs?limit=200')).body.jobs.length, before)
  },
)

verifies('exec.projects-are-apart', 'a token of a project is told of the deliveries of its own jobs only', async () => {
  using tokens = writeTokens([
    { name: 'blue', scopes: ['run'], project: 'blue' },
    { name: 'green', scopes: ['run'], project: 'green' },
    { name: 'chief', scopes: ['admin'] },
  ])
  await using receiver = await startReceiver()
  await using apart = await startApp({ skills, env: { ...tokens.env, SKILL_RUNNER_WEBHOOK_ALLOW: '127.0.0.1' } })
  const webhook = { url: receiver.url, events: ['job.succeeded'] }
  const { body } = await apart.post<JobAccepted>(
    '/v1/jobs',
    { skill_id: 'ok', webhook },
    { prefer: 'wait=240', ...tokens.as('blue') },
  )
  const told = async (name: string) => {
    const { body } = await apart.get<ManagedDeliveryList>('/v1/management/deliveries', tokens.as(name))
    return body.deliveries.map(({ request_id }) => request_id)
  }
  assert.deepEqual(
    { blue: await told('blue'), green: await told('green'), chief: await told('chief') },
    { blue: [body.request_id], green: [], chief: [body.request_id] },
  )
})
