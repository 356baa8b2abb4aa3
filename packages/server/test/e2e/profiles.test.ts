import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { AdminActions } from '@agent-skill-runner/contract/management.ts'
import type { Profile } from '@agent-skill-runner/contract/profile.ts'
import { verifies } from '../../../../test/verifies.ts'
import { operationsOf, type Tool, tools } from '../../src/domain/tools.ts'
import { route } from '../../src/http/route.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { errorOf, openapi, problemsOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { openCommandHost } from '../support/cli.ts'
import { startDoor } from '../support/door.ts'
import { ask, plainSkill, uploadTo, zipped } from '../support/projects.ts'
import { sdkOf } from '../support/sdk.ts'
import { writeTokens } from '../support/tokens.ts'

const host = openCommandHost()
after(host.end)

const tool = { id: 'tool', sh: 'echo "{}"' }
const project = '/v1/projects/default'
const profiles = `${project}/profiles`
const command = { skill_name: 'tool', command: 'echo done' }

type App = Parameters<typeof ask>[0]
type Headers = Record<string, string>

const put = (app: App, name: string, body: object, headers: Headers, at = profiles) =>
  ask<Profile>(app, 'PUT', `${at}/${name}`, body, headers)

const codeOf = ({ status, body }: { status: number; body: unknown }) => (status < 400 ? status : errorOf(body).code)

const run = async (app: App, headers: Headers) => codeOf(await ask(app, 'POST', `${project}/exec/commands`, command, headers))

verifies('exec.profiles', 'an administrator of a project puts, reads and deletes its profiles', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'other', scopes: ['admin'], project: 'other' },
    { name: 'runner', scopes: ['run'] },
    { name: 'bound', scopes: ['admin'], profile: 'agent' },
  ])
  await using app = await startApp({ env: tokens.env })
  const [chief, runner] = [tokens.as('chief'), tokens.as('runner')]
  const { status, body: made } = await put(
    app,
    'agent',
    { allowed_tools: ['skills.run_cmd', 'skills_list', 'skills_run_cmd'] },
    chief,
  )
  const expected = { name: 'agent', project_id: 'default', allowed_tools: ['skills_list', 'skills_run_cmd'], ui_allowed: false }
  assert.deepEqual([status, { ...made, created_at: '', updated_at: '' }], [200, { ...expected, created_at: '', updated_at: '' }])
  const { body: again } = await put(app, 'agent', { allowed_tools: [], ui_allowed: true }, chief)
  assert.deepEqual([again.created_at, again.allowed_tools, again.ui_allowed], [made.created_at, [], true])
  // Whoever reads may know what is allowed; each project has its own.
  assert.deepEqual((await ask(app, 'GET', profiles, undefined, runner)).body, { profiles: [again] })
  assert.deepEqual((await ask(app, 'GET', `${profiles}/agent`, undefined, runner)).body, again)
  assert.deepEqual((await ask(app, 'GET', '/v1/projects/other/profiles', undefined, chief)).body, { profiles: [] })

  const wish = { allowed_tools: [...tools], ui_allowed: true }
  assert.deepEqual(
    {
      runner: codeOf(await put(app, 'agent', wish, runner)),
      other: codeOf(await put(app, 'agent', wish, tokens.as('other'))),
      // A token cannot widen its own profile.
      bound: codeOf(await put(app, 'agent', wish, tokens.as('bound'))),
      boundElsewhere: codeOf(await put(app, 'mine', wish, tokens.as('bound'))),
      name: codeOf(await put(app, 'Agent', wish, chief)),
      nothing: codeOf(await put(app, 'agent', {}, chief)),
      unknown: codeOf(await ask(app, 'GET', `${profiles}/nobody`, undefined, chief)),
      gone: codeOf(await ask(app, 'DELETE', `${profiles}/nobody`, undefined, chief)),
    },
    {
      ...{ runner: 'FORBIDDEN', other: 'PROJECT_NOT_FOUND', bound: 'TOOL_NOT_ALLOWED', boundElsewhere: 'TOOL_NOT_ALLOWED' },
      ...{ name: 'INVALID_REQUEST', nothing: 'INVALID_REQUEST', unknown: 'PROFILE_NOT_FOUND', gone: 'PROFILE_NOT_FOUND' },
    },
  )
  const misspelt = await put(app, 'agent', { allowed_tools: ['skills_list', 'skills_run_comand'] }, chief)
  assert.deepEqual(problemsOf(misspelt.body), [
    { path: '/allowed_tools/1', message: `is not a tool; the tools are ${tools.join(', ')}`, keyword: 'enum' },
  ])
  assert.deepEqual((await ask(app, 'GET', `${profiles}/agent`, undefined, chief)).body, again)
  assert.deepEqual((await ask(app, 'DELETE', `${profiles}/agent`, undefined, chief)).body, { name: 'agent', removed: true })
  assert.deepEqual((await ask(app, 'GET', profiles, undefined, chief)).body, { profiles: [] })
  // On record: who changed them, and who was not allowed to.
  const { body: record } = await ask<AdminActions>(app, 'GET', '/v1/management/audit', undefined, chief)
  const told = record.actions.map(({ principal, action, target, status, error_code }) => [
    principal,
    action,
    target,
    error_code ?? status,
  ])
  assert.deepEqual(told[0], ['chief', 'deleteProfile', 'default/agent', 200])
  assert.deepEqual(told.at(-1), ['chief', 'putProfile', 'default/agent', 200])
  for (const [name, code] of [
    ['runner', 'FORBIDDEN'],
    ['bound', 'TOOL_NOT_ALLOWED'],
  ])
    assert.deepEqual(
      told.find(([principal]) => principal === name),
      [name, 'putProfile', 'default/agent', code],
    )
})

