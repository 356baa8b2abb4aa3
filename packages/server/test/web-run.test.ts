import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { writeAgentSkill } from './support/agent-skill.ts'
import { startApp } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'

const textsOf = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(selector, (found) => found.map(({ textContent }) => textContent ?? ''))

verifies(
  ['web.timeline', 'web.rows-of-events', 'web.attempts-and-checks', 'web.graph-of-a-run', 'web.place-in-the-address'],
  'a person finds what went wrong in a run, answers it from wherever they are, and sees how its result came about',
  async () => {
    await using app = await startApp()
    writeAgentSkill(app.skillsDir)
    await using browser = await openBrowser()
    const id = await app.create('agent', { await_upload: false, runtime_options: { execution_mode: 'interactive' } })
    await app.until(id, 'waiting_user')
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(String(error)))
    await page.setViewport({ width: 1440, height: 900 })
    await page.goto(`${app.url}/ui/runs/${id}`)

    // The timeline: a call that was tried twice, silence, and a question that is open.
    await press(page, '[role=tab][data-name=timeline]')
    await page.waitForSelector('[data-kind=question]')
    assert.deepEqual(await textsOf(page, '[data-kind=tool] [class*=tries] [aria-hidden]'), ['×2'])
    await page.waitForSelector('[title="Nothing accounts for this time"]')
    await page.waitForSelector('[data-kind=question] [data-pending]')

    // By level, by words, and from problem to problem.
    await page.select('select[aria-label=Level]', 'error')
    await page.waitForFunction("document.querySelectorAll('[data-view] [data-kind]').length === 1")
    await page.select('select[aria-label=Level]', 'info')
    await page.type('input[type=search]', 'READ_FILE')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[data-selected] ::-p-text(read_file)')
    await page.waitForSelector('search ::-p-text(1 of 1)')
    await press(page, 'button ::-p-text(Next problem)')
    await page.waitForSelector('[data-selected][data-kind=diagnostic]')
    await page.waitForSelector('[role=tabpanel] ::-p-text(diagnostic.warning)')

    // The graph: aggregated, a node that selects its row, and the same as a list.
    await press(page, '[role=tab][data-name=graph]')
    await press(page, '[data-kind=tool][data-failed]')
    await page.waitForSelector('[data-kind=tool][aria-pressed=true]')
    await page.waitForFunction("location.search === '?at=5&view=graph&find=READ_FILE'")
    await press(page, 'button ::-p-text(As a list)')
    const listed = ['requestagent', 'tool × 2 · 1 failedshell', 'toolread_file', 'question · under wayWhich one?']
    assert.deepEqual(await textsOf(page, 'ol button'), listed)

    // The banner leads to the answer.
    await press(page, '[role=status] button ::-p-text(Answer)')
    await page.waitForFunction("document.activeElement.textContent === 'fast'")
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1 ::-p-text(Succeeded)')
    await page.waitForSelector('ol button ::-p-text(notes.md)')

    await press(page, '[role=tab][data-name=result]')
    await page.waitForSelector('[role=tabpanel] li ::-p-text(extracted from a longer text, or its syntax repaired)')
    await press(page, '[role=tab][data-name=attempts]')
    await page.waitForSelector('[role=tabpanel] td ::-p-text(a question)')
    await page.waitForSelector('[role=tabpanel] td ::-p-text(success)')
    assert.deepEqual(await textsOf(page, '[role=tabpanel] dd'), ['12,345', '9,000', '678', '$0.0421'])
    assert.deepEqual(problems, [])
  },
  { skip: withoutBrowser },
)

verifies(
  ['web.stays-smooth', 'web.place-in-the-address'],
  'a log has its colors, a link for each line, and a download that has all of it',
  async () => {
    const lines = `for i in $(seq 1 2000); do printf '\\033[32m第 %s 行\\033[0m of the log\\n' $i >&2; done; echo '{}' > "$SKILL_RESULT_FILE"`
    await using app = await startApp({ skills: [{ id: 'prints', sh: lines }] })
    await using browser = await openBrowser()
    const { request_id: id } = await app.run('prints')
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/runs/${id}`)
    await press(page, '[role=tab][data-name=stderr]')
    await page.waitForSelector('[role=log] ::-p-text(第 2000 行)')
    assert.equal(await page.$eval('[role=log] [data-piece] span', ({ className }) => className.includes('green')), true)
    await press(page, '[role=log] [data-piece]:last-child > div:last-child a')
    await page.waitForFunction("location.search.startsWith('?line=stderr.1.')")
    const marked = await textsOf(page, '[data-marked]')
    await page.reload()
    await page.waitForSelector('[data-marked]')
    assert.deepEqual([await textsOf(page, '[data-marked]'), marked.length], [marked, 1])
    // What the person gets is caught where the browser would write it.
    await page.evaluate(`URL.createObjectURL = (blob) => { window.caught = blob; return '#' }`)
    await press(page, '[role=tabpanel] button ::-p-text(Download)')
    await page.waitForFunction('window.caught')
    const { stderr } = (await app.get<{ stderr: string }>(`/v1/jobs/${id}/logs`)).body
    assert.equal(await page.evaluate('window.caught.text()'), stderr)
  },
  { skip: withoutBrowser },
)
