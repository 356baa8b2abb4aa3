import assert from 'node:assert/strict'
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { writeAgentSkill } from './support/agent-skill.ts'
import { startApp, untilTold } from './support/app.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { writeLongTalk } from './support/large-runs.ts'
import { install } from './support/packages.ts'
import { startReceiver } from './support/receiver.ts'
import { packageOf } from './support/skills.ts'
import { goOn, says, talkSkill } from './support/talk.ts'
import { writeTokens } from './support/tokens.ts'
import { until } from './support/until.ts'

/** Where the pictures lie until the next run, for people to look at. */
const folder = join(import.meta.dirname, '../../../.cache/pictures')
/** The one of the README; `PICTURE_FOR_README=1` makes it anew. */
const inReadme = join(import.meta.dirname, '../../../docs/pictures/run-page.png')

/** Each page is seen at each width, in both colours, in both languages. */
const views = [360, 768, 1440].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((scheme) => (['en', 'zh'] as const).map((language) => ({ width, scheme, language }))),
)

/** A page by its name, its address, what is on it once it is there, and what a person has done there, if anything. */
interface Shown {
  readonly name: string
  readonly path: string
  readonly sign: string
  readonly done?: (page: Page) => Promise<void>
}

const shown = (name: string, path: string, sign: string, done?: Shown['done']): Shown => ({
  ...{ name, path, sign },
  ...(done ? { done } : {}),
})

const attack = '<img src=x onerror="document.title=1"><script>document.title=2</script>'
const long = 'a-very-long-name-that-nobody-would-like-to-see-cut-off-in-a-table'.slice(0, 64)

const skills = [
  { id: 'failing', sh: 'echo "something went wrong" >&2; exit 3' },
  {
    id: 'hostile',
    files: { 'SKILL.md': `---\nname: hostile\ndescription: '${attack}'\n---\n\nDo what the script does.\n` },
    sh: `cat > "$SKILL_ARTIFACTS_DIR/page.md" <<'END'\n# ${attack}\n\n| a | b |\n|---|---|\n| 1 | 2 |\nEND\nprintf '\\033[31m%s\\033[0m\\n' '${attack}' >&2\ncat > "$SKILL_RESULT_FILE" <<'END'\n${JSON.stringify({ text: attack })}\nEND`,
  },
  {
    id: long,
    sh: 'for i in $(seq 1 3000); do echo "line $i of many, with some words to fill it"; done; echo "{}" > "$SKILL_RESULT_FILE"',
  },
]

const asks = (id: string, ...lines: readonly string[]) =>
  talkSkill(id, [[says(`I need to know something.\n<ASK_USER_YAML>\n${lines.join('\n')}\n</ASK_USER_YAML>`)]])

/** One for each kind of question. */
const questions = [
  asks('choose', 'kind: choose_one', 'prompt: Who is it for?', 'options: [me, my team, everyone who ever reads this]'),
  asks('confirm', 'kind: confirm', 'prompt: Shall I write the report now?'),
  asks('risk', 'kind: risk_ack', 'prompt: This deletes the branch on the server, which nobody can undo.'),
  asks('open', 'kind: open_text', 'prompt: What should the light tell, and to whom?'),
  asks('fields', 'kind: fill_fields', 'prompt: Who are you?', 'required_fields: [name, street, town, country, phone]'),
  asks('files', 'kind: upload_files', 'prompt: Please send the paper and its figures.'),
]

const order = {
  id: 'order',
  sh: 'echo "{}" > "$SKILL_RESULT_FILE"',
  input: {
    type: 'object',
    properties: {
      customer: { type: 'string', title: 'Customer', description: 'Who pays.', minLength: 2, 'x-input-source': 'inline' },
      lines: { type: 'array', minItems: 1, items: { type: 'string' }, 'x-input-source': 'inline' },
      paper: { type: 'string', title: 'The order' },
    },
    required: ['customer', 'lines', 'paper'],
  },
}

/** Its parameters are no schema, and its artifact has no pattern. */
const bad = { id: 'bad', sh: 'true', parameter: { type: 7 }, artifacts: [{ role: 'x' }] }

