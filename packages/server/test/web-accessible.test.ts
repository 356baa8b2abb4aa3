import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { findings } from './support/axe.ts'
import { openBrowser, withoutBrowser } from './support/browser.ts'
import { writeTokens } from './support/tokens.ts'

const failing = { id: 'failing', sh: 'echo "something went wrong" >&2; exit 3' }

verifies(
  'web.accessible',
  'nothing serious keeps people with a screen reader, a keyboard or weak eyes from any page, light or dark, wide or narrow',
  async () => {
    await using app = await startApp({ skills: [failing] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const empty: [string, string] = ['runs', 'main ::-p-text(Nothing has run yet)']
    const look = async ([path, sign]: [string, string]) => {
      await page.goto(`${app.url}/ui/${path}`)
      await page.waitForSelector(sign)
      return (await findings(page)).map((finding) => `${path}: ${finding}`)
    }
    assert.deepEqual(await look(empty), [])

    const done = await app.run('demo-prime-number', { input: { numbers: [2] }, parameter: { divisor: 5 } })
    const failed = await app.run('failing')
    const asks = await app.create('demo-interview', { await_upload: false, runtime_options: { execution_mode: 'interactive' } })
    await app.until(asks, 'waiting_user')
    const pages: [string, string][] = [
      ['runs', 'td ::-p-text(demo-interview)'],
      [`runs/${done.request_id}`, '[role=tabpanel] ::-p-text(largest_prime)'],
      [`runs/${failed.request_id}`, 'header ::-p-text(SCRIPT_FAILED)'],
      [`runs/${asks}?at=4`, 'mark'],
      [`runs/${asks}?view=timeline&panel=attempts`, '[role=tabpanel] td'],
      [`runs/${asks}?view=graph&panel=stdout`, '[role=log] [data-piece]'],
      // Narrow, a panel in the address hides what happened.
      [`runs/${asks}?view=graph`, '.react-flow__node'],
      [`runs/${asks}?view=timeline`, '[data-view] [data-pending]'],
      [`runs/${done.request_id}?view=all&panel=artifacts`, 'section[aria-label] .w-rjv'],
      ['skills', 'main ::-p-text(demo-echo)'],
      ['skills/demo-prime-number', 'form button[type=submit]'],
      ['skills/demo-prime-number?panel=schemas', '[role=tabpanel] pre'],
      ['skills/demo-prime-number?panel=files&file=SKILL.md', '[role=tabpanel] section pre'],
      ['runs?view=dots', 'svg a[data-run]'],
      ['skills/demo-interview', '#field_input_topic'],
      ['deliveries', 'main pre'],
      ['engines', 'main ::-p-text(codex)'],
      ['settings', 'td ::-p-text(SKILL_RUNNER_DATA_DIR)'],
      ['settings?panel=log', '[role=tabpanel] td'],
      ['nowhere', 'main ::-p-text(no such page)'],
    ]
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 360],
    ] as const) {
      await page.setViewport({ width, height: 800 })
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      for (const one of pages) assert.deepEqual(await look(one), [], `${scheme}, ${width} px`)
    }
  },
  { skip: withoutBrowser },
)

verifies(
  'web.accessible',
  'nor from signing in',
  async () => {
    using tokens = writeTokens([{ name: 'chief', scopes: ['admin'] }])
    await using app = await startApp({ env: tokens.env })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui`)
    await page.waitForSelector('input[type=password]')
    assert.deepEqual(await findings(page), [])
    // What would be found is found.
    await page.evaluate("document.body.append(document.createElement('img'))")
    assert.match((await findings(page)).join(), /^image-alt img /)
  },
  { skip: withoutBrowser },
)
