import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { block, env, says, talking } from './support/conversations.ts'
import { masked, maskedText, startExampleClient } from './support/example-client.ts'
import type { TestSkill } from './support/skills.ts'

async function openPage(browser: Awaited<ReturnType<typeof openBrowser>>, url: string): Promise<Page & { problems: string[] }> {
  const page = await browser.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(url)
  return Object.assign(page, { problems })
}

async function write(page: Page, selector: string, text: string): Promise<void> {
  await (await page.waitForSelector(selector))?.type(text)
}

async function choose(page: Page, selector: string, file: string): Promise<void> {
  await (await page.waitForSelector(selector))?.uploadFile(file)
}

const textOf = (page: Page, selector: string): Promise<string> => page.$eval(selector, (element) => element.textContent ?? '')

const readsPaper: TestSkill = {
  id: 'reads-paper',
  input: { type: 'object', properties: { paper: { type: 'string', 'x-input-source': 'file' } }, required: ['paper'] },
  sh: 'printf \'{"paper": "%s"}\' "$(cat uploads/paper)" > "$SKILL_RESULT_FILE"',
}

verifies(
  'client.runs-skills',
  'a person runs a script with a file and reads what it left, in Chinese; a job whose upload is rejected takes another one',
  async () => {
    await using app = await startApp({ skills: [readsPaper] })
    await using client = await startExampleClient(app.url)
    await using browser = await openBrowser()
    const page = await openPage(browser, client.url)
    const file = join(client.folder, 'numbers.txt')
    writeFileSync(file, '7\n14\n')
    await press(page, 'header button')
    await page.waitForSelector('h1 ::-p-text(技能)')
    await press(page, 'a[href="form.html?skill=demo-prime-number"]')
    await page.waitForSelector('legend ::-p-text(输入)')
    await page.select('[name=engine]', 'codex')
    await page.waitForSelector('[name=model] option[value="gpt-6.1-sol@low"]')
    await page.select('[name=model]', 'gpt-6.1-sol@low')
    await page.waitForSelector('[name=effort] option[value=xhigh]')
    await page.select('[name=engine]', '')
    await page.waitForFunction('document.querySelectorAll("[name=model] option").length === 1')
    await write(page, '[name="parameter.divisor"]', '7')
    await choose(page, 'input[type=file]', file)
    await press(page, 'form button[type=submit]')
    await page.waitForSelector('[data-status=succeeded]')
    await page.waitForSelector('section li ::-p-text(artifacts/report.md)')
    const result = JSON.parse(await textOf(page, 'main pre'))
    assert.deepEqual(result, {
      ...{ count: 7, primes: [2, 17, 97, 7], prime_count: 4, divisor: 7, divisible_count: 3, largest_prime: 97 },
    })
    const address = await page.$eval('section li a', (link) => (link as unknown as { href: string }).href)
    assert.equal(await (await fetch(address)).text(), '[2,17,97,7]\n')

    await page.goto(`${client.url}/form.html?skill=reads-paper`)
    // As in a browser that does not check forms by itself.
    await page.waitForSelector('form')
    await page.evaluate('document.querySelector("form").noValidate = true')
    await press(page, 'form button[type=submit]')
    await page.waitForSelector('.problem ::-p-text(INPUT_FILE_MISSING)')
    await press(page, '.problem + a')
    await page.waitForSelector('[data-status=queued]')
    await choose(page, 'input[type=file]', file)
    await press(page, 'form button[type=submit]')
    await page.waitForSelector('[data-status=succeeded]')
    await page.waitForSelector('main pre ::-p-text(14)')
    assert.deepEqual(page.problems, ['Failed to load resource: the server responded with a status of 400 (Bad Request)'])
  },
  { skip: withoutBrowser },
)

/** One question of each kind. */
const asksAll = talking(
  'asks-all',
  [says(block('kind: choose_one', 'prompt: Who is it for?', 'options: [me, <b>all</b>]'))],
  [says(block('kind: confirm', 'prompt: Sure?'))],
  [says(block('kind: risk_ack', 'prompt: It may break.'))],
  [says(block('kind: open_text', 'prompt: What for?'))],
  [says(block('kind: fill_fields', 'prompt: Who are you?', 'required_fields: [name, town]'))],
  [says(block('kind: upload_files', 'prompt: Your paper?'))],
)

const reply = (interaction_id: number, response: unknown) => ({
  at: 'TIME',
  action: 'reply',
  request: {
    method: 'POST',
    path: '/v1/jobs/JOB/interaction/reply',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'KEY' },
    body: { interaction_id, response },
  },
  response: { status: 200, body: { request_id: 'JOB', status: 'queued', accepted: true } },
})

/** No engine here could ask a model, and the skill says what it would say. */
const played = {
  code: 'RECORDING_PLAYED',
  message:
    'No engine that could ask a model is ready: a recording that the skill ships is played. To ask a model, install an engine and sign in.',
  level: 'warning',
  normalization_level: null,
  details: null,
}

