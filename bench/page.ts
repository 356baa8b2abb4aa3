import type { Browser, Page } from 'puppeteer-core'
import { openBrowser, withoutBrowser } from '../packages/server/test/support/browser.ts'
import { type Figure, median } from './figures.ts'
import type { TreeBench } from './measurements.ts'
import { startBenchServer } from './server.ts'

/**
 * How long a person waits for the web page of a server that runs already: from the navigation until the first page has what it shows, a
 * control has reacted, and that is painted. In turns with a small static file of the same server, which is what browser and machine take.
 */
export async function measurePage(bench: TreeBench): Promise<Figure[]> {
  if (withoutBrowser) return [{ id: 'page.first', what: 'the web page', values: [], unit: 'ms' }]
  await using server = await startBenchServer(bench, { plain: true })
  await using browser = await openBrowser()
  const times: Times = { bare: [], first: [], again: [] }
  // The first ones warm up the server and the browser, and do not count.
  for (let turn = -2; turn < bench.count(30); turn++) {
    const taken = await measureTurn(browser, server.address)
    if (turn < 0) continue
    for (const name of ['bare', 'first', 'again'] as const) times[name].push(taken[name])
  }
  const usual = median(times.bare)
  return [
    { id: 'page.first', what: '/ui, first visit, until a control reacts', values: times.first, unit: 'ms', aim: { below: 1000 } },
    { id: 'page.again', what: 'the same with what the browser has kept', values: times.again, unit: 'ms', aim: { below: 1000 } },
    { id: 'page.bare', what: 'a static file of the same server, until painted', values: times.bare, unit: 'ms' },
    { id: 'page.over', what: 'the first visit, over the static file', values: times.first.map((ms) => ms - usual), unit: 'ms' },
  ]
}

interface Times {
  readonly bare: number[]
  readonly first: number[]
  readonly again: number[]
}

/** Each visit to a page is the first of a new profile, so that nothing is in its cache; and then the second of the same one. */
async function measureTurn(browser: Browser, url: string): Promise<{ bare: number; first: number; again: number }> {
  const bare = await visit(browser, [`${url}/ui/icon.svg`], `painted()`)
  const pages = await visit(browser, [`${url}/ui`, `${url}/ui`], untilItReacts)
  return { bare: bare[0] ?? Number.NaN, first: pages[0] ?? Number.NaN, again: pages[1] ?? Number.NaN }
}

async function visit(browser: Browser, urls: readonly string[], done: string): Promise<number[]> {
  const context = await browser.createBrowserContext()
  try {
    const page: Page = await context.newPage()
    await page.evaluateOnNewDocument(`${painted}\n;${done}.then((ms) => { window.measured = ms })`)
    const times: number[] = []
    for (const url of urls) {
      const response = await page.goto(url)
      const status = response?.status() ?? 0
      // 304: it is the one that the browser has kept.
      if (status !== 200 && status !== 304)
        throw new Error(`${url} answered ${status}. Is the web page built? npm start builds it.`)
      await page.waitForFunction('window.measured !== undefined')
      times.push(Number(await page.evaluate('window.measured')))
    }
    return times
  } finally {
    await context.close()
  }
}

/** The time since the navigation began, once the next frame is drawn. */
const painted = `const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))`

/** The first page of a new server lists demos, each with a link. Once they are there, another language is chosen, as a person would. */
const untilItReacts = `new Promise((done) => {
  let isChosen = false
  let before = ''
  const look = () => {
    const choice = document.querySelector('header select')
    if (!isChosen && choice && document.querySelector('main a[href^="/ui/skills/"]')) {
      isChosen = true
      before = document.documentElement.lang
      choice.value = before === 'en' ? 'zh' : 'en'
      choice.dispatchEvent(new Event('change', { bubbles: true }))
    }
    if (isChosen && document.documentElement.lang !== before) {
      watch.disconnect()
      painted().then(done)
    }
  }
  const watch = new MutationObserver(look)
  watch.observe(document, { childList: true, subtree: true, attributes: true })
})`
