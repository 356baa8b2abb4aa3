import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobAccepted } from '@agent-skill-runner/contract/job.ts'
import type { RunList } from '@agent-skill-runner/contract/management.ts'
import type { RunRequest } from '@agent-skill-runner/contract/run.ts'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { startApp, untilTold } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { temporaryFolder } from './support/folder.ts'
import { startReceiver } from './support/receiver.ts'
import { inlineInputs } from './support/skills.ts'
import { interactive, replayOnly, says, talkSkill } from './support/talk.ts'
import { until } from './support/until.ts'

const writes = { id: 'writes', sh: 'printf "a,b\\n" > "$SKILL_ARTIFACTS_DIR/table.csv"; echo "{}" > "$SKILL_RESULT_FILE"' }
const fails = { id: 'fails', sh: 'exit 3' }

const textsOf = (page: Page, selector: string): Promise<string[]> =>
  page.$$eval(selector, (found) => found.map((one) => one.textContent ?? ''))
const valueIn = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (one) => (one as unknown as { value: string }).value)
const idIn = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1) ?? ''

verifies(
  'web.actions',
  'a person cancels a run after a question, lets another run again, and downloads all of it',
  async (context) => {
    const folder = await temporaryFolder(context)
    await using app = await startApp({ skills: [untilTold, writes] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const session = await page.createCDPSession()
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder })

    const going = await app.create('until-told')
    await app.until(going, 'running')
    await page.goto(`${app.url}/ui/runs/${going}`)
    await press(page, 'header button ::-p-text(Cancel the run)')
    await page.waitForSelector('dialog[open] ::-p-text(What it has written so far is kept)')
    await press(page, 'dialog[open] button ::-p-text(Let it run)')
    await page.waitForSelector('dialog:not([open])')
    assert.equal((await app.job(going)).status, 'running')
    await press(page, 'header button ::-p-text(Cancel the run)')
    await press(page, 'dialog[open] button ::-p-text(Cancel the run)')
    await page.waitForSelector('h1 ::-p-text(Canceled)')
    assert.equal((await app.job(going)).status, 'canceled')

    const { request_id: first } = await app.run('writes')
    await page.goto(`${app.url}/ui/runs/${first}`)
    await press(page, 'header button ::-p-text(Run again)')
    await page.waitForFunction(`location.pathname.startsWith('/ui/runs/') && !location.pathname.endsWith('${first}')`)
    await page.waitForSelector('h1 ::-p-text(Succeeded)')
    assert.deepEqual([(await app.job(idIn(page))).skill_id, (await app.job(idIn(page))).cache_hit], ['writes', false])

    assert.deepEqual(await page.$$('header ::-p-text(from the cache)'), [])
    const again = { runtime_options: { no_cache: false } }
    await app.run('writes', again)
    const { request_id: cached } = await app.run('writes', again)
    await page.goto(`${app.url}/ui/runs/${cached}`)
    await page.waitForSelector('header ::-p-text(from the cache)')

    await press(page, 'header a[href$="/bundle"]')
    // A browser reserves the name with an empty file.
    const downloaded = (ending: string) =>
      until(`${ending} is there`, () => {
        const name = readdirSync(folder).find((one) => one.endsWith(ending))
        const bytes = name === undefined ? Buffer.alloc(0) : readFileSync(join(folder, name))
        return bytes.length > 0 ? bytes : null
      })
    assert.equal((await downloaded('.zip')).subarray(0, 2).toString(), 'PK')

    await page.waitForSelector('header a[title^="A signed statement of what ran"]')
    await press(page, 'header a[href$="/receipt"]')
    assert.deepEqual(
      JSON.parse((await downloaded('-receipt.json')).toString()),
      (await app.get(`/v1/jobs/${idIn(page)}/receipt`)).body,
    )

    assert.equal(await page.$('header button ::-p-text(Download as recording)'), null)
    const { request_id: played } = await app.run('demo-echo', { engine: 'replay', model: 'default', input: { text: 'hi' } })
    await page.goto(`${app.url}/ui/runs/${played}`)
    await press(page, 'header button ::-p-text(Download as recording)')
    const recording = await downloaded('replay.recording.json')
    const { body } = await app.get(`/v1/jobs/${played}/recording`)
    assert.deepEqual(JSON.parse(recording.toString()), body)
  },
  { skip: withoutBrowser },
)

const word = {
  type: 'object',
  properties: { word: { type: 'string', 'x-input-source': 'inline' } },
}

