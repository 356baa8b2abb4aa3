import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { writeAgentSkill } from './support/agent-skill.ts'
import { startApp, untilTold } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { changeRows } from './support/database.ts'
import { temporaryFolder } from './support/folder.ts'
import type { TestSkill } from './support/skills.ts'

const textsOf = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(selector, (found) => found.map((one) => one.textContent ?? ''))

/** Three by two pixels, red. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg=='
const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
trailer<</Root 1 0 R>>
%%EOF`

const leaves = {
  id: 'leaves',
  sh: `cd "$SKILL_ARTIFACTS_DIR"
printf '%s' '${png}' | base64 -d > dot.png
cat > page.pdf <<'END'
${pdf}
END
printf 'name,count\\nscrew,"1,000"\\n' > table.csv
printf '# Report\\n\\n- **one**\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |\\n\\n![dot](dot.png)\\n' > report.md
echo '{"list": [1, {"deep": true}]}' > data.json
echo '{}' > "$SKILL_RESULT_FILE"`,
}

verifies(
  'web.previews',
  'a picture, a PDF, a table, a document and a JSON value are drawn as what they are',
  async () => {
    await using app = await startApp({ skills: [leaves] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const { request_id: id } = await app.run('leaves')
    const open = async (name: string) => {
      await page.goto(`${app.url}/ui/runs/${id}?panel=artifacts&file=${encodeURIComponent(`artifacts/${name}`)}`)
      return `section[aria-label="artifacts/${name}"]`
    }
    const picture = await open('dot.png')
    await page.waitForFunction(`document.querySelector('${picture} img')?.naturalWidth === 3`)

    const paper = await open('page.pdf')
    await page.waitForFunction(`document.querySelector('${paper} iframe')?.contentDocument?.contentType === 'application/pdf'`)

    const table = await open('table.csv')
    await page.waitForSelector(`${table} td`)
    assert.deepEqual(
      [await textsOf(page, `${table} th`), await textsOf(page, `${table} td`)],
      [
        ['name', 'count'],
        ['screw', '1,000'],
      ],
    )

    const document = await open('report.md')
    await page.waitForSelector(`${document} h1`)
    assert.deepEqual(await textsOf(page, `${document} :is(h1, li strong, th, td)`), ['Report', 'one', 'a', 'b', '1', '2'])
    await page.waitForFunction(`document.querySelector('${document} img')?.naturalWidth === 3`)

    const value = await open('data.json')
    await page.waitForSelector(`${value} .w-rjv ::-p-text(list)`)
    await press(page, `${value} button ::-p-text(As text)`)
    await page.waitForSelector(`${value} pre ::-p-text({"list": [1, {"deep": true}]})`)
  },
  { skip: withoutBrowser },
)

verifies(
  ['web.place-in-the-address', 'web.attempts-and-checks'],
  'a line of a log leads to its event, a file in the conversation to its preview; level, search and attempt are in the address',
  async () => {
    await using app = await startApp()
    writeAgentSkill(app.skillsDir)
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.setViewport({ width: 1440, height: 900 })
    const id = await app.create('agent', { await_upload: false, runtime_options: { execution_mode: 'interactive' } })
    await app.until(id, 'waiting_user')
    await page.goto(`${app.url}/ui/runs/${id}?panel=files`)

    // The tree of files grows while the run goes on.
    await page.waitForSelector('[role=tabpanel] button ::-p-text(input.json)')
    assert.equal((await textsOf(page, '[role=tabpanel] ul button')).includes('notes.md'), false)
    await press(page, 'fieldset button ::-p-text(fast)')
    await page.waitForSelector('[role=tabpanel] button ::-p-text(notes.md)')
    await page.waitForSelector('h1 ::-p-text(Succeeded)')

    await press(page, '[role=tab][data-name=timeline]')
    await press(page, '[data-kind=artifact] button ::-p-text(artifacts/notes.md)')
    await page.waitForSelector('section[aria-label="artifacts/notes.md"] h1 ::-p-text(Notes)')
    assert.equal(new URL(page.url()).search, '?view=timeline&panel=artifacts&file=artifacts%2Fnotes.md')

    await page.select('select[aria-label=Level]', 'warning')
    await page.type('main search input', 'shell')
    await page.waitForFunction("location.search.includes('level=warning') && location.search.includes('find=shell')")
    await page.reload()
    await page.waitForSelector('main search ::-p-text(3 found)')
    assert.equal(await page.$eval('select[aria-label=Level]', (one) => (one as unknown as { value: string }).value), 'warning')

    await page.goto(`${app.url}/ui/runs/${id}?panel=stdout`)
    await page.waitForSelector('select[aria-label=Attempt]')
    await page.select('select[aria-label=Attempt]', '1')
    await page.waitForFunction("location.search === '?panel=stdout&attempt=1'")
    await page.waitForSelector('[role=log] ::-p-text(not an event)')
    await page.reload()
    await page.waitForSelector('[role=log] ::-p-text(not an event)')
    await page.$$eval('[data-piece] > div', (lines) => {
      const line = lines.find(({ textContent }) => textContent?.includes('not an event'))
      ;(line?.querySelector('a') as unknown as { click(): void } | null)?.click()
    })
    await page.waitForSelector('[data-marked]')
    await press(page, '[role=tabpanel] button ::-p-text(To event #)')
    await page.waitForSelector('[data-selected][data-kind=output] ::-p-text(not an event)')
    await page.waitForSelector('mark ::-p-text(not an event)')

    // What was changed in the output.
    await page.goto(`${app.url}/ui/runs/${id}`)
    await press(page, '[role=tabpanel] summary ::-p-text(What was changed)')
    await page.waitForSelector('figure ::-p-text(raw/message.txt)')
    const [before = '', after = ''] = await textsOf(page, 'figure pre')
    assert.match(before, /^Done\.\n```json\n\{"way": "fast", "__SKILL_DONE__": true,\}\n```/)
    assert.deepEqual(JSON.parse(after), { way: 'fast' })
  },
  { skip: withoutBrowser },
)

const foreign: TestSkill = {
  id: 'foreign',
  runner: { entrypoint: { type: 'prompt', prompt: { result_mode: 'stdout' } } },
  files: { 'assets/replay/default.json': JSON.stringify({ steps: [{ message: {}, final: true }] }) },
}

verifies(
  'web.rows-of-events',
  'notices, and events that the parser was not sure of, are in a panel of their own, each with a way to its bytes',
  async (context) => {
    const folder = await temporaryFolder(context)
    const env = { SKILL_RUNNER_ENGINES: 'replay', SKILL_RUNNER_MAX_RUNNING_JOBS: '1', SKILL_RUNNER_RESTART_QUEUED: 'keep' }
    const before = await startApp({ folder, skills: [foreign, untilTold], env })
    const first = await before.create('until-told')
    await before.until(first, 'running')
    const id = await before.create('foreign', { engine: 'replay' })
    await before.stop()
    // As a server of another version would have left it.
    await changeRows(join(folder, 'data'), "update runs set engine = 'parrot' where engine = 'replay'")
    await using app = await startApp({ folder, env })
    await app.until(id, 'failed')
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/runs/${id}`)
    await press(page, '[role=tab][data-name=problems]')
    await page.waitForSelector('[role=tabpanel] button ::-p-text(LOW_CONFIDENCE_PARSE)')
    await page.waitForSelector('[role=tabpanel] h3 ::-p-text(read with low confidence)')
    const doubtful = await textsOf(page, '[data-doubtful]')
    assert.ok(doubtful.length > 0 && doubtful.every((text) => text.endsWith('confidence 20 %')), doubtful.join('\n'))
    assert.ok(
      doubtful.some((text) => text.includes('conversation.failed')),
      doubtful.join('\n'),
    )
    await press(page, '[data-doubtful]:last-child button')
    await page.waitForSelector('[data-selected][data-kind=end]')

    // A run in which nothing was odd says what would be here.
    await page.goto(`${app.url}/ui/runs/${first}?panel=problems`)
    await page.waitForSelector('[role=tabpanel] ::-p-text(events that it was not sure how to read)')
  },
  { skip: withoutBrowser },
)
