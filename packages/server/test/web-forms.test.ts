import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Job, JobResult } from '@agent-skill-runner/contract/job.ts'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'

/** Gives back what it was given: what was entered into its form can be compared as a whole. */
const order = {
  id: 'order',
  js: `import { readFileSync, writeFileSync } from 'node:fs'
const { input, parameter } = JSON.parse(readFileSync('/workspace/input.json', 'utf8'))
const paper = readFileSync('/workspace/uploads/paper', 'utf8')
writeFileSync(process.env.SKILL_RESULT_FILE, JSON.stringify({ who: input.who, shape: input.shape, lines: input.lines, parameter, paper }))`,
  input: {
    type: 'object',
    properties: {
      who: { $ref: '#/$defs/person', title: 'Customer', 'x-input-source': 'inline' },
      shape: {
        title: 'Shape',
        'x-input-source': 'inline',
        oneOf: [
          {
            title: 'Circle',
            type: 'object',
            properties: { radius: { type: 'number', exclusiveMinimum: 0 } },
            required: ['radius'],
          },
          { title: 'Square', type: 'object', properties: { side: { type: 'number' } }, required: ['side'] },
        ],
      },
      lines: {
        type: 'array',
        minItems: 1,
        'x-input-source': 'inline',
        items: {
          type: 'object',
          properties: { article: { type: 'string', pattern: '^[A-Z]+$' }, count: { type: 'integer', default: 1 } },
          required: ['article'],
        },
      },
      paper: { type: 'string', title: 'The order' },
    },
    required: ['who', 'lines', 'paper'],
    $defs: {
      person: {
        type: 'object',
        properties: { name: { type: 'string', minLength: 2 }, mail: { type: 'string', format: 'email' } },
        required: ['name'],
      },
    },
  },
  parameter: { type: 'object', properties: { level: { enum: ['low', 'high'], default: 'low' }, loud: { type: 'boolean' } } },
}

const problemsOn = (page: Page): Promise<string[]> =>
  page.$$eval('[data-problem]', (all) => all.map((one) => (one as unknown as { textContent: string }).textContent))

async function type(page: Page, selector: string, text: string): Promise<void> {
  const element = await page.waitForSelector(selector)
  await element?.type(text)
}

async function attach(page: Page, path: string): Promise<void> {
  const input = await page.waitForSelector('form input[type=file]')
  await (input as unknown as { uploadFile(path: string): Promise<void> } | null)?.uploadFile(path)
}

for (const { language, missing, short, pattern, run } of [
  {
    language: 'en',
    missing: 'This is required.',
    short: 'At least 2 characters.',
    pattern: 'This does not match the pattern ^[A-Z]+$.',
    run: 'Run',
  },
  { language: 'zh', missing: '必填。', short: '至少 2 个字符。', pattern: '不符合格式 ^[A-Z]+$。', run: '运行' },
])
  verifies(
    'web.forms',
    `a person fills a nested form and is told at each field what is wrong, here and by the server, and nothing is lost (${language})`,
    async () => {
      await using app = await startApp({ skills: [order] })
      await using browser = await openBrowser()
      const page = await browser.newPage()
      const failures: string[] = []
      page.on('pageerror', (error) => failures.push(String(error)))
      await page.goto(`${app.url}/ui/skills/order`)
      await page.waitForSelector('header select')
      await page.select('header select', language)
      await page.waitForSelector(`form button[type=submit] ::-p-text(${run})`)
      await page.waitForSelector('#field_input_who_name')

      await press(page, 'form button[type=submit]')
      await page.waitForSelector('[data-problem]')
      assert.deepEqual(await problemsOn(page), [missing, missing, missing])

      await type(page, '#field_input_who_name', 'B')
      await page.waitForSelector(`[data-problem] ::-p-text(${short})`)
      await type(page, '#field_input_who_name', 'o')
      await type(page, '#field_input_lines_0_article', 'screw')
      await page.select('#field_input_shape__oneof_select', '1')
      await type(page, '#field_input_shape_side', '2.5')
      await press(page, '#field_parameter_loud')
      const paper = join(app.folder, 'paper.txt')
      writeFileSync(paper, 'An order of screws.')
      await attach(page, paper)
      await press(page, 'form button[type=submit]')

      // Patterns are matched by the server alone.
      await page.waitForSelector(`[data-problem] ::-p-text(${pattern})`)
      assert.deepEqual(await problemsOn(page), [pattern])
      await page.reload()
      await page.waitForSelector('#field_input_lines_0_article')
      assert.equal(await page.$eval('#field_input_shape_side', (one) => (one as unknown as { value: string }).value), '2.5')
      await attach(page, paper)
      await page.$eval('#field_input_lines_0_article', (one) => (one as unknown as { select(): void }).select())
      await type(page, '#field_input_lines_0_article', 'SCREW')
      await press(page, 'form button[type=submit]')
      await page.waitForFunction("location.pathname.startsWith('/ui/runs/')")
      const id = page.url().split('/').at(-1) ?? ''
      await app.until(id, 'succeeded')
      const { body } = await app.get<{ result: JobResult }>(`/v1/jobs/${id}/result`)
      assert.deepEqual(body.result.data, {
        who: { name: 'Bo' },
        shape: { side: 2.5 },
        lines: [{ article: 'SCREW', count: 1 }],
        parameter: { level: 'low', loud: true },
        paper: 'An order of screws.',
      })
      assert.deepEqual(failures, [])
    },
    { skip: withoutBrowser },
  )

