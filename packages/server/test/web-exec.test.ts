import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'puppeteer-core'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { findings } from './support/axe.ts'
import { openBrowser, press, withoutBrowser } from './support/browser.ts'
import { temporaryFolder } from './support/folder.ts'
import { startServer } from './support/server.ts'
import { writeTokens } from './support/tokens.ts'
import { until } from './support/until.ts'

const tool = { id: 'tool', files: { 'data/hello.txt': 'hello\n' }, sh: 'echo "{}"' }
const exec = '/v1/projects/default/exec'
const attack = '<img src=x onerror="document.title=1"><script>document.title=2</script>'

interface Task {
  readonly task_id: string
  readonly status: string
  readonly finished_at: string | null
}

interface Service extends Task {
  readonly exposed_endpoints: readonly [{ readonly url: string }]
  readonly exposed_endpoints_active: boolean
  readonly stdout: { readonly text: string }
}

type Client = Pick<Awaited<ReturnType<typeof startApp>>, 'get' | 'post'>

const start = async (app: Client, command: string, more: object = {}): Promise<string> =>
  (await app.post<Task>(`${exec}/tasks`, { skill_name: 'tool', command, ...more })).body.task_id

const ended = (app: Client, id: string): Promise<Task> =>
  until(`${id} has ended`, async () => {
    const { body } = await app.get<Task>(`${exec}/tasks/${id}`)
    return body.finished_at !== null && body
  })

const textOf = (page: Page, selector: string): Promise<string> =>
  page.$eval(selector, (one) => (one as unknown as { innerText: string }).innerText)

/** As the page does: the token for a cookie. */
async function signIn(page: Page, url: string, token: string): Promise<void> {
  await page.goto(`${url}/ui`)
  const exchange = async (secret: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/v1/session', { method: 'POST', headers, body: JSON.stringify({ token: secret }) })).status
  }
  assert.equal(await page.evaluate(exchange, token), 200)
}

/** What a service would be sent that was at another port of the host of the page: the page leads there as to a service. */
async function cookieOfPage(page: Page): Promise<string> {
  const cookies: string[] = []
  const beside = createServer(({ headers }, answer) => {
    cookies.push(headers.cookie ?? 'none')
    answer.end('hello')
  })
  beside.listen(0, new URL(page.url()).hostname)
  await once(beside, 'listening')
  try {
    const { port } = beside.address() as AddressInfo
    await Promise.all([page.waitForNavigation(), page.evaluate(`location.port = ${port}`)])
    return cookies[0] ?? ''
  } finally {
    beside.closeAllConnections()
    beside.close()
  }
}

const rowOf = (owner: string): string => `tr[data-owner="${owner}"]`

const shows = (page: Page, selector: string, text: string) => page.waitForSelector(`${selector} ::-p-text(${text})`)

