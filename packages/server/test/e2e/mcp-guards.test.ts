import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { json } from 'node:stream/consumers'
import { verifies } from '../../../../test/verifies.ts'
import { type LimitOpen, limitOpenBy } from '../../src/http/open-requests.ts'
import { mcpRoutes } from '../../src/http/routes/mcp.ts'
import { Wakes } from '../../src/lib/wakes.ts'
import { startApp } from '../support/app.ts'
import { openapi, startDoor } from '../support/door.ts'
import { tool } from '../support/exec.ts'
import { connect, errorIn, protocolErrorOf, revisions, rpc } from '../support/mcp.ts'
import { ask, plainSkill, uploadTo, zipped } from '../support/projects.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

const command = { skill_name: 'tool', command: 'echo done' }
const nameOf = ({ name }: { readonly name: string }) => name

verifies('mcp.guards', 'a token with a profile sees its tools and can call no others', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'reader', scopes: ['read'] },
    { name: 'agent', scopes: ['run'], profile: 'agent' },
    { name: 'lost', scopes: ['run'], profile: 'nobody' },
  ])
  await using app = await startApp({ env: tokens.env, skills: [tool] })
  const allowed = ['skills_list', 'skills_run_cmd', 'skill_run_status']
  const put = (allowed_tools: string[]) =>
    ask(app, 'PUT', '/v1/projects/default/profiles/agent', { allowed_tools }, tokens.as('chief'))
  await put(allowed)
  for (const revision of revisions) {
    await using agent = await connect(revision, { ...app, headers: tokens.as('agent') })
    assert.deepEqual((await agent.tools()).map(nameOf), allowed)
    assert.equal((await agent.call('skills_run_cmd', command)).isError, false)
    for (const [name, args] of Object.entries(others)) {
      const { code, details } = errorIn(await agent.call(name, args))
      assert.deepEqual([code, details['allowed_tools']], ['TOOL_NOT_ALLOWED', allowed], name)
    }
    // A skill of its own name is a run of a skill.
    assert.equal(errorIn(await agent.call('tool')).code, 'TOOL_NOT_ALLOWED')

    await using lost = await connect(revision, { ...app, headers: tokens.as('lost') })
    assert.deepEqual(await lost.tools(), [])
    await using reader = await connect(revision, { ...app, headers: tokens.as('reader') })
    assert.ok(!(await reader.tools()).map(nameOf).includes('skills_run_cmd'))
    assert.equal(errorIn(await reader.call('skills_run_cmd', command)).code, 'FORBIDDEN')
  }
  // What holds is the profile as it is now.
  await using agent = await connect('2026-07-28', { ...app, headers: tokens.as('agent') })
  await put([])
  assert.equal(errorIn(await agent.call('skills_run_cmd', command)).code, 'TOOL_NOT_ALLOWED')
})

const others = {
  skills_load: { skill_name: 'tool' },
  skills_run_cmd_async: command,
  skills_task_watch: { task_id: 'task_x' },
  skill_run: { skill_id: 'tool' },
  skill_run_result: { request_id: 'job_x' },
  skill_run_cancel: { request_id: 'job_x' },
}

verifies('mcp.guards', 'the project is that of the URL or the token, and a foreign one is not there', async () => {
  using tokens = writeTokens([
    { name: 'all', scopes: ['run'] },
    { name: 'blue', scopes: ['run'], project: 'blue' },
  ])
  await using app = await startApp({ env: tokens.env, skills: [tool] })
  for (const name of ['red', 'blue'])
    await uploadTo(app, name, zipped(`${name}-skill`, plainSkill(`${name}-skill`, `Is ${name}.`)), tokens.as('all'))
  const skillsOf = async (headers: Record<string, string>, path?: string) => {
    await using client = await connect('2026-07-28', { ...app, headers, ...(path ? { path } : {}) })
    const { data } = await client.call<{ skills: { name: string }[] }>('skills_list')
    return data.skills.map(nameOf)
  }
  assert.deepEqual(await skillsOf(tokens.as('blue')), ['blue-skill'])
  assert.deepEqual(await skillsOf(tokens.as('blue'), '/mcp/projects/blue'), ['blue-skill'])
  assert.deepEqual(await skillsOf(tokens.as('all'), '/mcp/projects/red'), ['red-skill'])
  const send = (headers: Record<string, string>) =>
    fetch(`${app.url}/mcp/projects/red`, { ...message('ping'), headers: { ...message('ping').headers, ...headers } })
  const foreign = await send(tokens.as('blue'))
  const { error } = (await foreign.json()) as { error: { data: { code: string } } }
  assert.deepEqual([foreign.status, error.data.code], [404, 'PROJECT_NOT_FOUND'])
  assert.equal((await send({})).status, 401)
  // A name that no project can have is refused as over REST, for whatever is asked in it.
  for (const name of ['Pages', '-pages', 'p'.repeat(64), 'a%2fb']) {
    const { headers, ...rest } = message('tools/list')
    const impossible = await fetch(`${app.url}/mcp/projects/${name}`, { ...rest, headers: { ...headers, ...tokens.as('all') } })
    const { error } = (await impossible.json()) as RpcError
    assert.deepEqual(
      [impossible.status, error.code, error.data.code, error.data.details.problems[0]?.path],
      [400, -32600, 'INVALID_REQUEST', 'params/project_id'],
      name,
    )
  }
  // Neither an argument nor an address leads into another project.
  await using blue = await connect('2026-07-28', { ...app, headers: tokens.as('blue') })
  const { data } = await blue.call<{ skills: { name: string }[] }>('skills_list', { project_id: 'red' })
  assert.deepEqual(data.skills.map(nameOf), ['blue-skill'])
  await assert.rejects(blue.raw.readResource({ uri: 'skill://red/red-skill/SKILL.md' }))
})

