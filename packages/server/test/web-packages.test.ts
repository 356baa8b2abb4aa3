import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { geminiCli } from '../src/engines/gemini/cli.ts'
import { startApp } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { openStandIn } from './support/registry.ts'
import { packageOf } from './support/skills.ts'
import { geminiVersion } from './support/stand-in-engines.ts'

const good = { id: 'good', sh: 'echo "{}" > "$SKILL_RESULT_FILE"', version: '1.0.0' }
/** Its parameters are no schema, and its artifact has no pattern. */
const bad = { id: 'bad', sh: 'true', parameter: { type: 7 }, artifacts: [{ role: 'x' }] }

async function drop(page: Page, folder: string, name: string, zip: Buffer): Promise<void> {
  const path = join(folder, name)
  writeFileSync(path, zip)
  const input = await page.waitForSelector('main input[type=file]')
  await (input as unknown as { uploadFile(path: string): Promise<void> } | null)?.uploadFile(path)
}

verifies(
  'web.packages-and-engines',
  'a person installs a package, reads every problem of a bad one, takes a skill out of use and restores it',
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/skills`)

    await drop(page, app.folder, 'bad.zip', packageOf(bad))
    await page.waitForSelector('[role=alert] ::-p-text(Nothing was installed)')
    const problems = await page.$$eval('[role=alert] li', (all) => all.map((one) => one.textContent ?? ''))
    assert.ok(problems.length >= 2, problems.join('\n'))
    assert.deepEqual(
      [(await app.get('/v1/skills/bad')).status, problems.some((text) => text.includes('runner.json'))],
      [404, true],
    )

    await drop(page, app.folder, 'good.zip', packageOf(good))
    await page.waitForSelector('[role=status] ::-p-text(good 1.0.0 is installed)')
    await drop(page, app.folder, 'good-2.zip', packageOf({ ...good, version: '1.1.0' }))
    await page.waitForSelector('[role=status] ::-p-text(good 1.1.0 is installed)')
    await press(page, '[role=status] a[href="/ui/skills/good"]')
    await press(page, '[role=tab][data-name=files]')
    await press(page, '[role=tabpanel] button ::-p-text(assets/runner.json)')
    await page.waitForSelector('[role=tabpanel] section pre')
    const file = await page.$eval(
      '[role=tabpanel] section pre',
      (one) => JSON.parse(one.textContent ?? '') as { version: string },
    )
    assert.equal(file.version, '1.1.0')
    assert.equal(new URL(page.url()).search, '?panel=files&file=assets%2Frunner.json')
    await press(page, '[role=tab][data-name=versions]')
    await press(page, '[role=tabpanel] button ::-p-text(Use this one)')
    await page.waitForFunction("document.querySelector('h1')?.textContent.includes('1.0.0')")

    // The panel is in the address: whoever opens it sees the same.
    assert.equal(new URL(page.url()).search, '?panel=versions')
    await page.reload()
    await page.waitForSelector('[role=tabpanel] th ::-p-text(Installed)')
    await press(page, '[role=tabpanel] button ::-p-text(Remove from use)')
    await page.waitForSelector('dialog[open] h2 ::-p-text(Remove the skill good from use?)')
    await press(page, 'dialog[open] button ::-p-text(Keep it)')
    assert.equal((await app.get('/v1/skills/good')).status, 200)
    await press(page, '[role=tabpanel] button ::-p-text(Remove from use)')
    await press(page, 'dialog[open] button ::-p-text(Remove from use)')
    await page.waitForSelector('[role=alert] ::-p-text(There is no skill with this name)')
    await page.select('header select', 'zh')
    await page.waitForSelector('[role=alert] ::-p-text(没有安装这个技能)')
    await press(page, 'main button ::-p-text(使用这个版本)')
    await page.waitForSelector('[role=tab][data-name=run]')
    assert.equal((await app.get('/v1/skills/good')).status, 200)
  },
  { skip: withoutBrowser },
)

verifies(
  'web.packages-and-engines',
  'while a package is sent, to be looked at and to be installed, the page tells how much of it has been sent',
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/skills`)
    await page.waitForSelector('main input[type=file]')
    await page.evaluate(`{
      window.told = [0]
      const tell = () => window.told.push(document.querySelector('main progress')?.value ?? 0)
      new MutationObserver(tell).observe(document.body, { subtree: true, childList: true, attributes: true })
    }`)
    await page.emulateNetworkConditions({ offline: false, download: 10_000_000, upload: 1_000_000, latency: 0 })
    const large = { ...good, id: 'large', files: { 'data/numbers.txt': randomBytes(1_500_000).toString('hex') } }
    await drop(page, app.folder, 'large.zip', packageOf(large))
    await page.waitForSelector('[role=status] ::-p-text(large 1.0.0 is installed)')
    const told = (await page.evaluate('window.told')) as number[]
    const isBetween = (least: number, most: number) => told.some((part) => part > least && part < most)
    assert.deepEqual([isBetween(0, 0.5), isBetween(0.5, 1)], [true, true], told.join(' '))
  },
  { skip: withoutBrowser },
)