verifies(
  'web.commands',
  'a command is run from the page and waited for, or started as a task, whose output, state and exit code come live',
  async () => {
    await using app = await startApp({ skills: [tool] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/exec`)
    await page.waitForSelector('option ::-p-text(tool)')
    assert.equal(new URL(page.url()).pathname, '/ui/exec/default')
    await page.select('form[aria-label] select', 'tool')
    await page.type('textarea', 'cat data/hello.txt; echo bad >&2; exit 3')
    await press(page, 'button[type=submit]:not([disabled]) ::-p-text(Run and wait)')
    await shows(page, 'form section[aria-label=stdout]', 'hello')
    assert.match(await textOf(page, 'form [role=status]:has(+ [data-code])'), /Failed\s+exit code 3/)
    assert.match(await textOf(page, 'form section[aria-label=stderr]'), /bad/)

    // What was entered is still there after a look elsewhere.
    await page.goto(`${app.url}/ui/runs`)
    await page.goto(`${app.url}/ui/exec`)
    await page.waitForSelector('option ::-p-text(tool)')
    const entered = await page.$eval('textarea', (one) => (one as unknown as { value: string }).value)
    assert.equal(entered, 'cat data/hello.txt; echo bad >&2; exit 3')
    await press(page, 'textarea')
    await page.$eval('textarea', (one) => (one as unknown as { select(): void }).select())
    await page.type('textarea', 'echo first; while [ ! -e go ]; do sleep 0.05; done; echo last; exit 4')
    await press(page, 'form button ::-p-text(Start as a task)')
    await shows(page, '[role=log]', 'first')
    await shows(page, 'h1', 'Running')
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    await app.post(`${exec}/commands`, { skill_name: 'tool', command: 'touch ../skill/go', workdir: 'beside' })
    await shows(page, '[role=log]', 'last')
    await shows(page, 'header', 'exit code 4')
    await shows(page, 'header', 'NONZERO_EXIT')
    assert.equal((await ended(app, id)).status, 'failed')
  },
  { skip: withoutBrowser },
)

verifies(
  'web.commands',
  'a task is canceled and a session deleted only after the person has confirmed it, and filters are in the address',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const [id, other] = [
      await start(app, 'echo up; sleep 1000', { session_id: 'one' }),
      await start(app, 'true', { session_id: 'two' }),
    ]
    await ended(app, other)
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/exec/default?session=one`)
    await shows(page, 'td', 'echo up')
    assert.equal((await page.$$('tbody tr')).length, 1)
    await page.goto(`${app.url}/ui/exec/default/tasks/${id}`)
    await shows(page, '[role=log]', 'up')
    await press(page, 'header button ::-p-text(Cancel the task)')
    await press(page, 'dialog[open] button ::-p-text(Let it run)')
    assert.equal((await app.get<Task>(`${exec}/tasks/${id}`)).body.status, 'running')
    await press(page, 'header button ::-p-text(Cancel the task)')
    await press(page, 'dialog[open] button ::-p-text(Cancel the task)')
    await shows(page, 'h1', 'Canceled')
    await shows(page, 'header', 'CANCELED_BY_USER')

    await page.goto(`${app.url}/ui/exec/default?panel=sessions`)
    await shows(page, 'td', 'two')
    await press(page, 'tr:has(a[href$="session=two"]) button')
    await press(page, 'dialog[open] button ::-p-text(Delete)')
    await until('it is gone', async () => (await app.get(`${exec}/sessions/two`)).status === 404)
    await page.waitForSelector('a[href$="session=two"]', { hidden: true })
    assert.equal((await page.$$('tbody tr')).length, 1)
  },
  { skip: withoutBrowser },
)

verifies(
  'web.commands',
  'sessions of two owners have one name: an administrator deletes the one that was pressed, anybody else sees a button only beside their own',
  async () => {
    using tokens = writeTokens([
      { name: 'blue', scopes: ['run'] },
      { name: 'chief', scopes: ['admin'] },
    ])
    await using app = await startApp({ skills: [tool], env: tokens.env })
    const command = { skill_name: 'tool', command: 'true' }
    for (const name of ['blue', 'chief']) assert.equal((await app.post(`${exec}/commands`, command, tokens.as(name))).status, 200)
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const lookAs = async (name: string) => {
      await signIn(page, app.url, tokens.tokenOf(name))
      await page.goto(`${app.url}/ui/exec/default?panel=sessions`)
      await page.waitForSelector(`${rowOf(name)} button`)
    }
    await lookAs('blue')
    assert.equal((await page.$$('tbody tr')).length, 2)
    assert.equal((await page.$$('tbody tr button:not(dialog *)')).length, 1)

    await lookAs('chief')
    await press(page, `${rowOf('blue')} button`)
    await shows(page, 'dialog[open] h2', 'Delete the session default of blue?')
    await press(page, 'dialog[open] button ::-p-text(Delete)')
    await page.waitForSelector(rowOf('blue'), { hidden: true })
    const left = await app.get<{ sessions: { owner: string }[] }>(`${exec}/sessions`, tokens.as('chief'))
    assert.deepEqual(
      left.body.sessions.map(({ owner }) => owner),
      ['chief'],
    )
  },
  { skip: withoutBrowser },
)

verifies(
  'web.commands',
  'the page of a step job shows what its steps print as they go on, and cancels it once the person has confirmed it',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const { body } = await app.post<{ job_id: string }>(`${exec}/jobs`, {
      skill_name: 'tool',
      steps: [
        { name: 'build', command: 'echo first; while [ ! -e go ]; do sleep 0.05; done; echo last' },
        { name: 'stay', command: 'echo second; sleep 1000' },
        { name: 'never', command: 'true' },
      ],
    })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/exec/default/jobs/${body.job_id}`)
    await shows(page, 'ol section[aria-label="build: stdout"]', 'first')
    assert.equal((await textOf(page, 'ol section[aria-label="build: stdout"]')).trim(), 'first')
    await app.post(`${exec}/commands`, { skill_name: 'tool', command: 'touch ../skill/go', workdir: 'beside' })
    await shows(page, 'ol section[aria-label="build: stdout"]', 'last')
    await shows(page, 'ol section[aria-label="stay: stdout"]', 'second')
    const states = () =>
      page.$$eval('ol > li', (all) => all.map((one) => one.textContent?.match(/Succeeded|Running|Pending|Canceled|Skipped/)?.[0]))
    await until('the states are shown', async () => (await states()).join() === 'Succeeded,Running,Pending')

    await press(page, 'header button ::-p-text(Cancel the job)')
    await press(page, 'dialog[open] button ::-p-text(Let it run)')
    const job = async () => (await app.get<Task>(`${exec}/jobs/${body.job_id}`)).body
    assert.equal((await job()).status, 'running')
    await press(page, 'header button ::-p-text(Cancel the job)')
    await press(page, 'dialog[open] button ::-p-text(Cancel the job)')
    await shows(page, 'h1', 'Canceled')
    await shows(page, 'header', 'CANCELED_BY_USER')
    await until('the states are shown', async () => (await states()).join() === 'Succeeded,Canceled,Skipped')
    assert.equal((await job()).status, 'canceled')
  },
  { skip: withoutBrowser },
)

verifies(
  'web.commands',
  'why a task, a command and a step failed is told with its details, the walls they ran into and the files they left, in both languages',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const command = 'echo kept > made.txt; echo "getaddrinfo EAI_AGAIN api.example" >&2; exit 3'
    const id = await start(app, command, { outputs: [{ path: 'made.txt' }, { path: 'gone.txt' }] })
    const late = await start(app, 'sleep 1000', { timeout_sec: 1, session_id: 'late' })
    const unwanted = await start(app, 'sleep 1000', { session_id: 'unwanted' })
    await app.post(`${exec}/tasks/${unwanted}:cancel`, { reason: 'nobody reads it' })
    const steps = [{ command: 'true' }, { name: 'build', command: 'exit 4' }]
    const { body: job } = await app.post<{ job_id: string }>(`${exec}/jobs`, { skill_name: 'tool', steps, session_id: 'steps' })
    for (const one of [id, late, unwanted]) await ended(app, one)
    await until('the job has ended', async () => (await app.get<Task>(`${exec}/jobs/${job.job_id}`)).body.finished_at !== null)

    await using browser = await openBrowser()
    const page = await browser.newPage()
    const facts = (within: string) =>
      page.$$eval(`${within} [data-code] dl > div`, (all) =>
        all.map((one) => [...one.children].map((part) => part.textContent).join(': ')),
      )
    const listed = (label: string) =>
      page.$$eval(`ul[aria-label="${label}"] li`, (all) => all.map((one) => one.textContent?.replace(/\s+/g, ' ')))
    const look = async (path: string) => {
      await page.goto(`${app.url}/ui/exec/default/${path}`)
      await page.waitForSelector('main [data-code] dl')
    }
    await look(`tasks/${id}`)
    assert.deepEqual(await facts('header'), ['Exit code: 3'])
    assert.deepEqual(await listed('What of the sandbox it ran into'), [
      'blocked by the sandbox policy: commands have no network; do not try another way',
    ])
    assert.deepEqual(await listed('Files that it left'), ['made.txt 5 B', 'gone.txt not kept · there is no such file'])
    const kept = await page.$eval('ul a[download]', (one) => (one as unknown as { href: string }).href)
    assert.equal(await (await fetch(kept)).text(), 'kept\n')
    await look(`tasks/${late}`)
    assert.deepEqual(await facts('header'), ['Time limit in seconds: 1'])
    await look(`tasks/${unwanted}`)
    assert.deepEqual(await facts('header'), ['Reason: nobody reads it'])
    await look(`jobs/${job.job_id}`)
    const stepTask = await page.$eval('ol > li:nth-child(2) a', (one) => one.getAttribute('href')?.split('/').at(-1))
    assert.deepEqual(await facts('header'), [
      ...['Step: 2', 'Name of the step: build', `Task: ${stepTask}`],
      'Its error: NONZERO_EXIT',
    ])
    assert.deepEqual(await facts('ol > li:nth-child(2)'), ['Exit code: 4'])

    await page.select('header select', 'zh')
    await look(`tasks/${id}`)
    assert.deepEqual(await facts('header'), ['退出码: 3'])
    assert.deepEqual(await listed('遇到的沙箱限制'), ['被沙箱策略阻止：命令没有网络；请勿尝试其他途径。'])
    assert.deepEqual(await listed('留下的文件'), ['made.txt 5 B', 'gone.txt 未保存 · 没有这个文件。'])

    // A command that was waited for has the same.
    await page.goto(`${app.url}/ui/exec/default`)
    await page.waitForSelector('option ::-p-text(tool)')
    await page.select('form[aria-label] select', 'tool')
    await page.type('textarea', 'mount -t tmpfs none /mnt; exit 5')
    await press(page, 'button[type=submit]:not([disabled])')
    await page.waitForSelector('form [data-code] dl')
    assert.deepEqual(await facts('form'), ['退出码: 5'])
  },
  { skip: withoutBrowser },
)

verifies(
  'web.commands',
  'the page of a service shows where its ports are, and whether they answer',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const command = `node -e "require('http').createServer((asked, answer) => answer.end('hello')).listen(18081, '127.0.0.1')"`
    const { body } = await app.post<Task>(`${exec}/services`, { skill_name: 'tool', command, expose_ports: [18081] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${app.url}/ui/exec/default/tasks/${body.task_id}`)
    await shows(page, 'header', 'Ports answer')
    const url = await page.$eval('header a[href^="http://127.0.0.2:"]', (one) => (one as unknown as { href: string }).href)
    assert.equal(await (await fetch(url)).text(), 'hello')
    await app.post(`${exec}/services/${body.task_id}:cancel`)
    await shows(page, 'h1', 'Canceled')
    await shows(page, 'header', 'Ports do not answer')

    // Services can be listed without the tasks around them.
    const id = await start(app, 'true', { session_id: 'other' })
    await ended(app, id)
    await page.goto(`${app.url}/ui/exec/default`)
    await page.waitForSelector(`a[href$="${id}"]`)
    await page.select('select[aria-label="Filter by kind"]', 'service')
    await page.waitForSelector(`a[href$="${id}"]`, { hidden: true })
    assert.deepEqual(await page.$$eval('tbody a', (all) => all.map((one) => one.getAttribute('href')?.split('/').at(-1))), [
      body.task_id,
    ])
    assert.equal(new URL(page.url()).search, '?kind=service')
  },
  { skip: withoutBrowser },
)

