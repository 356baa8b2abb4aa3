import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { PendingView, ReplyAccepted } from '@agent-skill-runner/contract/conversation.ts'
import type { CancelView, Job } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp, untilTold } from '../support/app.ts'
import {
  accepted,
  answersTold,
  asking,
  block,
  converse,
  env,
  question,
  refusal,
  reply,
  talking,
} from '../support/conversations.ts'

const twice = asking('asks-twice', 'What is your name?', 'And your age?')

const colour = block(
  'kind: choose_one',
  'prompt: Which colour?',
  'options: [red, dark blue]',
  'required_fields: [shade]',
  'ui_hints: { layout: { columns: 2 } }',
  'default_decision_policy: Take red.',
  'context: It is for a door.',
)

verifies(
  'reply.same-under-management',
  'the question, its answer and the end of a conversation are the same under jobs and under management',
  async () => {
    await using app = await startApp({ env, skills: [asking('asks', colour, 'And why?')] })
    const id = await converse(app, 'asks')
    const asked = await question(app, id)
    assert.deepEqual(asked, {
      interaction_id: 1,
      kind: 'choose_one',
      prompt: 'Which colour?',
      options: [
        { value: 'red', label: 'red' },
        { value: 'dark blue', label: 'dark blue' },
      ],
      ui_hints: { layout: { columns: 2 } },
      default_decision_policy: 'Take red.',
      required_fields: ['shade'],
      context: { text: 'It is for a door.' },
      asked_at: (await app.job(id)).updated_at,
      expires_at: null,
    })
    const job = `/v1/jobs/${id}`
    const run = `/v1/management/runs/${id}`
    const pending: PendingView = { request_id: id, status: 'waiting_user', pending: asked }
    assert.deepEqual((await app.get(`${job}/interaction/pending`)).body, pending)
    assert.deepEqual((await app.get(`${run}/pending`)).body, pending)

    const wrong = { interaction_id: 1, response: 'green' }
    const refused = await app.post(`${run}/reply`, wrong)
    assert.deepEqual(refusal(refused), refusal(await app.post(`${job}/interaction/reply`, wrong)))
    assert.deepEqual(
      (await app.post<ReplyAccepted>(`${run}/reply`, { interaction_id: 1, response: 'dark blue' })).body,
      accepted(id),
    )

    assert.equal((await question(app, id, 2)).prompt, 'And why?')
    const canceled = await app.post<CancelView>(`${run}/cancel`)
    const { run_id } = await app.job(id)
    assert.deepEqual(canceled.body, {
      request_id: id,
      run_id,
      status: 'canceled',
      accepted: true,
      message: canceled.body.message,
    })
    assert.deepEqual((await app.post<CancelView>(`${run}/cancel`)).body, (await app.post<CancelView>(`${job}/cancel`)).body)
    const ended: PendingView = { request_id: id, status: 'canceled', pending: null }
    assert.deepEqual((await app.get(`${job}/interaction/pending`)).body, ended)
    assert.deepEqual((await app.get(`${run}/pending`)).body, ended)
  },
)

test('a run that waits is told as waiting by the job, by the stream and to whoever waits for the answer to its creation', async () => {
  await using app = await startApp({ env, skills: [twice] })
  const { request_id: id, status } = await app.run('asks-twice', { runtime_options: { execution_mode: 'interactive' } })
  assert.equal(status, 'waiting_user')
  await reply(app, id, { interaction_id: 1, response: 'Ada' })
  await question(app, id, 2)
  const { body: job } = await app.get<Job>(`/v1/jobs/${id}?wait=240`)
  const told = [job.status, job.pending_interaction_id, job.interaction_count, job.attempt_number, job.auto_decision_count]
  assert.deepEqual(told, ['waiting_user', 2, 2, 2, 0])
  assert.deepEqual(await snapshotOf(app.url, id), {
    status: 'waiting_user',
    cursor: 999999,
    last_seq: (await app.events(id)).length,
    pending_interaction_id: 2,
    attempt_number: 2,
  })
  await reply(app, id, { interaction_id: 2, response: '36' })
  const { body: ended } = await app.get<Job>(`/v1/jobs/${id}?wait=240`)
  assert.deepEqual([ended.status, ended.result?.data, ended.attempt_number], ['succeeded', { ok: true }, 3])
  assert.deepEqual([ended.pending_interaction_id, ended.interaction_count], [null, 2])
  const stream = await app.stream(id)
  assert.deepEqual(stream.match(/"type":"(user|interaction)\.[a-z.]+"/g), [
    '"type":"user.input.required"',
    '"type":"interaction.reply.accepted"',
    '"type":"user.input.required"',
    '"type":"interaction.reply.accepted"',
  ])
})