/** Every operation of a tool that this version has. */
const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, { operationId?: string }>).flatMap(([method, { operationId = '' }]) =>
    tools
      .filter((one) => (operationsOf[one] as readonly string[]).includes(operationId))
      .map((one) => ({ tool: one, method: method.toUpperCase(), path })),
  ),
)

verifies('exec.profiles', 'each tool opens its operations and no other, on the call itself', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'agent', scopes: ['run'], profile: 'agent' },
  ])
  await using app = await startApp({ env: tokens.env })
  const call = async ({ method, path }: (typeof operations)[number]) => {
    const url = path.replace('{project_id}', 'default').replaceAll(/\{\w+\}/g, 'nobody')
    const { body } = await ask<{ error?: { code?: string; details?: { error_code?: string } } }>(
      app,
      method,
      url,
      method === 'POST' ? {} : undefined,
      tokens.as('agent'),
    )
    return body.error?.details?.error_code ?? body.error?.code
  }
  assert.ok(operations.length >= 10, String(operations.length))
  for (const allowed of tools) {
    await put(app, 'agent', { allowed_tools: [allowed] }, tokens.as('chief'))
    const open: Tool[] = []
    for (const one of operations) if ((await call(one)) !== 'TOOL_NOT_ALLOWED') open.push(one.tool)
    assert.deepEqual([...new Set(open)], operations.some((one) => one.tool === allowed) ? [allowed] : [], allowed)
  }
})

