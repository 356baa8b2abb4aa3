import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, withoutBrowser } from './support/browser.ts'
import { endless, type Heard, judgeThroughDrops } from './support/through-drops.ts'

verifies(
  'stream.public-clients-agree',
  'the EventSource of Chromium that is dropped twice comes back by itself and understands the history, byte for byte',
  async () => {
    await using app = await startApp({ skills: [endless] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(app.url)
    await judgeThroughDrops(app, async (path) => {
      await page.evaluate(follow(path))
      return [
        {
          heard: async () => (await page.evaluate('judge.heard')) as Heard[],
          visits: async () => (await page.evaluate('judge.visits')) as number,
          close: async () => void (await page.evaluate('judge.source.close()')),
        },
      ]
    })
  },
  { skip: withoutBrowser },
)

/** Runs in the page, which the server itself has served: same origin, under its own policy. */
const follow = (path: string): string => `
  globalThis.judge = { heard: [], visits: 0, source: new EventSource(${JSON.stringify(path)}) }
  judge.source.addEventListener('open', () => { judge.visits++ })
  judge.source.addEventListener('chat_event', ({ lastEventId: id, data }) => { judge.heard.push({ id, data }) })
  undefined
`