verifies(
  'exec.ports-no-session',
  'a service that a person opens in a browser is not sent the session of the page',
  async () => {
    using tokens = writeTokens([{ name: 'chief', scopes: ['admin'] }])
    await using app = await startApp({ skills: [tool], env: tokens.env })
    const as = tokens.as('chief')
    const tells = 'asked.url === "/" && console.log("cookie: " + (asked.headers.cookie || "none"))'
    const command = `node -e 'require("http").createServer((asked, answer) => { ${tells}; answer.end("hello") }).listen(18082)'`
    const asked = { skill_name: 'tool', command, expose_ports: [18082] }
    const { body } = await app.post<Task>(`${exec}/services`, asked, as)
    const look = async () => (await app.get<Service>(`${exec}/tasks/${body.task_id}`, as)).body
    const service = await until('its port answers', async () => (await look()).exposed_endpoints_active && (await look()))
    const [{ url }] = service.exposed_endpoints

    await using browser = await openBrowser()
    const page = await browser.newPage()
    await signIn(page, app.url, tokens.tokenOf('chief'))
    await page.goto(`${app.url}/ui/exec/default/tasks/${body.task_id}`)
    await press(page, `header a[href^="${url}"]`)
    await until('the browser was there', async () => (await look()).stdout.text !== '')
    assert.equal((await look()).stdout.text, 'cookie: none\n')
    // A browser sends its cookies to every port of a host. Nothing of a service is where the page is.
    assert.notEqual(new URL(url).hostname, new URL(app.url).hostname)
    assert.match(await cookieOfPage(page), /^skill_runner_session=/)
    await app.post(`${exec}/services/${body.task_id}:cancel`, {}, as)
  },
  { skip: withoutBrowser },
)

