import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { micromark } from 'micromark'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'

/** The title of the page of a run, with nothing added to it. */
const ofRun = /^job_\w+…\w+ · Runs · Agent Skill Runner$/

const attack = '<img src=x onerror="document.title=String.fromCharCode(104)"><script>document.title="hit"</script>'

/** Whatever a person of bad will can get onto the page: names, texts, results, output. */
const hostile = {
  id: 'hostile',
  files: { 'SKILL.md': `---\nname: hostile\ndescription: '${attack}'\n---\n\nDo what the script does.\n` },
  sh: `cat > "$SKILL_ARTIFACTS_DIR/<img src=x onerror=alert(1)>.md" <<'END'\n# ${attack}\n[link](javascript:alert(1))\nEND\nprintf '\\033[31m%s\\033[0m\\n' '${attack}' >&2\ncat > "$SKILL_RESULT_FILE" <<'END'\n${JSON.stringify({ text: attack })}\nEND`,
}

verifies(
  'web.shows-nothing-as-markup',
  'HTML and scripts in names, texts, results and output are shown and never run',
  async () => {
    await using app = await startApp({ skills: [hostile] })
    await using browser = await openBrowser()
    const { request_id: id } = await app.run('hostile')
    const page = await browser.newPage()
    const dialogs: string[] = []
    page.on('dialog', async (dialog) => {
      dialogs.push(dialog.message())
      await dialog.dismiss()
    })
    await page.goto(`${app.url}/ui/skills`)
    await page.waitForSelector('main ::-p-text(onerror)')
    await page.goto(`${app.url}/ui/runs/${id}`)
    for (const [tab, sign] of [
      ['result', 'onerror'],
      ['artifacts', 'onerror'],
      ['files', 'result.json'],
      ['stderr', 'onerror'],
    ]) {
      await press(page, `[role=tab][data-name=${tab}]`)
      await page.waitForSelector(`[role=tabpanel] ::-p-text(${sign})`)
      assert.equal(await page.evaluate("document.querySelectorAll('main img, main script, a[href^=javascript]').length"), 0, tab)
    }
    assert.match(await page.title(), ofRun)
    assert.deepEqual(dialogs, [])
    // The same text as markup would have been stopped by the policy of the page as well.
    await page.evaluate(`document.querySelector('main').innerHTML = ${JSON.stringify(attack)}`)
    await page.waitForSelector('main img')
    assert.match(await page.title(), ofRun)
    // In a page without a policy it runs.
    await page.goto('about:blank')
    await page.evaluate(`document.body.innerHTML = ${JSON.stringify(attack)}`)
    await page.waitForFunction('document.title === "h"')
  },
  { skip: withoutBrowser },
)

const mark = (name: string) => `void(top.document.title+=',${name}')`

/** Every way that we know of to get something to run, or to reach somebody, by a document. */
const document = [
  `<script>${mark('script')}</script>`,
  `<img src=x onerror="${mark('image')}">`,
  `<svg><script>${mark('svg')}</script></svg> <svg onload="${mark('onload')}"></svg>`,
  `<iframe srcdoc="<script>${mark('frame')}</script>"></iframe>`,
  `<details open ontoggle="${mark('details')}"><summary>more</summary></details>`,
  '<style>* { display: none }</style>',
  `[press me](javascript:${encodeURI(mark('link'))}) [or me](JaVaScRiPt:${encodeURI(mark('case'))})`,
  `<a href="javascript:${mark('anchor')}">or me</a>`,
  '![far](http://far.test/beacon.png) ![near](data:image/svg+xml,<svg/onload=alert(1)>)',
  '<img src="http://far.test/pixel.png"> <link rel="stylesheet" href="http://far.test/x.css">',
  'The end.',
].join('\n\n')

/** Called a PDF and a picture, and markup all the same. */
const disguised = `<!doctype html><script>${mark('disguised')}</script><p>not what it says</p>`

const documented = {
  id: 'documented',
  sh: `printf '%s' '${disguised.replaceAll("'", `'"'"'`)}' | tee "$SKILL_ARTIFACTS_DIR/fake.pdf" > "$SKILL_ARTIFACTS_DIR/fake.png"\ncat > "$SKILL_ARTIFACTS_DIR/report.md" <<'END'\n${document}\nEND\necho '{}' > "$SKILL_RESULT_FILE"`,
}