verifies(
  'web.actions',
  'a run with changes has what the earlier one had: input, engine, model, mode, options and webhook; an address that was cut is told',
  async () => {
    await using receiver = await startReceiver()
    const steps = [says({ word: 'done', __SKILL_DONE__: true })]
    const talks = talkSkill('talks', [steps], {
      input: word,
      files: { 'assets/replay/other.json': JSON.stringify({ turns: [{ steps }] }) },
    })
    const large = { id: 'large', sh: 'echo "{}" > "$SKILL_RESULT_FILE"', input: inlineInputs('text') }
    await using app = await startApp({
      skills: [talks, large],
      env: { ...replayOnly, SKILL_RUNNER_WEBHOOK_ALLOW: '127.0.0.1' },
    })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const { request_id: first } = await app.run('talks', {
      ...{ engine: 'replay', model: 'other', input: { word: 'hello' } },
      runtime_options: { ...interactive, timeout_sec: 77, debug: true, output_repair: 'off' },
      webhook: { url: `${receiver.url}?key=secret`, events: ['job.failed', 'job.succeeded'] },
    })
    const requestOf = async (id: string) => (await app.get<RunRequest>(`/v1/management/runs/${id}/request`)).body
    const asked = {
      ...{ skill_id: 'talks', engine: 'replay', model: 'other', effort: null },
      runtime_options: { execution_mode: 'interactive', timeout_sec: 77, debug: true, output_repair: 'off', no_cache: true },
      has_engine_config: false,
      webhook: { url: receiver.url, url_is_whole: false, events: ['job.failed', 'job.succeeded'], secret_ref: null },
    }
    assert.deepEqual(await requestOf(first), { ...asked, request_id: first })

    await page.goto(`${app.url}/ui/runs/${first}`)
    await press(page, 'header a ::-p-text(Run with changes)')
    await page.waitForSelector('#field_input_word')
    await page.waitForSelector('main ::-p-text(had a password or a query)')
    await page.waitForFunction("document.querySelector('select[aria-label=Model]')?.value === 'other'")
    const shown = [
      await valueIn(page, '#field_input_word'),
      await valueIn(page, 'select[aria-label=Engine]'),
      await valueIn(page, 'select[aria-label=Mode]'),
      await valueIn(page, '[name=timeout_sec]'),
      await valueIn(page, '[name="webhook.url"]'),
    ]
    assert.deepEqual(shown, ['hello', 'replay', 'interactive', '77', receiver.url])
    await (await page.waitForSelector('#field_input_word'))?.type(' again')
    await press(page, 'form button[type=submit]')
    await page.waitForFunction(`location.pathname.startsWith('/ui/runs/') && !location.pathname.endsWith('${first}')`)
    const second = idIn(page)
    await app.until(second, 'succeeded')
    assert.deepEqual(await requestOf(second), {
      ...{ ...asked, request_id: second },
      webhook: { ...asked.webhook, url_is_whole: true },
    })

    // Short to send and long to keep, more than the server shows of a file: nothing is filled in, and the page says so.
    const numbers = Array(60_000).fill('1e20').join()
    const body = `{"skill_id": "large", "await_upload": false, "input": {"text": [${numbers}]}}`
    const { request_id: much } = (await app.post<JobAccepted>('/v1/jobs', body, { prefer: 'wait=240' })).body
    await page.goto(`${app.url}/ui/skills/large?from=${much}`)
    await page.waitForSelector('main ::-p-text(is larger than 1 MiB, so it is not filled in)')
  },
  { skip: withoutBrowser },
)

verifies(
  'web.actions',
  'runs are filtered, searched by id, skill and error code, paged to older ones and back, and appear as they come',
  async () => {
    await using app = await startApp({ skills: [writes, fails] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const { request_id: failed } = await app.run('fails')
    const ids: string[] = []
    for (let at = 0; at < 5; at++) {
      ids.push(...(await Promise.all(Array.from({ length: 11 }, () => app.create('writes')))))
      await Promise.all(ids.map((id) => app.until(id, 'succeeded')))
    }
    const rows = () => page.$$eval('tbody tr', (all) => all.length)
    await page.goto(`${app.url}/ui/runs`)
    await page.waitForFunction("document.querySelectorAll('tbody tr').length === 50")
    const newest = await textsOf(page, 'tbody code')
    await press(page, 'nav a ::-p-text(Older)')
    await page.waitForFunction("document.querySelectorAll('tbody tr').length === 6")
    assert.ok((await textsOf(page, 'tbody a')).includes('fails'))
    await press(page, 'nav a ::-p-text(Newer)')
    await page.waitForFunction("document.querySelectorAll('tbody tr').length === 50")
    assert.deepEqual(await textsOf(page, 'tbody code'), newest)
    assert.equal(await page.$('nav a ::-p-text(Newer)'), null)

    await page.select('select[aria-label="Filter by status"]', 'failed')
    await page.waitForFunction("document.querySelectorAll('tbody tr').length === 1 && location.search === '?status=failed'")
    await page.select('select[aria-label="Filter by status"]', '')
    await page.select('select[aria-label="Filter by skill"]', 'fails')
    await page.waitForFunction("document.querySelectorAll('tbody tr').length === 1 && location.search === '?skill=fails'")
    await page.select('select[aria-label="Filter by skill"]', '')
    for (const text of [failed.slice(-8), 'fail', 'script_fa']) {
      await page.goto(`${app.url}/ui/runs`)
      await (await page.waitForSelector('main input[type=search]'))?.type(text)
      await page.waitForFunction("document.querySelectorAll('tbody tr').length === 1")
      await page.waitForSelector('tbody ::-p-text(SCRIPT_FAILED)')
    }

    // A new one comes by itself.
    const { runs } = (await app.get<RunList>('/v1/management/runs?q=script_fa')).body
    assert.equal(runs.length, await rows())
    await app.run('fails')
    await page.waitForFunction("document.querySelectorAll('tbody tr').length === 2")
  },
  { skip: withoutBrowser },
)