/** The first frame of a stream that goes on. */
async function snapshotOf(url: string, id: string): Promise<unknown> {
  const response = await fetch(`${url}/v1/jobs/${id}/events?cursor=999999`)
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return JSON.parse(/^event: snapshot\ndata: (.+)\n\n/.exec(Buffer.from(first?.value ?? '').toString())?.[1] ?? 'null')
}

verifies(
  'reply.idempotent',
  'of many equal replies with one key, one counts and all get its answer; another reply with that key is refused',
  async () => {
    await using app = await startApp({ env, skills: [twice] })
    const id = await converse(app, 'asks-twice')
    await question(app, id)
    const body = { interaction_id: 1, response: 'Ada', idempotency_key: 'k-1' }
    const together = await Promise.all(Array.from({ length: 10 }, () => reply(app, id, body)))
    for (const { status, body } of together) assert.deepEqual([status, body], [200, accepted(id)])
    assert.equal(together.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length, 9)

    await question(app, id, 2)
    const { idempotency_key: _, ...bare } = body
    const later = await reply(app, id, bare, { 'idempotency-key': 'k-1' })
    assert.deepEqual([later.status, later.body, later.headers.get('idempotent-replayed')], [200, accepted(id), 'true'])
    const others = [
      { ...body, response: 'Grace' },
      { ...body, interaction_id: 2 },
    ]
    for (const other of others) {
      assert.deepEqual(refusal(await reply(app, id, other)), { status: 409, code: 'IDEMPOTENCY_MISMATCH', details: {} })
    }
    assert.deepEqual(refusal(await reply(app, id, body, { 'idempotency-key': 'k-2' })), {
      status: 400,
      code: 'INVALID_REQUEST',
      details: {
        problems: [{ path: '/idempotency_key', message: 'must be the same as the header Idempotency-Key', keyword: 'const' }],
      },
    })
    const job = await app.job(id)
    assert.deepEqual([job.status, job.attempt_number, job.interaction_count], ['waiting_user', 2, 2])

    const last = { interaction_id: 2, response: '36', idempotency_key: 'k-2' }
    assert.deepEqual((await reply(app, id, last, { 'idempotency-key': 'k-2' })).body, accepted(id))
    assert.equal((await app.until(id, 'succeeded')).attempt_number, 3)
    const afterTheEnd = await reply(app, id, last)
    assert.deepEqual([afterTheEnd.status, afterTheEnd.body], [200, accepted(id)])
    assert.deepEqual(
      (await answersTold(app, id)).map(({ type, data }) => [type, data['interaction_id'] ?? data['trigger']]),
      [
        ['interaction.reply.accepted', 1],
        ['conversation.state.changed', 'interaction.reply.accepted'],
        ['interaction.reply.accepted', 2],
        ['conversation.state.changed', 'interaction.reply.accepted'],
      ],
    )
  },
)

verifies(
  ['reply.stale-and-not-waiting', 'reply.idempotent'],
  'a reply to an old question, or to a run that does not wait, is refused and changes nothing',
  async () => {
    const held = talking(
      'held',
      [{ message: 'Ready?', final: true }],
      [{ wait_for: 'artifacts/go' }, { message: 'Sure?', final: true }],
    )
    await using app = await startApp({ env, skills: [held] })
    const id = await converse(app, 'held')
    await question(app, id)
    const first = { interaction_id: 1, response: 'yes' }
    const together = await Promise.all(['yes', 'no', 'yes', 'perhaps'].map((response) => reply(app, id, { ...first, response })))
    assert.deepEqual(together.map(({ status }) => status).sort(), [200, 409, 409, 409])
    for (const answer of together.filter(({ status }) => status === 409)) assert.equal(refusal(answer).code, 'NOT_WAITING')

    const running = await app.until(id, 'running')
    const before = await app.events(id)
    assert.deepEqual(refusal(await reply(app, id, first)), { status: 409, code: 'NOT_WAITING', details: { status: 'running' } })
    assert.deepEqual([await app.job(id), await app.events(id)], [running, before])

    await app.tell(id)
    await question(app, id, 2)
    const waiting = await app.job(id)
    const told = await app.events(id)
    for (const interaction_id of [1, 3]) {
      assert.deepEqual(refusal(await reply(app, id, { interaction_id, response: 'yes' })), {
        status: 409,
        code: 'STALE_INTERACTION',
        details: { pending_interaction_id: 2 },
      })
    }
    assert.deepEqual([await app.job(id), await app.events(id)], [waiting, told])

    await reply(app, id, { interaction_id: 2, response: 'yes' })
    const ended = await app.until(id, 'succeeded')
    const late = refusal(await reply(app, id, { interaction_id: 2, response: 'yes' }))
    assert.deepEqual(late, { status: 409, code: 'NOT_WAITING', details: { status: 'succeeded' } })
    assert.deepEqual(await app.job(id), ended)
    assert.deepEqual(refusal(await reply(app, 'nobody', first)), { status: 404, code: 'JOB_NOT_FOUND', details: {} })
  },
)

