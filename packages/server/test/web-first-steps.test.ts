import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'

const doneRun = async (page: Page): Promise<void> => {
  await page.waitForSelector('h1 ::-p-text(Succeeded)')
  await press(page, 'nav a[href="/ui/runs"]')
}

verifies(
  'web.first-steps',
  'without a key a person runs a script, a prompt and an interview on the page, and reads what to type for a real engine',
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(app.url)
    await press(page, 'main a[href="/ui/skills/demo-prime-number"]')
    await press(page, 'form button[type=submit]')
    await page.waitForSelector('[role=tabpanel] ::-p-text(Nothing was said in this run.)')
    await doneRun(page)

    await press(page, 'nav a[href="/ui/skills"]')
    await page.waitForSelector('main li ::-p-text(script, needs no model)')
    await press(page, 'main a[href="/ui/skills/demo-echo"]')
    await page.waitForSelector('form ::-p-text(a recording is played: no model is asked)')
    await page.waitForSelector('form pre ::-p-text(./skill-runner engine login)')
    await press(page, 'form button[type=submit]')
    await doneRun(page)

    await press(page, 'nav a[href="/ui/skills"]')
    await press(page, 'main a[href="/ui/skills/demo-interview"]')
    await press(page, 'form button[type=submit]')
    await press(page, 'fieldset button ::-p-text(my team)')
    await (await page.waitForSelector('fieldset textarea'))?.type('See which build is broken.')
    await press(page, 'fieldset button[type=submit]')
    await press(page, 'fieldset button ::-p-text(Yes)')
    await doneRun(page)
    const { jobs } = (await app.get<{ jobs: { skill_id: string; engine: string; status: string }[] }>('/v1/jobs')).body
    assert.deepEqual(
      jobs.map(({ skill_id, engine, status }) => [skill_id, engine, status]),
      [
        ['demo-interview', 'replay', 'succeeded'],
        ['demo-echo', 'replay', 'succeeded'],
        ['demo-prime-number', 'script', 'succeeded'],
      ],
    )
  },
  { skip: withoutBrowser },
)

verifies(
  'web.first-steps',
  'empty pages say the next step, in Chinese too, and an error says in Chinese what to do',
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/runs`)
    await page.waitForSelector('header select')
    await page.select('header select', 'zh')
    await page.waitForSelector('main ::-p-text(还没有任何运行。)')
    await page.waitForSelector('main pre ::-p-text(./skill-runner run demo-prime-number)')
    await page.goto(`${app.url}/ui/runs?q=nothing`)
    await page.waitForSelector('main a ::-p-text(显示全部运行)')
    await page.goto(`${app.url}/ui/runs?view=dots`)
    await page.waitForSelector('main a[href="/ui/skills/demo-interview"]')
    await page.goto(`${app.url}/ui/deliveries`)
    await page.waitForSelector('main pre ::-p-text("webhook")')
    await page.goto(`${app.url}/ui/runs/job_nothing`)
    await page.waitForSelector('[role=alert] ::-p-text(没有这个任务。它可能已被清理。)')
    await page.waitForSelector('[role=alert] code ::-p-text(JOB_NOT_FOUND)')
  },
  { skip: withoutBrowser },
)

verifies(
  'web.dots',
  'runs are dots that the keyboard reaches one after the other; Enter opens one',
  async () => {
    await using app = await startApp({ skills: [{ id: 'failing', sh: 'exit 3' }] })
    await using browser = await openBrowser()
    const { request_id: first } = await app.run('demo-prime-number', { input: { numbers: [2] }, parameter: { divisor: 5 } })
    await app.run('failing')
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/runs?view=dots`)
    await page.waitForSelector('svg a[data-run]')
    await page.bringToFront()
    const shown = () => page.$eval('[aria-live=polite]', (one) => one.textContent ?? '')
    await page.$eval('svg a[tabindex="0"]', (one) => (one as unknown as { focus(): void }).focus())
    await page.waitForSelector('[aria-live=polite] ::-p-text(failing)')
    assert.match(await shown(), /^Failed failing [\d.]+ s.* SCRIPT_FAILED$/)
    await page.keyboard.press('ArrowLeft')
    await page.waitForSelector('[aria-live=polite] ::-p-text(demo-prime-number)')
    await page.keyboard.press('Enter')
    await page.waitForFunction(`location.pathname === '/ui/runs/${first}'`)
  },
  { skip: withoutBrowser },
)
