import type { Page } from 'puppeteer-core'

export interface Frames {
  readonly count: number
  /** Frames that came more than 50 ms after the one before, in percent. */
  readonly latePercent: number
  readonly longestMs: number
}

/** Counts the frames of a page while something is done with it. */
export async function framesDuring(page: Page, act: () => Promise<unknown>): Promise<Frames> {
  await page.evaluate(`(() => {
    const gaps = (window.gaps = [])
    let last = performance.now()
    window.isCounting = true
    const tick = (now) => { gaps.push(now - last); last = now; if (window.isCounting) requestAnimationFrame(tick) }
    requestAnimationFrame(tick)
  })()`)
  await act()
  const gaps = (await page.evaluate('window.isCounting = false, window.gaps')) as number[]
  const late = gaps.filter((gap) => gap > 50).length
  return {
    count: gaps.length,
    latePercent: Math.round((1000 * late) / Math.max(gaps.length, 1)) / 10,
    longestMs: Math.round(Math.max(0, ...gaps)),
  }
}

/** Scrolls an element from place to place, one frame for each. */
export const scroll = (page: Page, selector: string, steps: number): Promise<unknown> =>
  page.evaluate(`(async () => {
    const list = document.querySelector(${JSON.stringify(selector)})
    for (let at = 0; at <= ${steps}; at += 1) {
      list.scrollTop = (list.scrollHeight - list.clientHeight) * at / ${steps}
      await new Promise(requestAnimationFrame)
    }
  })()`)

/** Bytes of live objects of the page, after what can go has gone. */
export async function heapOf(page: Page): Promise<number> {
  const client = await page.createCDPSession()
  await client.send('HeapProfiler.collectGarbage')
  const { JSHeapUsedSize = 0 } = await page.metrics()
  await client.detach()
  return JSHeapUsedSize
}
