import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifies } from '../../../test/verifies.ts'
import { startApp, untilTold } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { startExampleClient } from './support/example-client.ts'
import { startServer } from './support/server.ts'

const attack = '<img src=x onerror="document.title=String.fromCharCode(104)"><script>document.title="hit"</script>'

/** Says it wherever a skill or a run can say something. */
const hostile = {
  id: 'hostile',
  files: { 'SKILL.md': `---\nname: hostile\ndescription: '${attack}'\n---\n\nDo what the script does.\n` },
  input: { type: 'object', properties: { [attack]: { type: 'string', description: attack, 'x-input-source': 'inline' } } },
  sh: `echo x > "$SKILL_ARTIFACTS_DIR/<img src=x onerror=alert(1)>.md"\nprintf '%s\\n' '${attack}' >&2\ncat > "$SKILL_RESULT_FILE" <<'END'\n${JSON.stringify({ text: attack })}\nEND`,
}

verifies(
  'client.for-its-own-pages',
  'HTML and scripts in names, texts, results and recordings are shown on every page and never run',
  async () => {
    await using app = await startApp({ skills: [hostile] })
    await using client = await startExampleClient(app.url)
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const look = async (selector: string) => {
      await page.waitForSelector(selector)
      assert.equal(await page.evaluate("document.querySelectorAll('main img, main script, a[href^=javascript]').length"), 0)
      assert.equal(await page.title(), 'Example client')
    }
    await page.goto(client.url)
    await look('article ::-p-text(onerror)')
    await press(page, 'a[href="form.html?skill=hostile"]')
    await look('label ::-p-text(onerror)')
    await press(page, 'form button[type=submit]')
    await look('[data-type="raw.stderr"] ::-p-text(onerror)')
    await look('main pre ::-p-text(onerror)')
    await look('section li a ::-p-text(onerror)')
    await press(page, 'a[href^="replay.html"]')
    await press(page, 'main button ::-p-text(Next)')
    await look('#received ::-p-text(onerror)')
    // Even as markup it could not run here: the policy of the page stops it.
    await page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(attack)}`)
    await page.waitForSelector('main img')
    assert.equal(await page.title(), 'Example client')
    // In a page without a policy it runs.
    await page.goto('about:blank')
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(attack)}`)
    await page.waitForFunction('document.title === "h"')
  },
  { skip: withoutBrowser },
)

verifies(
  'client.runs-skills',
  'while the server is away the page says so, and goes on without a gap when it is back',
  async (context) => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-client-away-'))
    context.after(() => rmSync(folder, { recursive: true, force: true }))
    const first = await startServer({ folder, skills: [untilTold] })
    await using client = await startExampleClient(first.url)
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const id = await first.create('until-told')
    await first.until(id, 'running')
    await page.goto(`${client.url}/run.html?job=${id}`)
    await page.waitForSelector('[data-type="raw.stdout"]')
    await first.kill()
    await page.waitForSelector('[role=status] ::-p-text(Connection lost)')
    await using _second = await startServer({ folder, env: { PORT: new URL(first.url).port } })
    await page.waitForSelector('[data-status=failed]')
    await page.waitForSelector('.problem ::-p-text(ORCHESTRATOR_RESTART_INTERRUPTED)')
    await page.waitForSelector('[role=status]:empty')
    const seen = await page.$$eval('.events li', (rows) => rows.map(({ title }) => Number(title.slice(1).split(' ')[0])))
    assert.deepEqual(
      seen,
      [...new Set(seen)].toSorted((a, b) => a - b),
    )
    assert.ok(seen.length >= 3, seen.join())
  },
  { skip: withoutBrowser },
)
