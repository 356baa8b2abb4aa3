import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { launch } from 'puppeteer-core'
import { thorough } from '../../../../test/thorough.ts'

/** Chromium as the system has it; null: it has none. */
export const chromium: string | null =
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
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
  return Object.assign(browser, { [Symbol.asyncDispose]: () => browser.close() })
}