interface RpcError {
  readonly error: {
    readonly code: number
    readonly data: { readonly code: string; readonly details: { readonly problems: readonly { readonly path: string }[] } }
  }
}

const message = (method: string, params: object = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
})

verifies('mcp.guards', 'a page runs nothing through MCP that it may not run itself', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'runner', scopes: ['run'] },
  ])
  await using app = await startApp({ env: tokens.env, skills: [tool] })
  await using page = await connect('2026-07-28', { ...app, headers: { ...tokens.as('runner'), origin: app.url } })
  assert.ok(!(await page.tools()).map(nameOf).includes('skills_run_cmd'))
  assert.equal(errorIn(await page.call('skills_run_cmd', command)).code, 'UI_NOT_ALLOWED')
  const { headers } = await app.post('/v1/session', { token: tokens.tokenOf('chief') }, { origin: app.url })
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const { method, body, headers: usual } = message('tools/list')
  const withCookie = async (more: object) =>
    (await fetch(`${app.url}/mcp`, { method, body, headers: { ...usual, cookie, ...more } })).status
  // A browser sends its cookie by itself, so without an origin of ours nobody knows who wanted this.
  assert.deepEqual([await withCookie({}), await withCookie({ origin: app.url })], [403, 200])
})

/** By hand, since fetch does not let anybody say who they mean. */
async function post(url: string, headers: Record<string, string>): Promise<unknown[]> {
  const { body, headers: usual } = message('tools/call', { name: 'skills_list', arguments: {} })
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    httpRequest(`${url}/mcp`, { method: 'POST', headers: { ...usual, ...headers } }, resolve)
      .on('error', reject)
      .end(body)
  })
  if (response.statusCode === 200) {
    response.resume()
    return [200]
  }
  const { error } = (await json(response)) as { error: { data?: { code: string } } }
  return [response.statusCode, error.data?.code]
}

verifies('mcp.guards', 'a name that was rebound and a foreign page are refused, and succeed only without the guard', async () => {
  const config = { host: '127.0.0.1', allowedHosts: [], corsOrigins: [], rateLimit: 0, tokens: [] }
  const profiles = { find: async () => null }
  const start = (guards: object) =>
    startDoor({ config, guards }, (app) => mcpRoutes(app, { openapi, version: '0.0.0', profiles, wakes: new Wakes() }))
  await using guarded = await start({})
  await using open = await start({ checkOrigin: () => {} })
  const attacks = [
    { host: 'evil.example' },
    { host: 'evil.example:80', origin: 'http://evil.example' },
    { origin: 'http://evil.example' },
  ]
  const codes = ['HOST_NOT_ALLOWED', 'HOST_NOT_ALLOWED', 'ORIGIN_NOT_ALLOWED']
  for (const [index, attack] of attacks.entries()) {
    assert.deepEqual(await post(guarded.base, attack), [403, codes[index]])
    assert.deepEqual(await post(open.base, attack), [200])
  }
})

verifies('mcp.guards', 'a caller can have only so many streams, and any number without the guard', async () => {
  const profiles = { find: async () => null }
  const start = (limitListening: LimitOpen) =>
    startDoor({}, (app) => mcpRoutes(app, { openapi, version: '0.0.0', profiles, wakes: new Wakes(), limitListening }))
  const notifications = { toolsListChanged: true }
  await using guarded = await start(limitOpenBy(1))
  await using client = await connect('2026-07-28', { url: guarded.base })
  const first = await client.raw.listen(notifications)
  const second = rpc(guarded.base, 'subscriptions/listen', { notifications }, { knowsTasks: false })
  assert.deepEqual(await protocolErrorOf(second), { code: -32000, ours: 'TOO_MANY_REQUESTS' })
  // It counts streams, and not how many were ever opened.
  await first.close()
  await until('its place is free', () =>
    client.raw.listen(notifications).then(
      () => true,
      () => false,
    ),
  )
  await using open = await start(() => {})
  await using other = await connect('2026-07-28', { url: open.base })
  for (let stream = 0; stream < 3; stream++)
    assert.deepEqual((await other.raw.listen(notifications)).honoredFilter, notifications)
})

verifies('mcp.guards', 'a message counts once for the rate limit, whatever it asks for within', async () => {
  using tokens = writeTokens([{ name: 'runner', scopes: ['run'] }])
  await using app = await startApp({ env: { ...tokens.env, SKILL_RUNNER_RATE_LIMIT: '2' }, skills: [tool] })
  const { method, body, headers } = message('tools/call', { name: 'skills_load', arguments: { skill_name: 'tool' } })
  const left = async () => {
    const response = await fetch(`${app.url}/mcp`, { method, body, headers: { ...headers, ...tokens.as('runner') } })
    await response.text()
    return Number(response.headers.get('ratelimit-remaining'))
  }
  assert.deepEqual([await left(), await left()], [1, 0])
})
