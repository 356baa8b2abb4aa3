import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { CancelView, Job } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { marked } from '../support/records.ts'
import { interactive, replayOnly, reply, says, talkSkill } from '../support/talk.ts'
import { until } from '../support/until.ts'

const asks = talkSkill('asks', [
  [{ message: 'One.' }, says('A word?')],
  [{ message: 'Two.' }, says('Another word?')],
  [{ message: 'Three.' }, says('{"word":"done"}\n__SKILL_DONE__: true')],
])
/** Nobody replies, so the runner does. */
const selfMade = { ...interactive, interactive_auto_reply: true, interactive_reply_timeout_sec: 1 }

type App = Awaited<ReturnType<typeof startApp>>

/** Calls back for every event of a run, as it comes, to the end of the run. */
async function follow(app: App, id: string, heard: (type: string, data: Record<string, unknown>, count: number) => void) {
  const response = await fetch(`${app.url}/v1/jobs/${id}/events`)
  let text = ''
  let count = 0
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece).toString()
    const frames = text.split('\n\n')
    text = frames.pop() ?? ''
    for (const frame of frames) {
      const line = /^event: chat_event\n[\s\S]*?data: (.*)$/m.exec(frame)?.[1]
      if (line === undefined) continue
      const { type, data } = JSON.parse(line)
      heard(type, data, ++count)
    }
  }
  return count
}

/** One conversation that is canceled at its event number `at`, while somebody answers every question as soon as it is asked. */
async function canceledAt(app: App, at: number, runtime_options: object, answers: boolean) {
  const id = await app.create('asks', { engine: 'replay', runtime_options })
  const replies: Promise<number>[] = []
  let cancel: Promise<CancelView> | null = null
  const count = await follow(app, id, (type, data, seq) => {
    if (type === 'user.input.required' && answers)
      replies.push(reply(app, id, Number(data['interaction_id']), 'word').then(({ status }) => status))
    if (seq === at) cancel = app.post<CancelView>(`/v1/jobs/${id}/cancel`).then(({ body }) => body)
  })
  return { id, count, cancel: cancel as CancelView | null | Promise<CancelView>, replies: await Promise.all(replies) }
}

/** What must hold whoever won. */
async function check(app: App, id: string, cancel: CancelView | null): Promise<Job> {
  const job = await app.job(id)
  const types = (await app.events(id)).map(({ type }) => type)
  const endings = types.filter((type) => /^conversation\.(completed|failed|canceled)$/.test(type))
  assert.deepEqual([endings.length, types.at(-1)], [1, endings[0]], 'there is one end, and nothing after it')
  if (cancel) {
    assert.equal(
      cancel.accepted,
      job.status === 'canceled',
      `the cancel was told ${cancel.status}, and the run has ${job.status}`,
    )
    assert.equal(cancel.status, job.status)
  }
  assert.equal(job.error?.code ?? null, job.status === 'canceled' ? 'CANCELED_BY_USER' : null)
  assert.equal(job.pending_interaction_id, null)
  return job
}

for (const [title, options, answers] of [
  ['while every question is answered at once', interactive, true],
  ['while the runner answers for people', selfMade, false],
] as const)
  verifies(
    'cancel.one-winner-everywhere',
    `a conversation that is canceled at any of its events has one end, and the cancel is told which (${title})`,
    async () => {
      await using app = await startApp({ env: replayOnly, skills: [asks] })
      const whole = await canceledAt(app, 0, options, answers)
      assert.equal((await check(app, whole.id, null)).status, 'succeeded')
      const seen = new Set<string>()
      const cancelAt = async (at: number) => {
        const { id, cancel, replies } = await canceledAt(app, at, options, answers)
        const { status } = await check(app, id, await cancel)
        seen.add(status)
        for (const answer of replies) assert.ok([200, 409].includes(answer), `a reply was answered by ${answer}`)
      }
      const moments = Array.from({ length: whole.count }, (_, index) => index + 1)
      for (let from = 0; from < moments.length; from += 8) await Promise.all(moments.slice(from, from + 8).map(cancelAt))
      // At its last event a run has ended; at all before it a cancel may win.
      assert.deepEqual([...seen].sort(), ['canceled', 'succeeded'])
      const namesIn = (folder: string) => readdirSync(join(app.data, folder))
      await until(
        'nothing of the runs is left',
        () => [...marked(app.data), ...namesIn('sessions'), ...namesIn('homes')].length === 0,
      )
    },
  )

verifies(
  'cancel.one-winner-everywhere',
  'a reply and a cancel at the same instant have one winner, and both are told who it is',
  async () => {
    await using app = await startApp({ env: replayOnly, skills: [asks] })
    for (let round = 0; round < 12; round++) {
      const id = await app.create('asks', { engine: 'replay', runtime_options: interactive })
      await app.until(id, 'waiting_user')
      const cancel = () => app.post<CancelView>(`/v1/jobs/${id}/cancel`)
      const both = [() => reply<{ error?: { code: string } }>(app, id, 1, 'word'), cancel] as const
      const order = round % 2 === 0 ? both : both.toReversed()
      const [one, other] = await Promise.all(order.map((send) => send()))
      const [replied, canceled] = round % 2 === 0 ? [one, other] : [other, one]
      const view = canceled?.body as CancelView
      const job = await app.until(id, 'canceled')
      assert.deepEqual([view.accepted, view.status], [true, 'canceled'])
      // Either the reply came first, and what it began was canceled, or it came too late.
      if (replied?.status !== 200)
        assert.deepEqual(
          [replied?.status, (replied?.body as { error?: { code: string } } | undefined)?.error?.code],
          [409, 'NOT_WAITING'],
        )
      await check(app, id, view)
      assert.equal(job.error?.code, 'CANCELED_BY_USER')
    }
  },
)