const recorded = [
  {
    at: 'TIME',
    action: 'create',
    request: {
      method: 'POST',
      path: '/v1/jobs',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'KEY' },
      body: {
        skill_id: 'asks-all',
        input: {},
        parameter: {},
        runtime_options: { execution_mode: 'interactive', no_cache: true },
      },
    },
    response: { status: 200, body: { request_id: 'JOB', cache_hit: false, status: 'queued' } },
  },
  reply(1, '<b>all</b>'),
  reply(2, true),
  reply(3, false),
  reply(4, 'To see it.'),
  reply(5, { name: 'Ada', town: 'London' }),
  {
    ...reply(6, null),
    request: {
      method: 'POST',
      path: '/v1/jobs/JOB/interaction/reply',
      headers: { 'content-type': 'multipart/form-data', 'idempotency-key': 'KEY' },
      body: {
        parts: [
          { name: 'metadata', value: { interaction_id: 6, response: null } },
          {
            ...{ name: 'paper.txt', filename: 'paper.txt', type: 'text/plain', size: 5 },
            sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
          },
        ],
      },
    },
  },
  {
    at: 'TIME',
    action: 'result_read',
    request: { method: 'GET', path: '/v1/jobs/JOB/result', headers: {}, body: null },
    response: {
      status: 200,
      body: {
        request_id: 'JOB',
        result: {
          ...{ status: 'succeeded', data: { ok: true }, artifacts: [], normalization_level: null },
          ...{ validation_warnings: [played], error: null, usage: null },
        },
      },
    },
  },
]

const sentText = ({ method, path, headers, body }: (typeof recorded)[number]['request']): string =>
  [
    `${method} ${path}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ['', JSON.stringify(body, null, 2)]),
  ].join('\n')

verifies(
  ['client.runs-skills', 'client.records', 'client.for-its-own-pages'],
  'a person chooses the mode, answers every kind of question, and replays what was recorded step by step',
  async () => {
    await using app = await startApp({ skills: [asksAll], env })
    await using client = await startExampleClient(app.url)
    await using browser = await openBrowser()
    const page = await openPage(browser, `${client.url}/form.html?skill=asks-all`)
    await page.waitForSelector('form')
    assert.deepEqual(await page.$$eval('[name=execution_mode] option', (all) => all.map((one) => one.value)), [
      'auto',
      'interactive',
    ])
    await page.select('[name=execution_mode]', 'interactive')
    await page.evaluate('document.querySelector("[name=no_cache]").click()')
    await press(page, 'form button[type=submit]')
    // What a run says is text: its markup is on the button, and not in the page.
    await page.waitForSelector('[data-kind=choose_one] button')
    assert.deepEqual(await page.$$eval('.question button', (all) => all.map((one) => one.textContent)), ['me', '<b>all</b>'])
    await press(page, '[data-kind=choose_one] button:nth-child(2)')
    await press(page, '[data-kind=confirm] button')
    await press(page, '[data-kind=risk_ack] button:nth-child(2)')
    await write(page, '[data-kind=open_text] textarea', 'To see it.')
    await press(page, '[data-kind=open_text] button[type=submit]')
    await write(page, '[data-kind=fill_fields] [name=name]', 'Ada')
    await write(page, '[data-kind=fill_fields] [name=town]', 'London')
    await press(page, '[data-kind=fill_fields] button[type=submit]')
    const paper = join(client.folder, 'paper.txt')
    writeFileSync(paper, 'hello')
    await choose(page, '[data-kind=upload_files] input', paper)
    await press(page, '[data-kind=upload_files] button[type=submit]')
    await page.waitForSelector('main pre ::-p-text("ok": true)')
    await page.waitForSelector('section li ::-p-text(a recording that the skill ships is played)')
    const id = new URL(page.url()).searchParams.get('job') ?? ''
    assert.deepEqual(masked(client.recordingOf(id), id), { steps: recorded })

    await press(page, 'a[href^="replay.html"]')
    for (const [index, { request, response }] of recorded.entries()) {
      await page.waitForSelector(`h1 ::-p-text(Step ${index + 1} of ${recorded.length})`)
      const shown = await page.$$eval('.sides pre', (all) => all.map((one) => one.textContent ?? ''))
      assert.deepEqual(
        shown.map((text) => maskedText(text, id)),
        [sentText(request), `200\n\n${JSON.stringify(response.body, null, 2)}`],
      )
      await press(page, 'main button ::-p-text(Next)')
    }
    await press(page, 'main button ::-p-text(Previous)')
    await page.waitForSelector(`h1 ::-p-text(Step ${recorded.length - 1} of ${recorded.length})`)
    assert.match(page.url(), new RegExp(`&step=${recorded.length - 1}$`))
    assert.deepEqual([page.problems, await page.$$('main b')], [[], []])
  },
  { skip: withoutBrowser },
)
