import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { verifies } from '../../../../test/verifies.ts'
import { inputRequired, stateChanged } from '../../src/events/rasp.ts'
import { topics } from '../../src/runs/topics.ts'
import { startApp } from '../support/app.ts'
import { accepted, answersTold, asking, block, converse, env, question, refusal, reply } from '../support/conversations.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const asks = asking('asks', block('kind: open_text', 'prompt: Which way?', 'default_decision_policy: Go left.'))
const autoReply = (seconds: number) => ({ interactive_auto_reply: true, interactive_reply_timeout_sec: seconds })

/** What is told when the runner answers. */
const decision = (at: string, timeout_sec: number, policy = 'Go left.') => [
  { type: 'interaction.auto_decide.timeout', data: { interaction_id: 1, timeout_sec, policy } },
  {
    type: 'conversation.state.changed',
    data: {
      from: 'waiting_user',
      to: 'queued',
      trigger: 'interaction.auto_decide.timeout',
      updated_at: at,
      pending_interaction_id: null,
    },
  },
]

verifies(
  'autoreply.from-the-store',
  'a question that nobody answers in time is answered by the runner, and not a moment before; without the switch it waits for ever',
  async () => {
    await using app = await startApp({ env, skills: [asks, asking('bare', 'Well?')] })
    const forever = await converse(app, 'asks', { interactive_reply_timeout_sec: 1 })
    assert.equal((await question(app, forever)).expires_at, null)
    const usual = await converse(app, 'asks', { interactive_auto_reply: true })
    const { asked_at, expires_at } = await question(app, usual)
    assert.equal(Math.round((Date.parse(expires_at ?? '') - Date.parse(asked_at)) / 1000), 1200)

    // The server sleeps until the one that is due in 20 minutes; the ones that come now are due sooner.
    for (const [skill, policy] of [
      ['asks', 'Go left.'],
      ['bare', 'engine_judgement'],
    ] as const) {
      const id = await converse(app, skill, autoReply(1))
      const job = await app.until(id, 'succeeded')
      const asked = await app.app.runner.store.interactions.get(job.run_id, 1)
      const told = await answersTold(app, id)
      const at = String(told.at(-1)?.data['updated_at'])
      assert.deepEqual(told, decision(at, 1, policy))
      assert.ok(asked?.expiresAt && at >= asked.expiresAt, `${at} is before ${asked?.expiresAt}`)
      assert.deepEqual(
        [job.attempt_number, job.interaction_count, job.auto_decision_count, (job.last_auto_decision_at ?? '') <= at],
        [2, 1, 1, true],
      )
    }
    for (const id of [forever, usual]) assert.equal((await app.job(id)).status, 'waiting_user')
    assert.deepEqual((await reply(app, usual, { interaction_id: 1, response: 'right' })).body, accepted(usual))
    assert.equal((await app.until(usual, 'succeeded')).auto_decision_count, 0)
  },
)