verifies(
  'exec.profiles',
  'a refusal says what is allowed, and holds until the profile changes; without it nothing is allowed',
  async () => {
    using tokens = writeTokens([{ name: 'chief', scopes: ['admin'] }])
    await using app = await startApp({ env: tokens.env, skills: [tool] })
    const chief = tokens.as('chief')
    const options = { cwd: '/', env: { SKILL_RUNNER_DATA_DIR: app.data } }
    const created = await host.run(['token', 'create', 'agent', '--project', 'default', '--profile', 'reader'], options)
    const agent = { authorization: `Bearer ${created.stdout.trim()}` }
    const refusal = async () => errorOf((await ask(app, 'POST', `${project}/exec/commands`, command, agent)).body)

    const asked = { tool: 'skills_run_cmd', operation: 'runExecCommand', project_id: 'default', profile: 'reader' }
    assert.deepEqual((await refusal()).details, { ...asked, profile_exists: false, allowed_tools: [] })
    await put(app, 'reader', { allowed_tools: ['skills_list'] }, chief)
    const { message, details } = await refusal()
    assert.match(message, /^This call is not allowed by the profile of the token; do not try another way\./)
    assert.deepEqual(details, { ...asked, profile_exists: true, allowed_tools: ['skills_list'] })

    await put(app, 'reader', { allowed_tools: ['skills.run_cmd'] }, chief)
    assert.equal(await run(app, agent), 200)
    // There is no other way: neither a job, nor a skill of one's own.
    assert.equal(codeOf(await ask(app, 'POST', '/v1/jobs', { skill_id: 'tool' }, agent)), 'TOOL_NOT_ALLOWED')
    const zip = zipped('mine', plainSkill('mine', 'Is mine.'))
    assert.equal(codeOf(await uploadTo(app, 'default', zip, agent)), 'TOOL_NOT_ALLOWED')
    assert.equal(codeOf(await ask(app, 'DELETE', `${project}/exec/sessions/default`, undefined, agent)), 200)
    await ask(app, 'DELETE', `${profiles}/reader`, undefined, chief)
    assert.equal(await run(app, agent), 'TOOL_NOT_ALLOWED')
  },
)

verifies('exec.profiles', 'without the check the same call is answered', async () => {
  const bound = { name: 'bound', sha256: sha256('bound-token-0123456789'), scopes: ['run'] as const, profile: 'nobody' }
  const config = { host: '127.0.0.1', allowedHosts: [], corsOrigins: [], rateLimit: 0, tokens: [bound] }
  const headers = { authorization: 'Bearer bound-token-0123456789' }
  const withRoute = (guards: object) =>
    startDoor({ config, guards }, (app) => route(app, 'listProjectSkills', () => ({ skills: [], next_cursor: null })))
  await using guarded = await withRoute({})
  await using open = await withRoute({ requireTool: async () => {} })
  assert.equal((await guarded.ask(`${project}/skills`, { headers })).status, 403)
  assert.equal((await open.ask(`${project}/skills`, { headers })).status, 200)
})

verifies(
  'exec.ui-callers',
  'a page runs nothing in a project unless a profile allows it, or an administrator is signed in',
  async () => {
    using tokens = writeTokens([
      { name: 'chief', scopes: ['admin'] },
      { name: 'runner', scopes: ['run'] },
      { name: 'ui', scopes: ['admin'], kind: 'ui' },
      { name: 'ui-agent', scopes: ['run'], kind: 'ui', profile: 'agent' },
      { name: 'agent', scopes: ['run'], profile: 'agent' },
    ])
    await using app = await startApp({ env: tokens.env, skills: [tool] })
    const origin = { origin: app.url }
    const cookieOf = async (name: string) => {
      const { headers } = await app.post('/v1/session', { token: tokens.tokenOf(name) }, origin)
      return { cookie: headers.get('set-cookie')?.split(';')[0] ?? '', ...origin }
    }
    const outcomes = async () => ({
      runner: await run(app, tokens.as('runner')),
      runnerInPage: await run(app, { ...tokens.as('runner'), ...origin }),
      runnerSignedIn: await run(app, await cookieOf('runner')),
      chiefInPage: await run(app, { ...tokens.as('chief'), ...origin }),
      chiefSignedIn: await run(app, await cookieOf('chief')),
      ui: await run(app, tokens.as('ui')),
      uiAgent: await run(app, tokens.as('ui-agent')),
      agent: await run(app, tokens.as('agent')),
      agentInPage: await run(app, { ...tokens.as('agent'), ...origin }),
    })
    const always = {
      runner: 200,
      runnerInPage: 'UI_NOT_ALLOWED',
      runnerSignedIn: 'UI_NOT_ALLOWED',
      chiefInPage: 200,
      chiefSignedIn: 200,
    }
    await put(app, 'agent', { allowed_tools: ['skills_run_cmd'] }, tokens.as('chief'))
    assert.deepEqual(await outcomes(), {
      ...always,
      ...{ ui: 'UI_NOT_ALLOWED', uiAgent: 'UI_NOT_ALLOWED', agent: 200, agentInPage: 'UI_NOT_ALLOWED' },
    })
    await put(app, 'agent', { allowed_tools: ['skills_run_cmd'], ui_allowed: true }, tokens.as('chief'))
    assert.deepEqual(await outcomes(), { ...always, ui: 'UI_NOT_ALLOWED', uiAgent: 200, agent: 200, agentInPage: 200 })

    // To look, and to end something, is not to run something.
    assert.equal((await app.get(`${project}/exec/tasks`, tokens.as('ui'))).status, 200)
    assert.equal(codeOf(await app.post(`${project}/exec/tasks/nobody:cancel`, {}, tokens.as('ui'))), 'TASK_NOT_FOUND')
  },
)