verifies(
  ['web.shows-nothing-as-markup', 'web.previews'],
  'nothing in a Markdown document runs or reaches another host; with a renderer that keeps its HTML all of it does',
  async () => {
    await using app = await startApp({ skills: [documented] })
    await using browser = await openBrowser()
    const { request_id: id } = await app.run('documented')
    const page = await browser.newPage()
    const asked: string[] = []
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (/^https?:$/.test(protocol)) asked.push(host)
    })
    await page.goto(`${app.url}/ui/runs/${id}`)
    await press(page, '[role=tab][data-name=artifacts]')
    await press(page, 'li button ::-p-text(fake.pdf)')
    await page.waitForSelector('iframe[title="artifacts/fake.pdf"]')
    await press(page, 'li button ::-p-text(fake.png)')
    await page.waitForSelector('section ::-p-text(The browser cannot show this file)')
    await press(page, 'li button ::-p-text(report.md)')
    const text = 'section[aria-label="artifacts/report.md"]'
    await page.waitForSelector(`${text} ::-p-text(The end.)`)
    const active = `${text} :is(img, script, svg, iframe, details, style, link, a[target])`
    assert.deepEqual(await page.$$eval(active, (found) => found.map(({ outerHTML }) => outerHTML)), [])
    await page.evaluate(`for (const one of document.querySelectorAll('${text} :is(a, span)')) if (!one.download) one.click()`)
    assert.match(await page.title(), ofRun)
    assert.deepEqual([...new Set(asked)], [new URL(app.url).host])

    // The same document by a renderer that keeps HTML and addresses as they are, as many do.
    const html = micromark(document, { allowDangerousHtml: true, allowDangerousProtocol: true })
    const show = `document.body.append(document.createRange().createContextualFragment(${JSON.stringify(html)}))`
    const links = 'a[href^=javascript i]'
    const has = (name: string) => `document.title.split(',').includes('${name}')`
    // On our page its policy would still stop all that runs.
    await page.evaluate(show)
    await page.$$eval(links, (found) => found.map((link) => (link as unknown as { click(): void }).click()))
    await page.waitForSelector('iframe')
    assert.match(await page.title(), ofRun)
    // In a page without a policy it runs, and asks other hosts.
    await page.goto('about:blank')
    asked.length = 0
    await page.setContent(html)
    for (const name of ['script', 'image', 'svg', 'onload', 'frame', 'details']) await page.waitForFunction(has(name))
    for (const name of ['link', 'case', 'anchor']) {
      await press(page, `a[href*="${name}"]`)
      await page.waitForFunction(has(name))
    }
    await page.setContent(disguised)
    await page.waitForFunction(has('disguised'))
    assert.ok(asked.includes('far.test'), asked.join())
  },
  { skip: withoutBrowser },
)

/** As the renderer of our page draws it, behind its sanitiser or without. */
const drawn = (...manner: readonly 'guarded'[]): string =>
  execFileSync(process.execPath, [drawer, ...manner], { input: document, encoding: 'utf8' })
const drawer = fileURLToPath(new URL('../../web/test/draw-markdown.mjs', import.meta.url))

verifies(
  'web.shows-nothing-as-markup',
  'it is the sanitiser of our own renderer that stops a document: without it, the same renderer lets the attack through',
  async () => {
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const has = (name: string) => `document.title.split(',').includes('${name}')`
    await page.setContent(drawn('guarded'))
    await page.waitForSelector('::-p-text(The end.)')
    assert.deepEqual([await page.title(), await page.$$(':is(script, svg, iframe, details, [onerror], [onload])')], ['', []])
    await page.setContent(drawn())
    // Markup within a line comes in pieces, so drawings are left out here.
    for (const name of ['script', 'image', 'frame', 'details']) await page.waitForFunction(has(name))
    await press(page, 'a[href*="anchor"]')
    await page.waitForFunction(has('anchor'))
  },
  { skip: withoutBrowser },
)
