import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { temporaryFolder } from './support/folder.ts'
import { interactive, replayOnly, says, talkSkill } from './support/talk.ts'
import { until } from './support/until.ts'

const asks = (...lines: readonly string[]) => [says(`<ASK_USER_YAML>\n${lines.join('\n')}\n</ASK_USER_YAML>`)]

/** One question of each kind, and a file at the end. */
const asksAll = talkSkill('asks-all', [
  asks('kind: choose_one', 'prompt: Who is it for?', 'options: [me, all]'),
  asks('kind: confirm', 'prompt: Sure?'),
  asks('kind: risk_ack', 'prompt: It may break.'),
  asks('kind: open_text', 'prompt: What for?'),
  asks('kind: fill_fields', 'prompt: Who are you?', 'required_fields: [name, town]'),
  asks('kind: upload_files', 'prompt: Your paper?'),
  [says({ word: 'done', __SKILL_DONE__: true })],
])

const writes = { id: 'writes', sh: 'printf "a,b\\n1,2\\n" > "$SKILL_ARTIFACTS_DIR/table.csv"; echo "{}" > "$SKILL_RESULT_FILE"' }

async function type(page: Page, selector: string, text: string): Promise<void> {
  const element = await page.waitForSelector(selector)
  await element?.type(text)
}

/** The box asks this, and nothing else. */
const asked = (page: Page, prompt: string) => page.waitForSelector(`fieldset:not(:disabled) legend ::-p-text(${prompt})`)

verifies(
  'web.runs-and-replies',
  'a person answers each kind of question where it is asked, and the run goes on with every answer',
  async (context) => {
    const folder = await temporaryFolder(context)
    await using app = await startApp({ skills: [asksAll], env: replayOnly })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const id = await app.create('asks-all', { engine: 'replay', runtime_options: interactive })
    await page.goto(`${app.url}/ui/runs/${id}`)
    await asked(page, 'Who is it for?')
    await press(page, 'fieldset button ::-p-text(all)')
    await asked(page, 'Sure?')
    await press(page, 'fieldset button:nth-of-type(1)')
    await asked(page, 'It may break.')
    await press(page, 'fieldset button:nth-of-type(2)')
    await asked(page, 'What for?')
    await type(page, 'fieldset textarea', 'To see it.')
    await press(page, 'fieldset button[type=submit]')
    await asked(page, 'Who are you?')
    await type(page, 'fieldset [name=name]', 'Ada')
    await type(page, 'fieldset [name=town]', 'London')
    await press(page, 'fieldset button[type=submit]')
    await asked(page, 'Your paper?')
    const paper = join(folder, 'paper.txt')
    writeFileSync(paper, 'hello')
    const input = (await page.waitForSelector('fieldset input[type=file]')) as Awaited<ReturnType<typeof page.$<'input'>>>
    await input?.uploadFile(paper)
    await press(page, 'fieldset button[type=submit]')
    await page.waitForSelector('h1 ::-p-text(Succeeded)')
    const replies = (await app.events(id)).flatMap(({ type, data }) =>
      type === 'interaction.reply.accepted' ? [data['response_preview']] : [],
    )
    assert.deepEqual(replies.slice(0, 5), ['all', 'true', 'false', 'To see it.', '{"name":"Ada","town":"London"}'])
    assert.equal(replies.length, 6)
    const told = await page.$$eval('[data-kind=reply] p', (all) => all.map((one) => one.textContent))
    assert.deepEqual(told.slice(0, 4), ['all', 'Yes', 'Do not do it', 'To see it.'])
  },
  { skip: withoutBrowser },
)