const violation = (path: string, message: string, keyword: string) => ({ path, message, keyword })

/** For every kind: how it is asked, what does not fit and why, and what fits. */
const kinds = [
  {
    ask: block('kind: choose_one', 'prompt: Which?', 'options: [red, blue]'),
    wrong: [
      ['green', [violation('/response', 'must be one of "red", "blue"', 'enum')]],
      [3, [violation('/response', 'must be a text', 'type')]],
    ],
    right: 'blue',
  },
  {
    ask: block('kind: confirm', 'prompt: Sure?'),
    wrong: [['yes', [violation('/response', 'must be true or false', 'type')]]],
    right: false,
  },
  {
    ask: block('kind: fill_fields', 'prompt: Who are you?', 'required_fields: [name, age]'),
    wrong: [
      ['Ada', [violation('/response', 'must be an object', 'type')]],
      [
        { age: '', pets: {} },
        [
          violation('/response/name', 'is required', 'required'),
          violation('/response/age', 'must not be empty', 'minLength'),
          violation('/response/pets', 'must be a text, a number, true, false or null', 'type'),
        ],
      ],
    ],
    right: { name: 'Ada', age: 36 },
  },
  {
    ask: 'Tell me more.',
    wrong: [
      [null, [violation('/response', 'must be a text', 'type')]],
      ['  ', [violation('/response', 'must not be empty', 'minLength')]],
    ],
    right: 'There is no more.',
  },
  {
    ask: block('kind: risk_ack', 'prompt: It may break. Go on?'),
    wrong: [[1, [violation('/response', 'must be true or false', 'type')]]],
    right: true,
  },
  {
    ask: block('kind: upload_files', 'prompt: Bring the paper.'),
    wrong: [
      ['here', [violation('/files', 'must hold at least one file', 'minItems')]],
      [
        7,
        [
          violation('/response', 'must be null, a text or an object', 'type'),
          violation('/files', 'must hold at least one file', 'minItems'),
        ],
      ],
    ],
    right: null,
  },
] as const

verifies(
  'reply.wrong-kind',
  'a reply that does not fit its question is refused by field, and the question stays open',
  async () => {
    await using app = await startApp({ env, skills: [asking('all-kinds', ...kinds.map(({ ask }) => ask))] })
    const id = await converse(app, 'all-kinds')
    for (const [index, { wrong, right }] of kinds.entries()) {
      const interaction_id = index + 1
      const asked = await question(app, id, interaction_id)
      const before = await app.job(id)
      for (const [response, problems] of wrong) {
        const answer = await reply(app, id, { interaction_id, response, idempotency_key: `k-${index}` })
        assert.deepEqual(refusal(answer), { status: 400, code: 'REPLY_INVALID', details: { problems } })
      }
      assert.deepEqual([await question(app, id, interaction_id), await app.job(id)], [asked, before])
      if (right === null) break
      // A reply that was refused has not used up its key.
      const { status } = await reply(app, id, { interaction_id, response: right, idempotency_key: `k-${index}` })
      assert.equal(status, 200)
    }
    const previews = (await answersTold(app, id)).flatMap(({ data }) => data['response_preview'] ?? [])
    assert.deepEqual(previews, ['blue', 'false', '{"name":"Ada","age":36}', 'There is no more.', 'true'])
    assert.deepEqual(refusal(await reply(app, id, { interaction_id: 0 })), {
      status: 400,
      code: 'INVALID_REQUEST',
      details: {
        problems: [violation('/response', 'is required', 'required'), violation('/interaction_id', 'must be >= 1', 'minimum')],
      },
    })
    await app.post(`/v1/jobs/${id}/cancel`)
  },
)