const broken = { id: 'broken', sh: 'true', parameter: { type: 7 } }

const leaves = {
  id: 'leaves',
  sh: `cd "$SKILL_ARTIFACTS_DIR"
printf 'article,count,price\nscrew,"1,000",0.02\nnut,500,0.01\n' > table.csv
printf '# Report\n\nAll **three** parts are there.\n\n- one\n- two\n\n| part | state |\n|---|---|\n| a | done |\n| b | open |\n\n\`\`\`\nnpm start\n\`\`\`\n' > report.md
echo '{"parts": [{"name": "a", "done": true}, {"name": "b", "done": false}], "total": 2}' > data.json
echo '{}' > "$SKILL_RESULT_FILE"`,
}

/** More than a drawing can show at once: calls of several tools, some of which failed. */
const busySkill = talkSkill('busy', [
  [
    ...Array.from({ length: 30 }, (_, at) => {
      const name = ['shell', 'read_file', 'a_tool_with_quite_a_long_name', 'search'][at % 4]
      const call = (phase: string) => ({ event: { type: 'tool', phase, id: `${at}`, name, input: { command: `step ${at}` } } })
      return [call('started'), call(at % 7 === 6 ? 'failed' : 'completed')]
    }).flat(),
    { write: { path: 'artifacts/notes.md', text: '# Notes\n' } },
    says({ word: 'done' }),
  ],
])

interface Install {
  readonly finished_at: string | null
}

interface Ending {
  readonly finished_at: string | null
  readonly exposed_endpoints_active: boolean
}

/** A task that failed and left a file, a step job that failed, and a service whose port answers. */
async function workIn(app: Pick<Awaited<ReturnType<typeof startApp>>, 'get' | 'post'>) {
  const exec = '/v1/projects/default/exec'
  const start = async (kind: string, asked: object): Promise<string> => {
    const { body } = await app.post<Record<string, string>>(`${exec}/${kind}`, { skill_name: 'failing', ...asked })
    return body['task_id'] ?? body['job_id'] ?? ''
  }
  const task = await start('tasks', {
    command: `echo kept > report.txt; printf '\\033[31m%s\\033[0m\\n' '${attack}' 'getaddrinfo EAI_AGAIN' >&2; exit 3`,
    outputs: [{ path: 'report.txt' }, { path: 'figures/of-last-year.png' }],
  })
  const job = await start('jobs', {
    session_id: 'steps',
    steps: [
      { name: 'list', command: 'ls -l' },
      { name: 'build', command: 'echo "no such target" >&2; exit 2' },
      { command: 'true' },
    ],
  })
  const listen = `node -e "require('http').createServer((asked, answer) => answer.end('hello')).listen(18083, '127.0.0.1')"`
  const service = await start('services', { session_id: 'served', command: listen, expose_ports: [18083] })
  const look = async (path: string) => (await app.get<Ending>(`${exec}/${path}`)).body
  await until('the task has ended', async () => (await look(`tasks/${task}`)).finished_at)
  await until('the job has ended', async () => (await look(`jobs/${job}`)).finished_at)
  await until('its port answers', async () => (await look(`tasks/${service}`)).exposed_endpoints_active)
  return { task, job, service }
}

async function lookAt(page: Page, url: string, pages: readonly Shown[]): Promise<void> {
  for (const { name, path, sign, done } of pages) {
    await page.setViewport({ width: 1440, height: 900 })
    await page.goto(`${url}/ui/${path}`)
    await page.waitForSelector('header select')
    await page.select('header select', 'en')
    await done?.(page)
    await page.waitForSelector(sign)
    await keepPictures(page, name)
  }
}

/** A page as it stands: nothing is loaded again, as when a person turns the screen or changes the language. */
async function keepPictures(page: Page, name: string): Promise<void> {
  for (const { width, scheme, language } of views) {
    await page.setViewport({ width, height: 900 })
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    await page.select('header select', language)
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
    // Nobody has to scroll sideways.
    const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    assert.equal(wide, 0, `${name} is ${wide} px too wide at ${width} px`)
    await page.screenshot({
      path: join(folder, `${name}-${width}-${scheme}-${language}.png`) as `${string}.png`,
      // The one that is kept for longer may take its time.
      optimizeForSpeed: !process.env['PICTURE_FOR_README'],
    })
  }
}

