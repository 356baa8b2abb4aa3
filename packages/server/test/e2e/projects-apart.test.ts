import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { fillProject, mark, type ProjectRoute, pathOf, projectRoutes, sendTo } from '../support/everything.ts'
import { plainSkill, uploadTo, zipped } from '../support/projects.ts'
import { writeTokens } from '../support/tokens.ts'

/** Two projects that know nothing of each other; one has everything that a project can have. */
async function openWorld() {
  const tokens = writeTokens([
    { name: 'of-a', scopes: ['admin'], project: 'a' },
    { name: 'of-b', scopes: ['admin'], project: 'b' },
    { name: 'of-default', scopes: ['admin'], project: 'default' },
    { name: 'of-all', scopes: ['admin'] },
    { name: 'reader', scopes: ['read'], project: 'a' },
  ])
  const app = await startApp({ env: tokens.env })
  const { things, body } = await fillProject(app, 'a', tokens.as('of-a'))
  await uploadTo(app, 'b', zipped('other', plainSkill('other', 'Is of b.')), tokens.as('of-b'))
  const send = (route: ProjectRoute, project: string, token: string) =>
    sendTo(app, route, pathOf(route, project, things), body, tokens.as(token))
  await send({ method: 'PUT', path: '/v1/projects/{project_id}/profiles/{name}', takesForms: false }, 'a', 'of-a')
  return {
    send,
    /** All that can be read of a project, as its own token reads it. */
    async stateOf(project: string, token: string): Promise<Record<string, string>> {
      const read = projectRoutes.filter(({ method, path }) => method === 'GET' && !path.endsWith('/events'))
      return Object.fromEntries(
        await Promise.all(read.map(async (route) => [route.path, (await send(route, project, token)).text])),
      )
    },
    ids: Object.values(things).filter((id) => /^[a-z]+_[0-9a-z]{20,}$/.test(id)),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      tokens[Symbol.dispose]()
    },
  }
}

const nameOf = ({ method, path }: ProjectRoute) => `${method} ${path}`
const order = ['GET', 'PUT', 'PATCH', 'POST', 'DELETE']
const inOrder = projectRoutes.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))

verifies(
  'exec.projects-are-apart',
  'every route of a project answers a token of another one as if there were no such project, and changes nothing',
  async () => {
    await using world = await openWorld()
    assert.ok(projectRoutes.length >= 24, String(projectRoutes.length))
    const before = await world.stateOf('a', 'of-a')
    for (const token of ['of-b', 'of-default'])
      for (const route of inOrder) {
        const foreign = await world.send(route, 'a', token)
        const missing = await world.send(route, 'nobody', token)
        assert.equal(foreign.status, 404, `${token}: ${nameOf(route)} ${foreign.text}`)
        assert.equal(foreign.text.replaceAll('"a"', '"nobody"'), missing.text, `${token}: ${nameOf(route)}`)
      }
    for (const route of inOrder.filter(({ method }) => method !== 'GET'))
      assert.equal((await world.send(route, 'a', 'reader')).status, 403, nameOf(route))
    assert.deepEqual(await world.stateOf('a', 'of-a'), before)

    // The same requests by a token that no project keeps out: each of them is let in.
    const commands = inOrder.find(({ path }) => path.endsWith('/exec/commands'))
    // Sessions belong to their callers, so this one needs its own.
    if (commands) await world.send(commands, 'a', 'of-all')
    for (const route of inOrder) {
      const { status, text } = await world.send(route, 'a', 'of-all')
      assert.ok(status < 500 && ![401, 403, 404].includes(status), `${nameOf(route)}: ${status} ${text}`)
    }
    assert.notDeepEqual(await world.stateOf('a', 'of-a'), before)
  },
)

verifies(
  'exec.projects-are-apart',
  'ids of another project are unknown in one’s own: to read, follow, cancel, change or use them, and in lists',
  async () => {
    await using world = await openWorld()
    const before = await world.stateOf('a', 'of-a')
    assert.ok(world.ids.length >= 1)
    for (const [token, project] of [
      ['of-b', 'b'],
      ['of-default', 'default'],
      ['of-all', 'b'],
    ] as const)
      for (const route of inOrder.filter((one) => !isOwn(one))) {
        const { status, text } = await world.send(route, project, token)
        const about = `${token}: ${nameOf(route)}: ${status} ${text}`
        assert.equal(status, isList(route) ? 200 : 404, about)
        if (isList(route)) for (const word of [mark, ...world.ids]) assert.ok(!text.includes(word), about)
      }
    assert.deepEqual(await world.stateOf('a', 'of-a'), before)
  },
)

/** What brings something into the caller's own project, whatever it is called there. */
const isOwn = ({ method, takesForms }: ProjectRoute): boolean => method === 'PUT' || takesForms

const isList = ({ method, path }: ProjectRoute): boolean =>
  method === 'GET' && !path.slice('/v1/projects/{project_id}'.length).includes('{')

verifies('exec.projects-are-apart', 'a route with a parameter that nobody has filled in fails this suite', () => {
  const route = { method: 'GET', path: '/v1/projects/{project_id}/exec/pots/{pot_id}', takesForms: false }
  assert.throws(() => pathOf(route, 'a', { 'tasks/{task_id}': 'task_1' }), /what is pots\/\{pot_id\}\?/)
})
