import assert from 'node:assert/strict'
import type { ManagedDeliveryList } from '@agent-skill-runner/contract/webhook.ts'
import { verifies } from '../../../test/verifies.ts'
import { errorOf } from './support/answers.ts'
import { startApp } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { says, startReceiver } from './support/receiver.ts'
import { until } from './support/until.ts'

const ok = { id: 'ok', sh: 'echo "{}" > "$SKILL_RESULT_FILE"' }

verifies(
  'web.deliveries',
  'deliveries of all jobs are listed newest first, page by page and by state, on a route and on a page',
  async () => {
    await using receiver = await startReceiver()
    await using app = await startApp({
      skills: [ok],
      env: { SKILL_RUNNER_WEBHOOK_ALLOW: '127.0.0.1' },
      limits: { webhooks: { backOffMs: [3_600_000], giveUpMs: 7_200_000, timeoutMs: 60_000 } },
    })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/deliveries`)
    await page.waitForSelector('main ::-p-text(Nothing has been sent)')
    await page.waitForSelector('main pre ::-p-text("webhook")')

    receiver.next(says(204), says(500))
    const webhook = { url: `${receiver.url}?key=secret` }
    const first = (await app.run('ok', { webhook })).request_id
    await until('the first is delivered', () => receiver.got.length === 1)
    const second = (await app.run('ok', { webhook })).request_id
    const list = async (query = '') => (await app.get<ManagedDeliveryList>(`/v1/management/deliveries${query}`)).body
    const all = await until('both were tried', async () => {
      const body = await list()
      return body.deliveries.every(({ tries }) => tries === 1) && body.deliveries.length === 2 ? body : null
    })
    assert.deepEqual(
      all.deliveries.map(({ request_id, event, url, state, last_status }) => [request_id, event, url, state, last_status]),
      [
        [second, 'job.succeeded', `${receiver.url}?…`, 'pending', 500],
        [first, 'job.succeeded', `${receiver.url}?…`, 'delivered', 204],
      ],
    )
    const newest = await list('?limit=1')
    const older = await list(`?limit=1&cursor=${newest.next_cursor}`)
    assert.deepEqual([newest.deliveries, older.deliveries, older.next_cursor], [[all.deliveries[0]], [all.deliveries[1]], null])
    assert.deepEqual((await list('?state=delivered')).deliveries, [all.deliveries[1]])
    assert.deepEqual((await list('?state=given_up')).deliveries, [])
    const nonsense = await app.get('/v1/management/deliveries?cursor=x')
    assert.deepEqual([nonsense.status, errorOf(nonsense.body).code], [400, 'INVALID_REQUEST'])

    await page.waitForSelector('td ::-p-text(Pending)')
    await page.select('main select', 'delivered')
    await page.waitForFunction("!document.querySelector('main tbody').textContent.includes('Pending')")
    assert.match(page.url(), /\?state=delivered$/)
    await page.select('header select', 'zh')
    await page.waitForSelector('td ::-p-text(已送达)')
    await press(page, `td a[href="/ui/runs/${first}"]`)
    await page.waitForFunction(`location.pathname === '/ui/runs/${first}'`)
  },
  { skip: withoutBrowser },
)