verifies(
  'autoreply.from-the-store',
  'a question that runs out while the server is dead is answered when it comes back, one that is still open stays so',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-auto-'))
    try {
      const first = await startServer({ folder, skills: [asks], env })
      const late = await converse(first, 'asks', autoReply(600))
      const open = await question(first, late)
      const soon = await converse(first, 'asks', autoReply(4))
      const { expires_at } = await question(first, soon)
      await first.kill()
      await until('the time is up', () => new Date().toISOString() > (expires_at ?? ''))

      await using second = await startServer({ folder, env })
      const job = await second.until(soon, 'succeeded')
      assert.deepEqual([job.attempt_number, job.auto_decision_count, job.recovery_state], [2, 1, 'recovered_waiting'])
      const told = await answersTold(second, soon)
      assert.deepEqual(told, decision(String(told.at(-1)?.data['updated_at']), 4))
      assert.deepEqual(await question(second, late), open)
      assert.equal((await reply(second, late, { interaction_id: 1, response: 'right' })).status, 200)
      assert.equal((await second.until(late, 'succeeded')).auto_decision_count, 0)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

test('a run that cannot be answered keeps no other waiting, is told in the log, and is answered when it can be', async () => {
  await using app = await startApp({ env, skills: [asks] })
  const stuck = await converse(app, 'asks', autoReply(3))
  await question(app, stuck)
  const audit = join(app.runFolder((await app.job(stuck)).run_id), '.audit')
  renameSync(audit, `${audit}.away`)
  writeFileSync(audit, 'in the way')
  await until('the failure is told', () => app.logged.some((line) => line.includes('auto reply failed; retrying')))
  await app.until(await converse(app, 'asks', autoReply(1)), 'succeeded')
  assert.equal((await app.job(stuck)).status, 'waiting_user')
  await rm(audit)
  renameSync(`${audit}.away`, audit)
  const job = await app.until(stuck, 'succeeded')
  assert.deepEqual([job.attempt_number, job.auto_decision_count], [2, 1])
})

/** Whoever won: one answer, one pair of events, and what the row counts is what was told. */
async function checkOneAnswer(app: Awaited<ReturnType<typeof startApp>>, id: string, isAccepted: boolean): Promise<void> {
  const winner = isAccepted ? 'interaction.reply.accepted' : 'interaction.auto_decide.timeout'
  const told = await answersTold(app, id)
  assert.deepEqual(
    told.map(({ type, data }) => [type, data['trigger'] ?? data['interaction_id']]),
    [
      [winner, 1],
      ['conversation.state.changed', winner],
    ],
  )
  const { run_id, auto_decision_count } = await app.job(id)
  const answered = await app.app.runner.store.interactions.answered(run_id)
  assert.deepEqual(
    answered.map(({ answer }) => answer?.resolution),
    [isAccepted ? 'user_reply' : 'auto_decide_timeout'],
  )
  assert.equal(auto_decision_count, isAccepted ? 0 : 1)
}

verifies('autoreply.one-winner', 'conversations that are answered just when their time is up go on once', async () => {
  await using app = await startApp({ env, skills: [asks] })
  const rounds = Array.from({ length: 12 }, async (_, n) => {
    const id = await converse(app, 'asks', autoReply(3))
    const { expires_at } = await question(app, id)
    await wait(Date.parse(expires_at ?? '') - Date.now() - 12 + 2 * n)
    const answer = await reply(app, id, { interaction_id: 1, response: 'right' })
    if (answer.status !== 200) assert.equal(refusal(answer).code, 'NOT_WAITING')
    const job = await app.until(id, 'succeeded')
    assert.equal(job.attempt_number, 2)
    await checkOneAnswer(app, id, answer.status === 200)
  })
  await Promise.all(rounds)
})

verifies(
  'autoreply.one-winner',
  'in two hundred rounds a reply and the time-out at the same instant have one winner',
  async () => {
    // Nothing is started, so that a run waits as long as the test wants it to.
    await using app = await startApp({ env, skills: [asks], limits: { maxRunning: 0, maxQueue: 1000 } })
    const { log, boot, store, clock, wakes } = app.app.runner
    const wins = { reply: 0, timeout: 0 }
    for (let round = 0; round < 200; round++) {
      const id = await converse(app, 'asks', autoReply(1))
      const found = await store.jobs.get(id)
      assert.ok(found)
      const run = found.run.id
      const begins = { attempt: 1, owner: boot }
      await log.move({
        run,
        job: id,
        trigger: 'turn.started',
        begins,
        drafts: (from, to) => [stateChanged(from, to, 'turn.started')],
      })
      const asked = { kind: 'open_text' as const, prompt: 'Which way?', options: [] }
      const rest = { uiHints: {}, defaultDecisionPolicy: null, requiredFields: [], context: null }
      // Now and then one of them comes much too early or too late, so that each wins sometimes on any machine.
      const [isEarly, isLate] = [round % 10 === 0, round % 10 === 5]
      const expiresAt = new Date(clock.now().getTime() + (isEarly ? 600_000 : 8)).toISOString()
      await log.move({
        run,
        job: id,
        trigger: 'turn.needs_input',
        fence: begins,
        asks: {
          interaction: 1,
          question: { ...asked, ...rest },
          expiresAt,
          session: 's',
        },
        drafts: (from, to) => inputRequired(from, to, { interaction_id: 1, ...asked }),
      })
      wakes.wake(topics.waiting)
      // A reply takes a few milliseconds to arrive; from round to round it comes a little earlier or later.
      if (isLate) await until('the time-out has answered', async () => (await app.job(id)).status === 'queued')
      else if (!isEarly) await wait(Math.max(0, Date.parse(expiresAt) - Date.now() - (round % 8)))
      const answer = await reply(app, id, { interaction_id: 1, response: 'right' })
      await until('the run is answered', async () => (await app.job(id)).status === 'queued')
      if (answer.status === 200) wins.reply++
      else {
        wins.timeout++
        assert.deepEqual(refusal(answer), { status: 409, code: 'NOT_WAITING', details: { status: 'queued' } })
      }
      await checkOneAnswer(app, id, answer.status === 200)
    }
    assert.ok(wins.reply > 0 && wins.timeout > 0, `both have to win now and then: ${JSON.stringify(wins)}`)
  },
)
