import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { packageOf } from './support/skills.ts'
import { writeTokens } from './support/tokens.ts'

/** Its schema of parameters is none. */
const broken = { id: 'broken', sh: 'true', parameter: { type: 7 } }
const takesPaper = {
  id: 'takes-paper',
  sh: 'printf \'{"bytes": %s}\' "$(wc -c < uploads/paper)" > "$SKILL_RESULT_FILE"',
  input: { type: 'object', properties: { paper: { type: 'string', title: 'Paper' } }, required: ['paper'] },
}
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

const textOf = (page: Page, selector: string): Promise<string> => page.$eval(selector, (one) => one.textContent ?? '')
const optionsOf = (page: Page, label: string): Promise<string[]> =>
  page.$$eval(`select[aria-label=${label}] option`, (all) => all.map((one) => (one as unknown as { value: string }).value))

verifies(
  'web.skills-and-server',
  'the pages tell what is wrong with a skill, its schemas, the settings without their secrets, the log, and who changed what',
  async () => {
    await using app = await startApp({ skills: [broken], env: { SKILL_RUNNER_WEBHOOK_SECRET: secret } })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/skills`)
    await page.waitForSelector('li ::-p-text(Degraded)')
    await press(page, 'main a[href="/ui/skills/broken"]')
    await page.waitForSelector('[role=alert] ::-p-text(This skill cannot run:)')
    assert.match(await textOf(page, '[role=alert]'), /parameter.*schema|schema.*parameter/i)
    await page.select('header select', 'zh')
    await page.waitForSelector('[role=alert] ::-p-text(这个技能不能运行：)')
    assert.match(await textOf(page, '[role=alert]'), /type 必须是 "object"/)
    await page.goto(`${app.url}/ui/skills/demo-prime-number`)
    await page.waitForSelector('form option ::-p-text(命令行)')
    await page.select('header select', 'en')

    await page.goto(`${app.url}/ui/skills/demo-prime-number`)
    await press(page, '[role=tab][data-name=schemas]')
    await page.waitForSelector('[role=tabpanel] pre ::-p-text("divisor")')
    const shown = await page.$$eval('[role=tabpanel] pre', (all) => all.map((one) => JSON.parse(one.textContent ?? '')))
    const { schemas } = (await app.get<{ schemas: object }>('/v1/management/skills/demo-prime-number')).body
    assert.deepEqual(shown, Object.values(schemas))

    await page.goto(`${app.url}/ui/settings`)
    await page.waitForSelector('td ::-p-text(SKILL_RUNNER_WEBHOOK_SECRET)')
    const rows = await page.$$eval('tbody tr', (all) =>
      all.map((row) => [...row.querySelectorAll('td > code, td:last-child')].map((cell) => cell.textContent)),
    )
    assert.deepEqual(
      rows.find(([name]) => name === 'SKILL_RUNNER_WEBHOOK_SECRET'),
      ['SKILL_RUNNER_WEBHOOK_SECRET', '••••••', 'environment'],
    )
    assert.equal((await page.content()).includes(secret), false)
    await page.select('header select', 'zh')
    await page.waitForSelector('td ::-p-text(监听的端口；0 表示自动选择空闲端口。)')
    await page.select('header select', 'en')

    await press(page, '[role=tab][data-name=actions]')
    await page.waitForSelector('[role=tabpanel] ::-p-text(Nobody has changed anything yet.)')
    await page.waitForSelector('[role=tabpanel] a[href="/ui/skills"]')
    const zip = join(app.folder, 'good.zip')
    writeFileSync(zip, packageOf({ id: 'good', sh: 'true' }))
    await press(page, '[role=tabpanel] a[href="/ui/skills"]')
    const input = await page.waitForSelector('main input[type=file]')
    await (input as unknown as { uploadFile(path: string): Promise<void> } | null)?.uploadFile(zip)
    await page.waitForSelector('[role=status] ::-p-text(good 1.0.0 is installed)')
    await page.goto(`${app.url}/ui/settings?panel=actions`)
    await page.waitForSelector('[role=tabpanel] th ::-p-text(Who)')
    await page.waitForSelector('[role=tabpanel] td ::-p-text(good)')
    await page.waitForSelector('[role=tabpanel] td ::-p-text(local)')
    await press(page, '[role=tab][data-name=log]')
    // Lines say what was requested. Those about reading come only when they are asked for.
    const hasLine = (part: string) =>
      page.waitForFunction(
        `[...document.querySelectorAll('tbody td')].some((one) => one.textContent.includes(${JSON.stringify(part)}))`,
      )
    await hasLine('method=POST route=/v1/skill-packages')
    assert.equal(await page.$('tbody td ::-p-text(method=GET)'), null)
    await page.select('select[aria-label=Level]', 'debug')
    await hasLine('method=GET route=/v1/management/logs')
    await page.select('header select', 'zh')
    await page.waitForSelector('tbody td ::-p-text(信息)')
    await page.select('header select', 'en')

    // What does not fit on a page is on an older one.
    const old = 'method=GET route=/v1/management/sweeps'
    await page.select('select[aria-label=Level]', 'info')
    await app.get('/v1/management/sweeps')
    for (let count = 0; count < 210; count += 1) await app.get('/v1/engines')
    await page.select('select[aria-label=Level]', 'debug')
    await page.waitForFunction("document.querySelectorAll('tbody tr').length === 200")
    const shows = (part: string) =>
      page.$$eval('tbody td', (all, part) => all.some((one) => one.textContent?.includes(part)), part)
    assert.equal(await shows(old), false)
    await press(page, 'nav[aria-label="Pages of this list"] a ::-p-text(Older)')
    await hasLine(old)
    assert.match(new URL(page.url()).search, /^\?panel=log&level=debug&after=/)
    await press(page, 'nav[aria-label="Pages of this list"] a ::-p-text(Newer)')
    await page.waitForFunction("!location.search.includes('after')")
  },
  { skip: withoutBrowser },
)

verifies(
  'web.forms',
  'models follow the engine and efforts the model; a file is dropped on its field, and the page tells how much of it has been sent',
  async () => {
    await using app = await startApp({ skills: [takesPaper] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/skills/demo-echo`)
    await page.waitForSelector('select[aria-label=Engine]')
    assert.equal(await page.$('select[aria-label=Model]'), null)
    await page.select('select[aria-label=Engine]', 'codex')
    await page.waitForSelector('select[aria-label=Model] option:nth-of-type(2)')
    const { models } = (await app.get<{ models: { id: string; supported_effort: string[] }[] }>('/v1/engines/codex/models')).body
    assert.deepEqual(await optionsOf(page, 'Model'), ['', ...models.map(({ id }) => id)])
    const model = models.find(({ supported_effort }) => supported_effort.length > 1)
    assert.ok(model, 'a model has efforts')
    await page.select('select[aria-label=Model]', model.id)
    await page.waitForSelector('select[aria-label=Effort]')
    assert.deepEqual(await optionsOf(page, 'Effort'), ['', ...model.supported_effort])
    await page.select('select[aria-label=Effort]', model.supported_effort[0] ?? '')
    await page.waitForSelector(`form pre ::-p-text("effort":"${model.supported_effort[0]}")`)
    // The model of one engine means nothing to another.
    await page.select('select[aria-label=Engine]', 'replay')
    await page.waitForFunction("!document.querySelector('select[aria-label=Effort]')")

    const size = 3_000_000
    await page.goto(`${app.url}/ui/skills/takes-paper`)
    await page.waitForSelector('form input[type=file]')
    await page.evaluate(`{
      const place = document.querySelector('form input[type=file]').closest('fieldset fieldset')
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(${size})], 'paper.bin'))
      for (const type of ['dragenter', 'dragover', 'drop'])
        place.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
      window.told = new Set()
      new MutationObserver(() => window.told.add(document.querySelector('form [role=status]')?.textContent)).observe(document.body, { subtree: true, childList: true, characterData: true })
    }`)
    await page.waitForSelector('form ::-p-text(paper.bin)')
    await page.emulateNetworkConditions({ offline: false, download: 10_000_000, upload: 1_000_000, latency: 0 })
    await press(page, 'form button[type=submit]')
    await page.waitForFunction('[...window.told].some((text) => /^Sending … [1-9][0-9]? %$/.test(text))')
    await page.waitForSelector('h1 ::-p-text(Succeeded)')
    await page.waitForSelector(`[role=tabpanel] pre ::-p-text(${size})`)
  },
  { skip: withoutBrowser },
)

