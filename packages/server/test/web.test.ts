import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { writeTokens } from './support/tokens.ts'

/** What a person reads, in the order of the page. */
const textOf = (page: Page, selector: string): Promise<string> => page.$eval(selector, (element) => element.textContent ?? '')

async function openPage(browser: Awaited<ReturnType<typeof openBrowser>>, url: string): Promise<Page & { problems: string[] }> {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(url)
  return Object.assign(page, { problems })
}

async function write(page: Page, selector: string, text: string): Promise<void> {
  const element = await page.waitForSelector(selector)
  await element?.type(text)
}

verifies(
  ['web.runs-and-replies', 'clients.leave-no-job-waiting'],
  'a person runs a skill from its form, and sees the result, the files and what was printed',
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await openPage(browser, `${app.url}/ui`)
    await press(page, 'main a ::-p-text(Choose a skill)')
    await press(page, 'a[href="/ui/skills/demo-prime-number"]')
    await press(page, 'form button[type=submit]')
    await page.waitForSelector('h1 ::-p-text(Succeeded)')
    await page.waitForSelector('[role=tabpanel] ::-p-text("largest_prime": 97)')
    await press(page, '[role=tab][data-name=artifacts]')
    await page.waitForSelector('[role=tabpanel] ::-p-text(primes.json)')
    await press(page, '[role=tab][data-name=stderr]')
    await page.waitForSelector('[role=tabpanel] ::-p-text(looking at 5 numbers)')
    const [job] = (await app.get<{ jobs: { skill_id: string; status: string }[] }>('/v1/jobs')).body.jobs
    assert.deepEqual([job?.skill_id, job?.status], ['demo-prime-number', 'succeeded'])
    assert.deepEqual(page.problems, [])
  },
  { skip: withoutBrowser },
)

verifies(
  'web.runs-and-replies',
  'a person holds a conversation to its end in Chinese, and jumps from a message to its bytes',
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await openPage(browser, `${app.url}/ui/skills/demo-interview`)
    await page.select('header select', 'zh')
    await page.waitForSelector('nav ::-p-text(技能)')
    await press(page, 'form button[type=submit]')
    await press(page, 'fieldset button ::-p-text(my team)')
    await write(page, 'fieldset textarea', 'See which build is broken.')
    await press(page, 'fieldset button[type=submit]')
    await press(page, 'fieldset button ::-p-text(是)')
    await page.waitForSelector('h1 ::-p-text(成功)')
    await page.waitForSelector('[role=tabpanel] ::-p-text("audience": "my team")')
    await page.waitForSelector('[role=tabpanel] ::-p-text(播放技能附带的录制内容)')
    const said = await page.$$eval('[data-kind=reply] p, [data-kind=message] p', (all) => all.map((one) => one.textContent))
    assert.deepEqual(said.slice(-2), ['是', 'Thank you. The summary is in artifacts/summary.md.'])
    await press(page, 'button[title^="#4 "]')
    await page.waitForSelector('mark')
    assert.match(await textOf(page, 'mark'), /^\{"type":"message","text":"I will ask you three things/)
    assert.match(page.url(), /\?at=4$/)
    const link = await openPage(browser, page.url())
    await link.waitForSelector('mark')
    assert.equal(await textOf(link, 'mark'), await textOf(page, 'mark'))
    assert.deepEqual([page.problems, link.problems], [[], []])
  },
  { skip: withoutBrowser },
)

verifies(
  'web.sign-in',
  'the page asks for a token, keeps it nowhere, and forgets who it was when the person signs out',
  async () => {
    using tokens = writeTokens([{ name: 'chief', scopes: ['admin'] }])
    await using app = await startApp({ env: tokens.env })
    await using browser = await openBrowser()
    const page = await openPage(browser, `${app.url}/ui/settings`)
    await page.waitForSelector('form ::-p-text(./skill-runner token create)')
    await page.waitForFunction("document.activeElement?.matches('input[type=password]')")
    await page.keyboard.type(`${tokens.tokenOf('chief')}x`)
    await page.keyboard.press('Enter')
    await page.waitForSelector('form [role=alert] ::-p-text(The server does not know this token.)')
    await page.$eval('input[type=password]', (input) => (input as unknown as { select(): void }).select())
    await write(page, 'input[type=password]', tokens.tokenOf('chief'))
    await press(page, 'form button[type=submit]')
    await page.waitForSelector('td ::-p-text(SKILL_RUNNER_DATA_DIR)')
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])')
    assert.ok(typeof kept === 'string' && !kept.includes(tokens.tokenOf('chief')) && !kept.includes('session'), String(kept))
    await press(page, 'header button ::-p-text(Sign out)')
    await page.waitForSelector('input[type=password]')

    // The same for those who read Chinese.
    await page.select('header select', 'zh')
    await page.waitForSelector('form h1 ::-p-text(登录)')
    await write(page, 'input[type=password]', `${tokens.tokenOf('chief')}x`)
    await press(page, 'form button[type=submit]')
    await page.waitForSelector('form [role=alert] ::-p-text(服务器不认识这个令牌。)')
    await page.$eval('input[type=password]', (input) => (input as unknown as { select(): void }).select())
    await write(page, 'input[type=password]', tokens.tokenOf('chief'))
    await press(page, 'form button[type=submit]')
    await page.waitForSelector('td ::-p-text(SKILL_RUNNER_DATA_DIR)')
    await press(page, 'header button ::-p-text(退出)')
    await page.waitForSelector('input[type=password]')
  },
  { skip: withoutBrowser },
)

const failing = { id: 'failing', sh: 'echo "first of all" >&2; echo "there are no numbers" >&2; exit 3' }

verifies(
  'web.runs-and-replies',
  'a person reads at once what a script said when it failed, and is led back from a run that is not there',
  async () => {
    await using app = await startApp({ skills: [failing] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const { request_id } = await app.run('failing')
    await page.goto(`${app.url}/ui/runs/${request_id}`)
    await page.waitForSelector('section header ::-p-text(there are no numbers)')
    await page.waitForSelector('[role=tabpanel] pre ::-p-text(first of all)')
    await page.waitForSelector('[role=tabpanel] ::-p-text(Nothing was said in this run.)')
    await page.goto(`${app.url}/ui/runs/job_nobody`)
    await press(page, 'main a[href="/ui/runs"]')
    await page.waitForSelector('td ::-p-text(failing)')
  },
  { skip: withoutBrowser },
)

verifies(
  'web.accessible',
  'another page begins at its top with the focus in it, the way there stays in sight, and the way back is as it was',
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/settings`)
    await page.waitForSelector('td ::-p-text(SKILL_RUNNER_UI_LEGACY_API_SUNSET)')
    await page.evaluate('scrollTo(0, 1500)')
    const top = await page.$eval('nav a[href="/ui/skills"]', (link) => link.getBoundingClientRect().top)
    assert.ok(top >= 0, `the navigation is at ${top}`)
    await press(page, 'nav a[href="/ui/skills"]')
    await page.waitForSelector('main ::-p-text(script, needs no model)')
    assert.deepEqual(await page.evaluate('[scrollY, document.activeElement.id]'), [0, 'content'])
    assert.equal(await page.title(), 'Skills · Agent Skill Runner')
    await page.goBack()
    await page.waitForFunction('scrollY === 1500')
  },
  { skip: withoutBrowser },
)
