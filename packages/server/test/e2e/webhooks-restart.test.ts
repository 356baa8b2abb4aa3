import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DeliveryList } from '@agent-skill-runner/contract/webhook.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp, untilTold } from '../support/app.ts'
import { openDatabase } from '../support/database.ts'
import { hangs, says, startReceiver, verified } from '../support/receiver.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const skills = [{ id: 'ok' }, { id: 'fails', sh: 'exit 3' }, untilTold]
const env = { SKILL_RUNNER_WEBHOOK_ALLOW: '127.0.0.1' }

type Client = Pick<Awaited<ReturnType<typeof startApp>>, 'get'>

/** Every delivery of these jobs, once all of them were taken. */
const allTaken = (client: Client, jobs: readonly string[]) =>
  until('all is told', async () => {
    const lists = await Promise.all(jobs.map((id) => client.get<DeliveryList>(`/v1/jobs/${id}/deliveries`)))
    const all = lists.flatMap(({ body }) => body.deliveries)
    return all.length >= jobs.length && all.every(({ state }) => state === 'delivered') ? all : null
  })

verifies(
  'webhooks.every-end-is-delivered',
  'a receiver that was down while jobs ended gets every end once it is back, with a restart in between',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-app-'))
    const options = {
      folder,
      skills,
      env,
      limits: { webhooks: { backOffMs: [10], giveUpMs: 3_600_000, timeoutMs: 60_000 }, shutdownGraceMs: 0 },
    }
    await using receiver = await startReceiver()
    const webhook = { url: receiver.url }
    await receiver.leave()
    try {
      await using first = await startApp(options)
      const succeeded = (await first.run('ok', { webhook })).request_id
      const failed = (await first.run('fails', { webhook })).request_id
      const canceled = await first.create('until-told', { webhook })
      await first.until(canceled, 'running')
      await first.post(`/v1/jobs/${canceled}/cancel`)
      await first.until(canceled, 'canceled')
      const cut = await first.create('until-told', { webhook })
      await first.until(cut, 'running')
      await until('it was tried in vain', async () => {
        const { body } = await first.get<DeliveryList>(`/v1/jobs/${succeeded}/deliveries`)
        return (body.deliveries[0]?.tries ?? 0) > 1
      })
      receiver.usually(hangs)
      await receiver.comeBack()
      const [underWay] = await until('one is under way', () => receiver.got.length > 0 && receiver.got)
      const triesOf = async (id = '') => {
        await using database = await openDatabase(first.data)
        return await database.first<{ tries: number; state: string }>('select tries, state from deliveries where id = ?', [id])
      }
      const before = await triesOf(underWay?.headers['webhook-id'])
      await first.stop()
      // Cut, it counts as not tried.
      assert.deepEqual([await triesOf(underWay?.headers['webhook-id']), before?.state], [before, 'pending'])
      receiver.got.splice(0)
      receiver.usually(says(200))

      await using second = await startApp(options)
      const jobs = [succeeded, failed, canceled, cut]
      const all = await allTaken(second, jobs)
      const secret = readFileSync(join(second.data, 'webhook.secret'), 'utf8').trim()
      const messages = receiver.got.map((got) => verified(got, secret))
      assert.deepEqual(
        new Map(messages.map(({ type, data }) => [data['request_id'], type])),
        new Map([
          [succeeded, 'job.succeeded'],
          [failed, 'job.failed'],
          [canceled, 'job.canceled'],
          [cut, 'job.failed'],
        ]),
      )
      assert.deepEqual(receiver.got.map(({ headers }) => headers['webhook-id']).sort(), all.map(({ id }) => id).sort())
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

verifies(
  'webhooks.every-end-is-delivered',
  'a server that is killed while it tells tells it again under the same id, and the end of what it left running',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-server-'))
    await using receiver = await startReceiver()
    const webhook = { url: receiver.url }
    receiver.usually(hangs)
    try {
      await using first = await startServer({ folder, skills, env })
      const ended = await first.create('ok', { webhook })
      const running = await first.create('until-told', { webhook })
      await first.until(running, 'running')
      await until('the message is on its way', () => receiver.got.length === 1)
      await first.kill()
      receiver.usually(says(200))

      await using second = await startServer({ folder, env })
      const all = await allTaken(second, [ended, running])
      assert.deepEqual(
        all.map(({ event }) => event),
        ['job.succeeded', 'job.failed'],
      )
      const [before, ...after] = receiver.got.map(({ headers, body }) => ({ id: headers['webhook-id'], body }))
      assert.deepEqual(
        after.find(({ id }) => id === before?.id),
        before,
      )
      assert.deepEqual(after.map(({ id }) => id).sort(), all.map(({ id }) => id).sort())
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