verifies('exec.ui-callers', 'the page of a server without tokens may run commands', async () => {
  await using app = await startApp({ skills: [tool] })
  assert.equal(await run(app, { origin: app.url }), 200)
})

verifies('exec.profiles', 'the SDK puts, reads and deletes profiles', async () => {
  await using app = await startApp()
  const { profiles: ours } = sdkOf(app.url).project('sdk')
  const made = await ours.put('agent', { allowed_tools: ['skills.list'], ui_allowed: true })
  assert.deepEqual([made.project_id, made.allowed_tools, made.ui_allowed], ['sdk', ['skills_list'], true])
  assert.deepEqual([await ours.get('agent'), await ours.list()], [made, [made]])
  assert.deepEqual(await ours.remove('agent'), { name: 'agent', removed: true })
  await assert.rejects(ours.get('agent'), { code: 'PROFILE_NOT_FOUND', status: 404 })
})

verifies('exec.profiles', 'a profile that only reads states cannot run a command by asking for one', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'reader', scopes: ['run'], profile: 'reader' },
  ])
  await using app = await startApp({ skills: [tool], env: tokens.env })
  const query = {
    skill_name: 'tool',
    query_command: `echo '{"s":"a"}'`,
    status_field: 's',
    done_states: ['a'],
    error_states: ['b'],
  }
  const asked = async () => ask(app, 'POST', `${project}/exec/tasks:query`, query, tokens.as('reader'))
  await put(app, 'reader', { allowed_tools: ['skills_task_status'] }, tokens.as('chief'))
  const { status, body } = await asked()
  assert.deepEqual([status, (errorOf(body).details as { tool: string }).tool], [403, 'skills_run_cmd'])
  await put(app, 'reader', { allowed_tools: ['skills_task_status', 'skills_run_cmd'] }, tokens.as('chief'))
  assert.equal((await asked()).status, 200)
})

verifies('exec.profiles', 'a profile that opens jobs does not open those that bring their skill along', async () => {
  using tokens = writeTokens([
    { name: 'chief', scopes: ['admin'] },
    { name: 'bound', scopes: ['run'], profile: 'agent' },
    { name: 'runner', scopes: ['run'] },
  ])
  await using app = await startApp({ skills: [tool], env: tokens.env })
  await put(app, 'agent', { allowed_tools: ['skill_run'] }, tokens.as('chief'))
  const create = async (name: string, body: object) => codeOf(await ask(app, 'POST', '/v1/jobs', body, tokens.as(name)))
  const bringing = { skill_source: 'temp_upload' }
  assert.deepEqual(
    {
      bound: await create('bound', bringing),
      job: await create('bound', { skill_id: 'tool' }),
      runner: await create('runner', bringing),
    },
    { bound: 'TOOL_NOT_ALLOWED', job: 200, runner: 200 },
  )
})