verifies(
  'web.looked-at',
  'every page fits at 360, 768 and 1440 px, light and dark, in both languages; its picture is kept',
  async () => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await using receiver = await startReceiver()
    await using app = await startApp({
      skills: [...skills, ...questions, order, broken, leaves, busySkill, untilTold],
      env: { SKILL_RUNNER_WEBHOOK_ALLOW: '127.0.0.1' },
    })
    writeLongTalk(app.skillsDir, 50_000)
    writeAgentSkill(app.skillsDir)
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.bringToFront()
    await lookAt(page, app.url, [
      shown('runs-empty', 'runs', 'main a'),
      shown('deliveries-empty', 'deliveries', 'main pre'),
      shown('commands-empty', 'exec', 'main pre'),
      shown('changes-empty', 'settings?panel=actions', 'main a[href="/ui/skills"]'),
    ])

    const runDone = await app.run('demo-prime-number', { input: { numbers: [2, 3, 5] }, parameter: { divisor: 5 } })
    const failed = await app.run('failing', { webhook: { url: receiver.url } })
    const hostile = await app.run('hostile')
    const many = await app.run(long)
    const left = await app.run('leaves')
    const talked = await app.run('long-talk')
    const busy = await app.run('busy')
    const talking = { await_upload: false, runtime_options: { execution_mode: 'interactive' } }
    const create = async (skill: string, rest: object = {}) => {
      const id = await app.create(skill, { ...talking, ...rest })
      await app.until(id, 'waiting_user')
      return id
    }
    const waiting = await create('demo-interview')
    const asked = new Map<string, string>()
    for (const { id } of questions) asked.set(id, await create(id, { engine: 'replay' }))
    const worked = await create('agent')
    assert.equal((await goOn(app, worked, 1, 'fast')).status, 'succeeded')
    const going = await app.create('until-told')
    await app.until(going, 'running')
    await until('the delivery was made', () => receiver.got.length === 1)
    const { task, job, service } = await workIn(app)
    for (const version of ['1.0.0', '1.1.0']) {
      const { body } = await install(app, packageOf({ id: 'installed', sh: 'true', version }))
      await until(
        'it is installed',
        async () => (await app.get<Install>(`/v1/skill-packages/${body.request_id}`)).body.finished_at,
      )
    }
    const fileOf = (name: string) => `runs/${left.request_id}?panel=artifacts&file=artifacts%2F${name}`
    await lookAt(page, app.url, [
      shown('runs', 'runs', 'td'),
      shown('runs-dots', 'runs?view=dots', 'svg a[data-run]'),
      shown('run-done', `runs/${runDone.request_id}`, '[role=tabpanel] ::-p-text(largest_prime)'),
      shown('run-failed', `runs/${failed.request_id}`, 'header ::-p-text(SCRIPT_FAILED)'),
      shown('run-hostile', `runs/${hostile.request_id}`, '[role=tabpanel]'),
      shown('run-many', `runs/${many.request_id}?view=all`, '[data-view] [data-kind]'),
      shown('run-waiting', `runs/${waiting}?at=4`, 'mark'),
      shown('run-graph', `runs/${worked}?view=graph`, '.react-flow__node'),
      shown('run-graph-many', `runs/${busy.request_id}?view=graph`, '.react-flow__node:nth-child(30)', (page) =>
        press(page, 'button ::-p-text(Each one by itself)'),
      ),
      shown('run-graph-list', `runs/${worked}?view=graph`, 'ol button', (page) => press(page, 'button ::-p-text(As a list)')),
      shown('run-timeline', `runs/${worked}?view=timeline`, '[data-view] [data-kind]'),
      shown('run-timeline-waiting', `runs/${waiting}?view=timeline`, '[data-view] [data-pending]'),
      shown('run-attempts', `runs/${worked}?panel=attempts`, '[role=tabpanel] dd'),
      shown('run-notices', `runs/${worked}?panel=problems`, '[role=tabpanel] li'),
      shown('run-events', `runs/${talked.request_id}?view=conversation`, '[data-view] [data-kind=end]'),
      shown('run-deliveries', `runs/${failed.request_id}?panel=deliveries`, '[role=tabpanel] li'),
      shown('run-cancel', `runs/${going}`, 'dialog[open]', (page) => press(page, 'header [data-kind=danger]')),
      shown('preview-document', fileOf('report.md'), 'section[aria-label] h1'),
      shown('preview-table', fileOf('table.csv'), 'section[aria-label] td'),
      shown('preview-json', fileOf('data.json'), 'section[aria-label] .w-rjv'),
      ...[...asked].map(([kind, id]) => shown(`ask-${kind}`, `runs/${id}`, '[data-reply] fieldset:not(:disabled)')),
      shown('commands', 'exec', 'td'),
      shown('task', `exec/default/tasks/${task}?stream=stderr`, 'header ::-p-text(NONZERO_EXIT)'),
      shown('service', `exec/default/tasks/${service}`, 'header ::-p-text(Ports answer)'),
      shown('step-jobs', 'exec/default?panel=jobs', 'td'),
      shown('step-job', `exec/default/jobs/${job}`, 'header ::-p-text(STEP_FAILED)'),
      shown('sessions', 'exec/default?panel=sessions', 'tbody button'),
      shown('session-delete', 'exec/default?panel=sessions', 'dialog[open]', (page) => press(page, 'tbody button')),
      shown('skills', 'skills', 'main ::-p-text(demo-echo)'),
      shown('package-problems', 'skills', '[role=alert] li', async (page) => {
        const zip = join(app.folder, 'bad.zip')
        writeFileSync(zip, packageOf(bad))
        const input = await page.waitForSelector('main input[type=file]')
        await (input as unknown as { uploadFile(path: string): Promise<void> } | null)?.uploadFile(zip)
      }),
      shown('skill', 'skills/demo-prime-number', 'form button[type=submit]'),
      shown('skill-schemas', 'skills/demo-prime-number?panel=schemas', '[role=tabpanel] pre'),
      shown('skill-files', 'skills/demo-interview?panel=files&file=SKILL.md', '[role=tabpanel] section pre'),
      shown('skill-versions', 'skills/installed?panel=versions', '[role=tabpanel] td'),
      shown('skill-broken', 'skills/broken', '[role=alert]'),
      shown('skill-form', 'skills/demo-interview', '#field_input_topic'),
      shown('form-errors', 'skills/order', '[data-problem]', async (page) => {
        await page.waitForSelector('#field_input_customer')
        await press(page, 'form button[type=submit]')
      }),
      shown('engines', 'engines', 'main ::-p-text(codex)'),
      shown('deliveries', 'deliveries', 'td'),
      shown('settings', 'settings', 'td ::-p-text(SKILL_RUNNER_DATA_DIR)'),
      shown('settings-log', 'settings?panel=log', '[role=tabpanel] td'),
      shown('settings-changes', 'settings?panel=actions', '[role=tabpanel] td'),
      shown('nowhere', 'nowhere', 'main a'),
    ])
    using tokens = writeTokens([{ name: 'chief', scopes: ['admin'] }])
    await using guarded = await startApp({ env: tokens.env })
    await lookAt(page, guarded.url, [shown('sign-in', '', 'input[type=password]')])
    await using leaving = await startApp()
    const gone = await leaving.run('demo-prime-number', { input: { numbers: [2] }, parameter: { divisor: 5 } })
    await lookAt(page, leaving.url, [
      shown('server-away', `runs/${gone.request_id}`, 'header [role=alert]', async (page) => {
        await page.waitForSelector('[role=tabpanel] ::-p-text(largest_prime)')
        await leaving.stop()
      }),
    ])

    const kept = readdirSync(folder)
    assert.equal(kept.length, 54 * views.length)
    assert.deepEqual(
      kept.filter((name) => statSync(join(folder, name)).size < 2000),
      [],
    )
    if (process.env['PICTURE_FOR_README']) cpSync(join(folder, 'run-waiting-1440-light-en.png'), inReadme)
  },
  { skip: withoutBrowser },
)