verifies(
  'web.packages-and-engines',
  'a person installs an engine, probes it, and goes back to the version before',
  async () => {
    const versions = { [geminiCli.pinned]: geminiVersion(geminiCli.pinned), '99.0.0': geminiVersion('99.0.0') }
    await using registry = await openStandIn({ [geminiCli.npm]: versions }, { npm: 'quick' })
    await using app = await startApp({ env: { ...registry.env, SKILL_RUNNER_ENGINES: 'gemini' } })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/engines`)
    await press(page, '[data-engine=gemini] button ::-p-text(Install)')
    await page.waitForSelector('main ::-p-text(It is installed.)')
    await page.waitForSelector('main ::-p-text(./skill-runner engine login gemini)')
    await press(page, '[data-engine=gemini] button ::-p-text(Probe)')
    await page.waitForSelector('main ::-p-text(It was probed.)')
    await page.waitForSelector(`main summary ::-p-text(What ${geminiCli.pinned} can do)`)
    await page.waitForSelector('main ::-p-text(takes the options we use)')
    await press(page, '[data-engine=gemini] button ::-p-text(Upgrade)')
    await page.waitForSelector('main ::-p-text(It is up to date.)')
    await press(page, `[data-engine=gemini] button ::-p-text(Back to ${geminiCli.pinned})`)
    await page.waitForSelector('[data-engine=gemini] button ::-p-text(Back to 99.0.0)')
  },
  { skip: withoutBrowser },
)

verifies(
  'web.server-sentences',
  'a person who reads Chinese learns in Chinese why an engine is not ready, and what is wrong with a package',
  async () => {
    await using app = await startApp({ env: { SKILL_RUNNER_ENGINES: 'gemini, iflow' } })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/engines`)
    await page.waitForSelector('header select')
    await page.select('header select', 'zh')
    await page.waitForSelector('[data-engine=gemini] ::-p-text(没有安装。安装命令：./skill-runner engine install gemini)')
    await page.waitForSelector('[data-engine=iflow] ::-p-text(厂商已终止它的服务)')
    await page.waitForSelector('[data-engine=codex] ::-p-text(没有在此服务器上启用)')

    await page.goto(`${app.url}/ui/skills`)
    await drop(page, app.folder, 'bad.zip', packageOf(bad))
    await page.waitForSelector('[role=alert] li')
    assert.deepEqual(await page.$$eval('[role=alert] li', (all) => all.map((one) => one.textContent ?? '')), [
      'assets/runner.json artifacts[0].pattern 不是 artifacts/ 之内的模式：为空。',
      'assets/parameter.schema.json type 必须是 "object"。',
      'assets/parameter.schema.json /type 必须是允许的值之一。',
    ])
    await drop(page, app.folder, 'good.zip', packageOf(good))
    await page.waitForSelector('[role=status] ::-p-text(已安装 good 1.0.0。)')
    await drop(page, app.folder, 'bad-again.zip', packageOf(bad))
    await page.waitForSelector('[role=alert] ::-p-text(没有安装任何内容)')
    // English readers get what the server says.
    await page.select('header select', 'en')
    await page.waitForSelector('[role=alert] li ::-p-text(is not a pattern inside artifacts/: it is empty.)')
  },
  { skip: withoutBrowser },
)