verifies(
  'reply.wrapped-text',
  'a text that comes as {"text": …} is the text, for the agent, in the events and under its key',
  async () => {
    const choice = block('kind: choose_one', 'prompt: Which colour?', 'options: [red, blue]')
    await using app = await startApp({ env, skills: [asking('wrapped', 'Who are you?', choice)] })
    const id = await converse(app, 'wrapped')
    await question(app, id)
    const first = { interaction_id: 1, response: { text: 'Ada' }, idempotency_key: 'once' }
    assert.deepEqual((await reply(app, id, first)).body, accepted(id))
    for (const response of [{ text: 'Ada' }, 'Ada']) {
      const again = await reply(app, id, { ...first, response })
      assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [accepted(id), 'true'])
    }
    await question(app, id, 2)
    const wrong = await reply(app, id, { interaction_id: 2, response: { text: 'green' } })
    assert.deepEqual([wrong.status, refusal(wrong).code], [400, 'REPLY_INVALID'])
    assert.deepEqual((await reply(app, id, { interaction_id: 2, response: { text: 'blue' } })).body, accepted(id))
    const { run_id } = await app.until(id, 'succeeded')
    const previews = (await answersTold(app, id)).flatMap(({ data }) => data['response_preview'] ?? [])
    assert.deepEqual(previews, ['Ada', 'blue'])
    const told = [2, 3].map((attempt) => readFileSync(join(app.runFolder(run_id), `.audit/stdin.${attempt}.log`), 'utf8'))
    assert.ok(told[0]?.includes('Ada') && told[1]?.includes('blue'))
    assert.ok(!told.join('').includes('"text"'), told.join('---'))
  },
)

verifies(
  'reply.not-interactive',
  'a job that runs unattended has no question and takes no reply, whatever its state',
  async () => {
    await using app = await startApp({ env, skills: [twice, untilTold] })
    const auto = await app.create('until-told')
    const places = [`/v1/jobs/${auto}/interaction`, `/v1/management/runs/${auto}`]
    const refused = { status: 400, code: 'NOT_INTERACTIVE', details: { execution_mode: 'auto' } }
    const check = async () => {
      for (const place of places) {
        assert.deepEqual(refusal(await app.get(`${place}/pending`)), refused)
        assert.deepEqual(refusal(await app.post(`${place}/reply`, { interaction_id: 1, response: 'x' })), refused)
      }
    }
    await check()
    await app.tell(auto)
    await app.until(auto, 'succeeded')
    await check()
  },
)

verifies(
  'reply.full-queue-loses-none',
  'replies are accepted while the queue is full, and take their place behind who waits',
  async () => {
    await using app = await startApp({
      env: { ...env, SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_MAX_QUEUE: '1' },
      skills: [twice, untilTold],
    })
    const conversations = [await converse(app, 'asks-twice')]
    await question(app, conversations[0] ?? '')
    conversations.push(await converse(app, 'asks-twice'))
    await question(app, conversations[1] ?? '')
    const running = await app.create('until-told')
    await app.until(running, 'running')
    const queued = await app.create('until-told')
    assert.equal(refusal(await app.post('/v1/jobs', { skill_id: 'until-told' })).code, 'QUEUE_FULL')
    for (const id of conversations) {
      assert.deepEqual((await reply(app, id, { interaction_id: 1, response: 'Ada' })).body, accepted(id))
    }
    const places = await Promise.all([queued, ...conversations].map(async (id) => (await app.job(id)).queue_position))
    assert.deepEqual(places, [1, 2, 3])
    await app.tell(running)
    await app.tell(queued)
    for (const id of conversations) assert.equal((await question(app, id, 2)).prompt, 'And your age?')
  },
)

test('what a reply holds of a secret is covered in the event that tells of it', async () => {
  const secret = 'sk-planted-0123456789'
  await using app = await startApp({ env: { ...env, E2B_API_KEY: secret }, skills: [twice] })
  const id = await converse(app, 'asks-twice')
  await question(app, id)
  // Also where the preview ends in the middle of it.
  const response = `${'x'.repeat(190)} ${secret}`
  assert.equal((await reply(app, id, { interaction_id: 1, response })).status, 200)
  await question(app, id, 2)
  const [told] = await answersTold(app, id)
  const preview = String(told?.data['response_preview'])
  assert.ok(preview.startsWith(`${'x'.repeat(190)} ***`), preview)
  assert.ok(!preview.includes('sk-'), preview)
})
