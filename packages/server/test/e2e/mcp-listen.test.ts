import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { main, openCommandHost } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type Connected, connect } from '../support/mcp.ts'
import { install, removeSkill } from '../support/packages.ts'
import { ask, plainSkill, skillsAt, uploadTo, zipped } from '../support/projects.ts'
import { packageOf, type TestSkill, writeSkill } from '../support/skills.ts'
import { until } from '../support/until.ts'

const host = openCommandHost()
after(host.end)

const every = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true } as const
const lists = ['tools', 'prompts', 'resources'] as const

/** The official client with an open stream: what it has heard, and waits for a first or next message about a list. */
async function listening({ raw }: Pick<Connected, 'raw'>, filter: Partial<typeof every> = every) {
  const heard: string[] = []
  let wake = () => {}
  for (const list of lists)
    raw.setNotificationHandler(`notifications/${list}/list_changed`, () => {
      heard.push(list)
      wake()
    })
  const subscription = await raw.listen(filter)
  return {
    subscription,
    heard,
    /** Settles when each of these was heard since the last time somebody asked. */
    async hears(...expected: readonly (typeof lists)[number][]): Promise<void> {
      while (!expected.every((list) => heard.includes(list)))
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      heard.length = 0
    },
  }
}

const skill = (version: string, more: Partial<TestSkill> = {}): TestSkill => ({ id: 'birds', version, sh: 'echo "{}"', ...more })
const input = (field: string) => ({ type: 'object', properties: { [field]: { type: 'string', 'x-input-source': 'inline' } } })

/** What the tool of a skill takes of these; null: there is no such tool. */
async function fieldsOf(client: Connected, name: string): Promise<string[] | null> {
  const found = (await client.tools()).find((tool) => tool.name === name)
  const schema = JSON.stringify(found?.inputSchema)
  return found ? ['one', 'two', 'three'].filter((field) => schema.includes(`"${field}":{`)) : null
}

verifies(
  'mcp.list-changed',
  'a client that listens hears that a skill was installed, updated, restored, removed, and changed by hand',
  async () => {
    await using app = await startApp()
    await using client = await connect('2026-07-28', app)
    assert.deepEqual(client.raw.getServerCapabilities()?.tools, { listChanged: true })
    const stream = await listening(client)
    assert.deepEqual(stream.subscription.honoredFilter, every)
    assert.equal(await fieldsOf(client, 'birds'), null)

    await install(app, packageOf(skill('1.0.0', { input: input('one') })))
    await stream.hears(...lists)
    assert.deepEqual(await fieldsOf(client, 'birds'), ['one'])

    await install(app, packageOf(skill('2.0.0', { input: input('two') })))
    await stream.hears(...lists)
    assert.deepEqual(await fieldsOf(client, 'birds'), ['two'])

    assert.equal((await app.post('/v1/skills/birds/restore', { version: '1.0.0' })).status, 200)
    await stream.hears(...lists)
    assert.deepEqual(await fieldsOf(client, 'birds'), ['one'])

    await removeSkill(app, 'birds')
    await stream.hears(...lists)
    assert.equal(await fieldsOf(client, 'birds'), null)

    writeSkill(app.skillsDir, skill('1.0.0', { id: 'by-hand', input: input('three') }))
    await until('the skill is there', async () => {
      await stream.hears('tools')
      return (await fieldsOf(client, 'by-hand'))?.[0] === 'three'
    })
    rmSync(join(app.skillsDir, 'by-hand'), { recursive: true })
    await until('the skill is gone', async () => {
      await stream.hears('tools')
      return (await fieldsOf(client, 'by-hand')) === null
    })

    await stream.subscription.close()
    await until('the server has noticed', () => app.app.http.streams.size === 0)
  },
)

