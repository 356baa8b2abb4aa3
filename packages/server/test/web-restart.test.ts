import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { writeAgentSkill } from './support/agent-skill.ts'
import { untilTold } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { startServer } from './support/server.ts'

/** The rows that the page shows, by their first events. */
const seen = (page: Page): Promise<number[]> =>
  page.$$eval('[title^="#"]', (rows) => rows.map(({ title }) => Number(title.slice(1).split(' ')[0])))

verifies(
  'web.goes-on-after-a-restart',
  'while the server is away the page says so, and goes on without a gap when it is back',
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-web-'))
    context.after(() => rmSync(folder, { recursive: true, force: true }))
    const first = await startServer({ folder, skills: [untilTold] })
    const port = new URL(first.url).port
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const id = await first.create('until-told')
    await first.until(id, 'running')
    await page.goto(`${first.url}/ui/runs/${id}`)
    await press(page, '[role=tab][data-name=all]')
    await page.waitForSelector('[role=tabpanel] ::-p-text(waiting)')
    await first.kill()
    await page.waitForSelector('[role=status] ::-p-text(The connection is lost)')
    await using _second = await startServer({ folder, env: { PORT: port } })
    await page.waitForSelector('h1 ::-p-text(Failed)')
    await page.waitForSelector('header ::-p-text(ORCHESTRATOR_RESTART_INTERRUPTED)')
    await page.waitForSelector('main:not(:has([role=status]))')
    const rows = await seen(page)
    assert.deepEqual(
      rows,
      [...new Set(rows)].toSorted((a, b) => a - b),
    )
    assert.ok(rows.length >= 3, rows.join())
  },
  { skip: withoutBrowser },
)

verifies(
  'web.goes-on-after-a-restart',
  'what happens while the page has no server is on it when the server is back, and a reload shows the same',
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-web-'))
    context.after(() => rmSync(folder, { recursive: true, force: true }))
    const first = await startServer({ folder })
    const port = new URL(first.url).port
    writeAgentSkill(join(folder, 'skills'))
    await using browser = await openBrowser()
    const page = await browser.newPage()
    // High enough for all rows: those out of sight are not drawn.
    await page.setViewport({ width: 1440, height: 3000 })
    const id = await first.create('agent', { await_upload: false, runtime_options: { execution_mode: 'interactive' } })
    await first.until(id, 'waiting_user')
    await page.goto(`${first.url}/ui/runs/${id}`)
    await press(page, '[role=tab][data-name=all]')
    await page.waitForSelector('[role=tabpanel] ::-p-text(I found two ways)')
    const before = await seen(page)
    const inVain = new Promise<void>((resolve) => {
      page.on('requestfailed', (request) => request.url().endsWith(`/v1/management/runs/${id}`) && resolve())
    })
    await first.kill()
    await page.waitForSelector('[role=status] ::-p-text(The connection is lost)')
    // Elsewhere, where the page does not look.
    {
      await using elsewhere = await startServer({ folder })
      await elsewhere.post(`/v1/jobs/${id}/interaction/reply`, { interaction_id: 1, response: 'fast' })
      await elsewhere.until(id, 'succeeded')
      await elsewhere.terminate()
    }
    // Meanwhile the page has asked for the state of the run as well, in vain: what it had is still there.
    await inVain
    assert.deepEqual(await seen(page), before)
    await using _back = await startServer({ folder, env: { PORT: port } })
    await page.waitForSelector('h1 ::-p-text(Succeeded)')
    await page.waitForSelector('main:not(:has([role=status]))')
    await page.waitForSelector('[data-kind=end]')
    const after = await seen(page)
    assert.deepEqual(after.slice(0, before.length), before)
    assert.ok(after.length > before.length + 3, after.join())
    await page.reload()
    await press(page, '[role=tab][data-name=all]')
    await page.waitForFunction(`document.querySelectorAll('[title^="#"]').length === ${after.length}`)
    assert.deepEqual(await seen(page), after)
  },
  { skip: withoutBrowser },
)

verifies(
  'web.goes-on-after-a-restart',
  'a run that waits has nothing to tell after a restart, and the page no longer says that the connection is lost',
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-web-'))
    context.after(() => rmSync(folder, { recursive: true, force: true }))
    const first = await startServer({ folder })
    const env = { PORT: new URL(first.url).port }
    writeAgentSkill(join(folder, 'skills'))
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const id = await first.create('agent', { await_upload: false, runtime_options: { execution_mode: 'interactive' } })
    await first.until(id, 'waiting_user')
    await page.goto(`${first.url}/ui/runs/${id}`)
    await page.waitForSelector('fieldset:not(:disabled) legend ::-p-text(Which one?)')
    // The first restart is told once for each question, the second one is not.
    let server = first
    for (let restart = 1; restart <= 2; restart++) {
      await server.kill()
      await page.waitForSelector('[role=status] ::-p-text(The connection is lost)')
      server = await startServer({ folder, env })
      await page.waitForFunction("!document.querySelector('main').textContent.includes('The connection is lost')")
    }
    await using last = server
    assert.equal((await last.job(id)).status, 'waiting_user')
    await press(page, 'fieldset button ::-p-text(fast)')
    await page.waitForSelector('h1 ::-p-text(Succeeded)')
  },
  { skip: withoutBrowser },
)
