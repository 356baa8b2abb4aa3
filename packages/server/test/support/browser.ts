import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { launch, type Page } from 'puppeteer-core'
import { thorough } from '../../../../test/thorough.ts'

/** Chromium as the system has it; null: it has none. */
const chromium: string | null =
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'chromium'))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    }) ?? null

/** Why tests with a browser are left out here; where every test counts they run, and fail, without one. */
export const withoutBrowser: string | false = chromium === null && !thorough && 'there is no chromium on this machine'

/** A machine that does much else takes its time. */
const patienceMs = 300_000

/** A browser with a profile of its own that reaches nothing but this machine. */
export async function openBrowser() {
  if (chromium === null) throw new Error('There is no chromium on the PATH. Install the package chromium.')
  const browser = await launch({
    executablePath: chromium,
    timeout: 180_000,
    protocolTimeout: 600_000,
    args: [
      // Its own sandbox refuses to work for root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE 127.0.0.2',
    ],
  })
  const newPage = async () => {
    const page = await launched()
    page.setDefaultTimeout(patienceMs)
    // Long lists have only those rows that can be seen.
    await page.setViewport({ width: 1280, height: 900 })
    return page
  }
  const launched = browser.newPage.bind(browser)
  return Object.assign(browser, { newPage, [Symbol.asyncDispose]: () => browser.close() })
}

/** At once when it is there: a click by the mouse waits for the page to be painted, which a busy machine puts off. */
export async function press(page: Page, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector)
  await element?.evaluate((one) => (one as unknown as { click(): void }).click())
}