verifies(
  ['web.runs-and-replies', 'web.accessible'],
  'who answers by keyboard goes on with the next question, and files are chosen in the language of the page',
  async () => {
    await using app = await startApp({ skills: [asksAll], env: replayOnly })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const id = await app.create('asks-all', { engine: 'replay', runtime_options: interactive })
    await page.goto(`${app.url}/ui/runs/${id}`)
    await page.select('header select', 'zh')
    await asked(page, 'Who is it for?')
    await page.focus('fieldset button')
    const focused = (text: string) => page.waitForFunction(`document.activeElement.textContent === '${text}'`)
    await page.keyboard.press('Enter')
    await focused('是')
    await page.keyboard.press('Enter')
    await focused('我接受风险')
    await page.keyboard.press('Enter')
    await page.waitForFunction("document.activeElement.tagName === 'TEXTAREA'")
    await page.keyboard.type('To see it.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForFunction("document.activeElement.name === 'name'")
    for (const text of ['Ada', 'London']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.waitForFunction("document.activeElement.type === 'file'")
    assert.equal(await page.$eval('fieldset label', (label) => label.textContent), '选择文件')
  },
  { skip: withoutBrowser },
)

verifies(
  'web.runs-and-replies',
  'an artifact is downloaded from the page of its run, byte for byte',
  async (context) => {
    const folder = await temporaryFolder(context)
    await using app = await startApp({ skills: [writes] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const session = await page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })
    const { request_id: id } = await app.run('writes')
    await page.goto(`${app.url}/ui/runs/${id}`)
    await press(page, '[role=tab][data-name=artifacts]')
    await press(page, '[role=tabpanel] a[download]')
    const file = join(folder, 'table.csv')
    await until('the file is there', () => existsSync(file))
    assert.equal(readFileSync(file, 'utf8'), 'a,b\n1,2\n')
  },
  { skip: withoutBrowser },
)

/** More than a small screen has room for. */
const asksMuch = talkSkill('asks-much', [
  asks(
    'kind: fill_fields',
    `prompt: ${'Please tell everything about yourself that could be of any use. '.repeat(12)}`,
    'required_fields: [name, street, town, country, phone, birthday, occupation]',
  ),
  [says({ word: 'done', __SKILL_DONE__: true })],
])

interface Box {
  readonly top: number
  readonly bottom: number
}

/** Where a thing is on the screen, from its top to its bottom. */
const boxOf = (page: Page, selector: string): Promise<Box> =>
  page.$eval(selector, (one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return { top, bottom }
  })

verifies(
  'web.reply-box-in-sight',
  'on a phone the reply box is at the bottom of the screen above the navigation, and a long question covers nothing',
  async () => {
    await using app = await startApp({ skills: [asksMuch], env: replayOnly })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.setViewport({ width: 360, height: 740 })
    const id = await app.create('asks-much', { engine: 'replay', runtime_options: interactive })
    await page.goto(`${app.url}/ui/runs/${id}`)
    await asked(page, 'Please tell everything')
    const places = async () => {
      const reply = await boxOf(page, '[data-reply]')
      const [head, above, nav] = [await boxOf(page, 'header'), await boxOf(page, '[data-above]'), await boxOf(page, 'nav')]
      assert.ok(
        head.bottom <= above.top && above.bottom <= reply.top && reply.bottom <= nav.top,
        JSON.stringify({ above, reply }),
      )
      assert.ok(nav.bottom <= 740 && above.bottom - above.top >= 120, JSON.stringify({ above, nav }))
      assert.equal(await page.evaluate('document.documentElement.scrollHeight'), 740)
    }
    await places()
    // The parts are tabs: one at a time, and the box stays where it is.
    const tabs = '[aria-label="Parts of the page"] [role=tab]'
    assert.equal(await page.$('[aria-label="What is left of the run"]'), null)
    await press(page, `${tabs}[data-name=left]`)
    await page.waitForSelector('[aria-label="What is left of the run"]')
    assert.equal(await page.$('[aria-label="Views"]'), null)
    await places()
    for (const name of ['name', 'street', 'town', 'country', 'phone', 'birthday', 'occupation'])
      await type(page, `fieldset [name=${name}]`, name)
    // What is written is still there on a screen that was turned.
    await page.setViewport({ width: 1000, height: 740 })
    await page.waitForSelector('[aria-label="Views"]')
    assert.equal(await page.$eval('fieldset [name=town]', (one) => (one as unknown as { value: string }).value), 'town')
    await page.setViewport({ width: 360, height: 740 })
    await press(page, 'fieldset button[type=submit]')
    // Nobody asks any more: the box says so, and takes nothing.
    await page.waitForSelector('[data-reply] ::-p-text(The conversation is over.)')
    assert.equal(await page.$('[data-reply] :is(button, input, textarea, select)'), null)
    await places()
  },
  { skip: withoutBrowser },
)

verifies(
  'web.reply-box-in-sight',
  'before the first question the reply box is there and closed, and a run that never asks has none',
  async () => {
    const slow = talkSkill('slow', [[{ wait_for: 'artifacts/go' }, says({ word: 'done', __SKILL_DONE__: true })]])
    await using app = await startApp({ skills: [slow, writes], env: replayOnly })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const id = await app.create('slow', { engine: 'replay', runtime_options: interactive })
    await page.goto(`${app.url}/ui/runs/${id}`)
    await page.waitForSelector('[data-reply] ::-p-text(You can answer here when the agent asks.)')
    assert.equal(await page.$('[data-reply] :is(button, input, textarea, select)'), null)
    const { request_id: other } = await app.run('writes')
    await page.goto(`${app.url}/ui/runs/${other}`)
    await page.waitForSelector('h1 ::-p-text(Succeeded)')
    assert.equal(await page.$eval('[data-reply]', ({ textContent }) => textContent), '')
    await app.post(`/v1/jobs/${id}/cancel`)
    await app.until(id, 'canceled')
  },
  { skip: withoutBrowser },
)