verifies(
  'web.sign-in',
  'whoever opens the API page without a cookie signs in first, and then sees every operation of the document',
  async () => {
    using tokens = writeTokens([{ name: 'chief', scopes: ['admin'] }])
    await using app = await startApp({ env: tokens.env })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/docs`)
    const input = await page.waitForSelector('input[type=password]')
    assert.equal(page.url(), `${app.url}/ui?to=%2Fdocs`)
    await input?.type(tokens.tokenOf('chief'))
    await press(page, 'form button[type=submit]')
    await page.waitForFunction("location.pathname === '/docs'")
    await page.waitForSelector('.swagger-ui .opblock')
    assert.match(await textOf(page, '.swagger-ui .info .title'), /^Agent Skill Runner/)
    // Nobody is led anywhere else by an address.
    await page.goto(`${app.url}/ui/settings`)
    await press(page, 'header button ::-p-text(Sign out)')
    await page.goto(`${app.url}/ui?to=https%3A%2F%2Ffar.test%2F`)
    await (await page.waitForSelector('input[type=password]'))?.type(tokens.tokenOf('chief'))
    await press(page, 'form button[type=submit]')
    await page.waitForFunction("location.pathname === '/ui/runs'")
    assert.equal(new URL(page.url()).origin, app.url)
  },
  { skip: withoutBrowser },
)

verifies(
  'web.accessible',
  'with nothing but the keyboard a person starts a demo and answers what it asks',
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/runs`)
    await page.waitForSelector('main a[href="/ui/skills/demo-interview"]')
    await page.bringToFront()
    /** Tab after Tab, as far as a person would go, until the focus is there. */
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 60; presses++) {
        if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return
        await page.keyboard.press('Tab')
      }
      assert.fail(`Tab never came to ${selector}`)
    }
    await tabTo('main a[href="/ui/skills/demo-interview"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('#field_input_topic')
    await tabTo('form button[type=submit]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('fieldset legend ::-p-text(Who is it for)')
    await tabTo('[role=status] button')
    await page.keyboard.press('Enter')
    // The banner leads to the first answer.
    await page.waitForFunction("document.activeElement.closest('[data-reply]') !== null")
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForSelector('fieldset textarea')
    await tabTo('[data-reply] textarea')
    await page.keyboard.type('See which build is broken.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-reply] button ::-p-text(Yes)')
    await tabTo('[data-reply] button')
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1 ::-p-text(Succeeded)')
  },
  { skip: withoutBrowser },
)