verifies(
  'web.shows-nothing-as-markup',
  'what commands are called and print is text on the pages of commands, tasks and step jobs',
  async () => {
    await using app = await startApp({ skills: [tool] })
    const command = `say() { printf '%s\\n\\033[31mred\\033[0m\\033]0;title\\007\\033[2J\\n' '${attack}'; }; say; say >&2`
    const id = await start(app, command)
    await ended(app, id)
    const { body } = await app.post<{ job_id: string }>(`${exec}/jobs`, {
      skill_name: 'tool',
      steps: [{ name: attack, command }],
    })
    await until('the job has ended', async () => {
      const { finished_at } = (await app.get<Task>(`${exec}/jobs/${body.job_id}`)).body
      return finished_at !== null
    })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    for (const [path, sign] of [
      ['', 'td'],
      [`/tasks/${id}`, '[role=log] [data-piece]'],
      [`/tasks/${id}?stream=stderr`, '[role=log] [data-piece]'],
      [`/jobs/${body.job_id}`, 'ol section'],
    ] as const) {
      await page.goto(`${app.url}/ui/exec/default${path}`)
      await shows(page, sign, '<script>document.title=2</script>')
      assert.match(await page.title(), /^[\w…]+ · Commands · Agent Skill Runner$/)
      assert.equal((await page.$$('main img, main script')).length, 0, path)
      assert.ok(!(await textOf(page, 'main')).includes('\u001b'))
    }
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`${app.url}/`)),
      [],
    )
  },
  { skip: withoutBrowser },
)