verifies(
  'web.forms',
  'options and a webhook are entered too, a bad one is told beside it, and what JSON cannot be read stays as it was typed',
  async () => {
    await using app = await startApp()
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/skills/demo-echo`)
    await page.waitForSelector('#field_input_text')
    await press(page, 'form summary ::-p-text(More options)')
    await type(page, 'input[name="webhook.url"]', 'ftp://example.com/?key=secret')
    await type(page, 'input[name=timeout_sec]', '77')
    await press(page, 'form button[type=submit]')
    await page.waitForSelector('[data-problem] ::-p-text(http)')
    const commands = await page.$$eval('form pre', (all) => all.map((one) => one.textContent).join('\n'))
    assert.match(commands, /"timeout_sec":77/)
    assert.doesNotMatch(commands, /key=secret/)

    await page.$eval('input[name="webhook.url"]', (one) => (one as unknown as { select(): void }).select())
    await page.keyboard.press('Backspace')
    await page.select('form select', 'json')
    const area = 'form textarea'
    await type(page, area, 'oops')
    await page.waitForSelector('[data-problem] ::-p-text(not valid JSON)')
    await press(page, 'form button[type=submit]')
    assert.match(await page.$eval(area, (one) => (one as unknown as { value: string }).value), /oops/)
    await page.$eval(area, (one) => (one as unknown as { select(): void }).select())
    await type(page, area, '{"input":{"text":"as JSON"}}')
    await press(page, 'form button[type=submit]')
    await page.waitForFunction("location.pathname.startsWith('/ui/runs/')")
    const job = await app.until(page.url().split('/').at(-1) ?? '', 'succeeded')
    assert.deepEqual([job.skill_id, job.engine] satisfies [Job['skill_id'], Job['engine']], ['demo-echo', 'replay'])
  },
  { skip: withoutBrowser },
)

for (const { language, notObject, notJson } of [
  { language: 'en', notObject: 'must be one JSON object', notJson: 'not valid JSON' },
  { language: 'zh', notObject: '必须是一个 JSON 对象', notJson: '不是有效的 JSON' },
])
  verifies(
    'web.engine-settings',
    `settings of an engine are entered as JSON, checked, kept and sent with the job, and are in its commands (${language})`,
    async () => {
      await using app = await startApp()
      await using browser = await openBrowser()
      const page = await browser.newPage()
      const sent: unknown[] = []
      page.on('request', (request) => {
        const isJob = request.method() === 'POST' && new URL(request.url()).pathname === '/v1/jobs'
        if (isJob) sent.push(JSON.parse(request.postData() ?? ''))
      })
      await page.goto(`${app.url}/ui/skills/demo-echo`)
      await page.waitForSelector('header select')
      await page.select('header select', language)
      await page.waitForSelector('#field_input_text')
      // Nobody knows yet whose settings they would be.
      assert.equal(await page.$('textarea[name=settings]'), null)
      const engine = await page.waitForSelector('form fieldset select')
      await engine?.select('codex')
      await page.waitForSelector('textarea[name=settings]')
      await press(page, 'form fieldset details summary')
      await type(page, 'textarea[name=settings]', '[1')
      await page.waitForSelector(`[data-problem] ::-p-text(${notJson})`)
      await type(page, 'textarea[name=settings]', ']')
      await page.waitForSelector(`[data-problem] ::-p-text(${notObject})`)
      await press(page, 'form button[type=submit]')
      await page.$eval('textarea[name=settings]', (one) => (one as unknown as { select(): void }).select())
      await type(page, 'textarea[name=settings]', '{"model_verbosity": "low"}')
      await page.waitForFunction("!document.querySelector('[data-problem]')")
      await page.waitForFunction(
        `document.querySelector('form pre').textContent.includes('"codex_config":{"model_verbosity":"low"}')`,
      )

      await page.reload()
      await page.waitForSelector('textarea[name=settings]')
      const kept = await page.$eval('textarea[name=settings]', (one) => (one as unknown as { value: string }).value)
      assert.equal(kept, '{"model_verbosity": "low"}')
      await page.waitForSelector('#field_input_text')
      await press(page, 'form button[type=submit]')
      // Codex is not installed here, so the server rejects the job; what it was sent counts.
      await page.waitForSelector('[role=alert] ::-p-text(ENGINE_NOT_READY)')
      assert.deepEqual(sent, [
        {
          ...{ skill_id: 'demo-echo', input: { text: 'Hello' }, parameter: { normalize: false }, engine: 'codex' },
          ...{ codex_config: { model_verbosity: 'low' }, await_upload: false },
          runtime_options: { execution_mode: 'auto' },
        },
      ])
    },
    { skip: withoutBrowser },
  )