verifies('mcp.list-changed', 'only what was asked for is told, and nothing of another project', async () => {
  await using app = await startApp()
  const at = (project: string) => connect('2026-07-28', { ...app, path: `/mcp/projects/${project}` })
  const upload = (project: string, words: string) => uploadTo(app, project, zipped('note', plainSkill('note', words)))
  await upload('red', 'Is of red.')
  await upload('blue', 'Is of blue.')
  await using red = await at('red')
  await using blue = await at('blue')
  await using other = await at('blue')
  const ofRed = await listening(red)
  const ofBlue = await listening(blue)
  const onlyTools = await listening(other, { toolsListChanged: true })
  assert.deepEqual(onlyTools.subscription.honoredFilter, { toolsListChanged: true })

  const { version_hash } = (await upload('red', 'Is better.')).body
  await ofRed.hears(...lists)
  for (const change of [
    () => ask(app, 'PATCH', `${skillsAt('red')}/note`, { enabled: false }),
    () => ask(app, 'PATCH', `${skillsAt('red')}/note`, { enabled: true }),
    () => app.post(`${skillsAt('red')}/note:activate`, { version_hash }),
    () => ask(app, 'DELETE', `${skillsAt('red')}/note`),
    () => ask(app, 'PUT', '/v1/projects/red/profiles/agent', { allowed_tools: ['skills_list'] }),
    () => ask(app, 'DELETE', '/v1/projects/red/profiles/agent'),
  ]) {
    assert.equal((await change()).status, 200)
    await ofRed.hears(...lists)
  }
  assert.deepEqual(
    (await red.raw.listPrompts()).prompts.map(({ name }) => name),
    [],
  )

  // A stream keeps the order, so whatever it had heard of red would have come before this.
  await upload('blue', 'Is better.')
  await until('blue has heard of its own', () => ofBlue.heard.length >= lists.length)
  assert.deepEqual(ofBlue.heard, lists)
  await until('the other too', () => onlyTools.heard.length > 0)
  // What is installed has tools in every project, and prompts in default alone.
  await install(app, packageOf(skill('1.0.0')))
  await until('blue has heard of what is installed', () => ofBlue.heard.length > lists.length)
  assert.deepEqual([...new Set(ofBlue.heard.slice(lists.length))], ['tools'])
  assert.deepEqual([...new Set(onlyTools.heard)], ['tools'])
})

verifies('mcp.list-changed', 'a stream ends once its token is revoked', async () => {
  await using app = await startApp({ doorLimits: { heartbeatMs: 100 } })
  const token = async (...args: string[]) => {
    const { code, stdout, stderr } = await host.run(['token', ...args], { cwd: '/', env: { SKILL_RUNNER_DATA_DIR: app.data } })
    assert.equal(code, 0, stderr)
    return stdout.trim()
  }
  const authorization = `Bearer ${await token('create', 'agent', '--scope', 'run')}`
  await using client = await connect('2026-07-28', { ...app, headers: { authorization } })
  const { subscription } = await listening(client)
  await token('revoke', 'agent')
  assert.equal(await subscription.closed, 'remote')
  assert.equal(app.app.http.streams.size, 0)
})

verifies('mcp.list-changed', 'a stream says that it ends when the server stops', async () => {
  await using app = await startApp()
  const { streams } = app.app.http
  await using client = await connect('2026-07-28', app)
  const { subscription } = await listening(client)
  assert.equal(streams.size, 1)
  await app.stop()
  assert.equal(await subscription.closed, 'graceful')
  assert.equal(streams.size, 0)
})

verifies('mcp.list-changed', 'a client of 2025-11-25 is promised nothing, and gets no stream', async () => {
  await using app = await startApp()
  await using client = await connect('2025-11-25', app)
  const { tools, prompts, resources } = client.raw.getServerCapabilities() ?? {}
  assert.deepEqual(
    { tools, prompts, resources },
    { tools: { listChanged: false }, prompts: { listChanged: false }, resources: { listChanged: false } },
  )
  const headers = { accept: 'text/event-stream', 'mcp-protocol-version': '2025-11-25' }
  assert.equal((await fetch(`${app.url}/mcp`, { headers })).status, 405)
})

verifies('mcp.list-changed', 'skill-runner mcp passes it on, and ends when its client leaves', async (context) => {
  await using app = await startApp()
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [main, 'mcp', '--server', app.url], env: {}, stderr: 'pipe' },
    cwd: await temporaryFolder(context),
  })
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(transport)
  const stream = await listening({ raw: client })
  await install(app, packageOf(skill('1.0.0')))
  await stream.hears(...lists)
  await client.close()
  await until('the server has noticed', () => app.app.http.streams.size === 0)
})