verifies(
  'web.commands',
  'the page of a task says that its server is away, and goes on without a gap when it is back; 40 MB stay usable',
  async (context) => {
    const folder = await temporaryFolder(context)
    const first = await startServer({ folder, skills: [tool] })
    const id = await start(first, 'echo before; while [ ! -e go ]; do sleep 0.05; done; seq 1 5000000; echo the end')
    await using browser = await openBrowser()
    const page = await browser.newPage()
    await page.goto(`${first.url}/ui/exec/default/tasks/${id}`)
    await shows(page, '[role=log]', 'before')
    await first.kill()
    await shows(page, 'section', 'The connection is lost')
    await using second = await startServer({ folder, env: { PORT: new URL(first.url).port } })
    await second.post(`${exec}/commands`, { skill_name: 'tool', command: 'touch ../skill/go', workdir: 'beside' })
    await shows(page, '[role=log]', 'the end')
    await shows(page, 'h1', 'Succeeded')
    const lines = (await page.$$('[role=log] [data-piece] > div')).length
    assert.ok(lines > 0 && lines < 20_000, `${lines} lines are drawn`)
  },
  { skip: withoutBrowser },
)

verifies(
  'web.accessible',
  'nothing serious keeps people from the pages of commands, light or dark, wide or narrow',
  async () => {
    await using app = await startApp({ skills: [tool] })
    await using browser = await openBrowser()
    const page = await browser.newPage()
    const look = async (path: string, sign: string) => {
      await page.goto(`${app.url}/ui/exec/${path}`)
      await page.waitForSelector(sign)
      return (await findings(page)).map((finding) => `${path}: ${finding}`)
    }
    assert.deepEqual(await look('default', 'main pre'), [])
    const id = await start(app, 'echo bad >&2; exit 3')
    await ended(app, id)
    const { body } = await app.post<{ job_id: string }>(`${exec}/jobs`, { skill_name: 'tool', steps: [{ command: 'ls' }] })
    for (const [scheme, width] of [
      ['light', 1440],
      ['dark', 360],
    ] as const) {
      await page.setViewport({ width, height: 800 })
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      assert.deepEqual(await look('default', 'td'), [])
      assert.deepEqual(await look('default?panel=sessions', 'td'), [])
      assert.deepEqual(await look('default?panel=jobs', 'td'), [])
      assert.deepEqual(await look(`default/tasks/${id}`, '[role=log] [data-piece]'), [])
      assert.deepEqual(await look(`default/jobs/${body.job_id}`, 'ol li'), [])
    }
  },
  { skip: withoutBrowser },
)
