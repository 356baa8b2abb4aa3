import assert from 'node:assert/strict'
import type { Page } from 'puppeteer-core'
import { thorough } from '../../../test/thorough.ts'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { findings } from './support/axe.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { framesDuring, heapOf, scroll } from './support/frames.ts'
import { longLog, writeLongTalk } from './support/large-runs.ts'

const mebibyte = 1024 * 1024
const countOf = (page: Page, selector: string): Promise<number> => page.$$eval(selector, (found) => found.length)

verifies(
  ['web.stays-smooth', 'web.accessible'],
  'a run with very many events is loaded, scrolled and searched with little memory and few rows drawn',
  async (context) => {
    const events = thorough ? 50_000 : 10_000
    await using app = await startApp()
    writeLongTalk(app.skillsDir, events)
    const { request_id: id } = await app.run('long-talk')
    const newest = await app.get<{ count: number }>(`/v1/jobs/${id}/events/history?from_seq=${events}&limit=1`)
    assert.equal(newest.body.count, 1)
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const list = '[data-view]'
    await page.goto(`${app.url}/ui/skills`)
    await page.waitForSelector('main')
    const before = await heapOf(page)
    const began = performance.now()
    const loading = await framesDuring(page, async () => {
      await page.evaluate(`history.pushState({}, '', '/ui/runs/${id}')`)
      await page.waitForSelector(`${list} ::-p-text(Succeeded)`)
    })
    const loadedMs = Math.round(performance.now() - began)
    const scrolling = await framesDuring(page, () => scroll(page, list, 200))
    assert.ok((await countOf(page, `${list} [data-kind]`)) < 200)
    await press(page, '[role=tab][data-name=all]')
    const everything = await framesDuring(page, () => scroll(page, list, 200))
    assert.ok((await countOf(page, `${list} [data-kind]`)) < 200)
    const jumping = await framesDuring(page, async () => {
      await page.type('input[type=search]', 'folder-1234')
      await page.keyboard.press('Enter')
      await page.waitForSelector('[data-selected] ::-p-text(folder-1234)')
    })
    await press(page, 'button ::-p-text(Next problem)')
    await page.waitForSelector('[data-selected] [data-phase=failed]')
    const heap = (await heapOf(page)) - before
    context.diagnostic(`${events} events: ${loadedMs} ms to load, ${(heap / mebibyte).toFixed(1)} MiB of heap more than before`)
    context.diagnostic(`frames: ${JSON.stringify({ loading, scrolling, everything, jumping })}`)
    assert.ok(heap < events * 1500, `${heap} bytes`)
    assert.deepEqual(await findings(page), [])
  },
  { skip: withoutBrowser },
)

verifies(
  'web.stays-smooth',
  'a log of 200 MB is read by ranges, at its end, in its middle and at a line that a link names, with little memory',
  async (context) => {
    const bytes = thorough ? 200_000_000 : 20_000_000
    await using app = await startApp({ skills: [longLog(bytes)] })
    const { request_id: id } = await app.run('long-log')
    await using browser = await openBrowser()
    const page = await browser.newPage()
    let received = 0
    const client = await page.createCDPSession()
    await client.send('Network.enable')
    client.on('Network.dataReceived', ({ dataLength }) => {
      received += dataLength
    })
    await page.goto(`${app.url}/ui/runs/${id}`)
    await press(page, '[role=tab][data-name=stderr]')
    const last = `line ${bytes / 100 - 1} `
    await page.waitForSelector(`[role=log] ::-p-text(${last})`)
    await page.waitForFunction(`(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight > scrollHeight - 20)(
      document.querySelector('[role=log]'))`)
    const before = await heapOf(page)
    const scrolling = await framesDuring(page, () => scroll(page, '[role=log]', 200))
    await press(page, 'button ::-p-text(Earlier)')
    const jumping = await framesDuring(page, () => scroll(page, '[role=log]', 50))
    const drawn = await countOf(page, '[role=log] [data-piece] > div')
    assert.ok(drawn < 1500, `${drawn} lines are drawn`)
    // A line in the middle, which begins at a byte that is easy to tell.
    const byte = bytes / 2
    await page.goto(`${app.url}/ui/runs/${id}?line=stderr.1.${byte}`)
    await page.waitForSelector(`[data-marked] ::-p-text(line ${byte / 100} )`)
    assert.equal(await countOf(page, '[data-marked]'), 1)
    await page.waitForFunction(`(() => {
      const [line, log] = ['[data-marked]', '[role=log]'].map((one) => document.querySelector(one).getBoundingClientRect())
      return line.top >= log.top && line.bottom <= log.bottom
    })()`)
    const heap = await heapOf(page)
    context.diagnostic(
      `${bytes / 1e6} MB: ${(received / mebibyte).toFixed(1)} MiB received, heap ${(heap / mebibyte).toFixed(1)} MiB`,
    )
    context.diagnostic(`frames: ${JSON.stringify({ scrolling, jumping })}`)
    assert.ok(heap < before + 40 * mebibyte && heap < 80 * mebibyte, `${heap} bytes`)
    assert.ok(received < bytes / 2 || !thorough, `${received} bytes were received`)
  },
  { skip: withoutBrowser },
)
