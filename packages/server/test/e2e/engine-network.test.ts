import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { TestContext } from 'node:test'
import { verifies } from '../../../../test/verifies.ts'
import { fixture } from '../support/children.ts'
import { blocked, serve, worldOf } from '../support/gate.ts'
import { agentSkill, kits, putOperatorFile, realCli, startEngineApp } from '../support/real-engine.ts'

const kit = kits.find(({ engine }) => engine === 'iflow') ?? assert.fail('the stand-in is an engine')
const cli = await realCli(kit.engine)
const files = { 'scripts/behind-gate.mjs': readFileSync(fixture('behind-gate.mjs'), 'utf8') }
const skillThat = (id: string, automation: object) => agentSkill('file', { id, files, runner: { automation } })
const skills = [skillThat('silent', {}), skillThat('greedy', { network: 'host' }), skillThat('public', { network: 'gated' })]

const notListed = 'the host is not on the allow list of this run'
const notPublic = 'the host leads to an address that is not public'
const noName = 'only host names with a port can be allowed, not addresses'

/** What is on the host and on its network, and what is on the internet of this world. */
async function openCanaries(context: TestContext) {
  const port = await serve(context, (request, response) => response.end(`canary for ${request.headers.host}\n`))
  const name = `canary-${process.pid}-${Date.now()}`
  const socket = createServer((client) => client.end('canary of the host\n')).listen(`\0${name}`)
  context.after(() => new Promise((resolve) => socket.close(resolve)))
  const names = { 'public.example': ['93.184.216.34'], 'private.example': ['10.0.0.1'], 'metadata.example': ['169.254.169.254'] }
  return { port, name, own: await ownAddress(context), gateWorld: worldOf(names, port) }
}

/** A server at an address of this machine in its own network, where it has one; else on loopback once more. */
async function ownAddress(context: TestContext): Promise<string> {
  const all = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  const address = all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.1'
  const server = createServer((client) => client.end()).listen(0, address)
  await once(server, 'listening')
  context.after(() => new Promise((resolve) => server.close(resolve)))
  return `${address}:${(server.address() as AddressInfo).port}`
}

type Canaries = Awaited<ReturnType<typeof openCanaries>>

const words = `$(node -p 'JSON.parse(require("fs").readFileSync("input.json")).parameter.tries.join(" ")')`
const command = `node /skill/scripts/behind-gate.mjs ${words} >artifacts/came.txt; printf '{"ok":true}' >result/result.json; echo done`
const turn = [{ calls: [kit.shell(command)] }, { say: 'I have written it.', expect: { toolResult: 'done' } }]

/** A server whose agent runs one command with its shell tool: the tries, whose outcome it writes down. */
async function open({ gateWorld }: Canaries, runs: number, env: Record<string, string> = {}) {
  const steps = Array.from({ length: runs }, () => turn).flat()
  const app = await startEngineApp(kit, { steps }, { cli, skills, gateWorld, env })
  const attack = async (skill: string, tries: readonly string[]) => {
    const { request_id, result } = await app.run(skill, { engine: kit.engine, model: kit.model, parameter: { tries } })
    assert.deepEqual([result?.error, result?.data], [null, { ok: true }])
    const { body } = await app.get<string>(`/v1/jobs/${request_id}/artifacts/artifacts/came.txt`)
    const told = result?.validation_warnings.filter(({ code }) => code.startsWith('NETWORK_')) ?? []
    return {
      id: request_id,
      came: body
        .trim()
        .split('\n')
        .map((line) => line.replace(/^.*?: /, '')),
      told,
    }
  }
  return { ...app, attack }
}

const attackOn = ({ port, name, own }: Canaries, api: string): readonly string[] => [
  `connect:${own}`,
  `connect:127.0.0.1:${port}`,
  `connect:${api}`,
  `abstract:${name}`,
  'get:http://private.example/',
  'get:http://metadata.example/latest/meta-data/',
  'get:http://metadata.google.internal/',
  'get:http://169.254.169.254/',
]

verifies(
  ['network.engines-are-gated', 'network.refusal-is-told'],
  'the tools of an engine reach public hosts, and nothing of the host and its networks: they are told so, and the run tells it',
  async (context) => {
    const canaries = await openCanaries(context)
    const unreachable = canaries.own.startsWith('127.') ? 'ECONNREFUSED' : 'ENETUNREACH'
    await using app = await open(canaries, 2)
    const tries = [
      ...attackOn(canaries, new URL(app.app.url).host),
      'get:http://public.example/',
      'get:http://public.example:25/',
    ]
    const { id, came, told } = await app.attack('silent', tries)
    assert.deepEqual(came, [
      ...[unreachable, 'ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED'],
      `403 ${blocked('private.example', notPublic)}`,
      `403 ${blocked('metadata.example', notPublic)}`,
      `403 ${blocked('metadata.google.internal', notListed)}`,
      `403 ${blocked('169.254.169.254', noName)}`,
      '200 canary for public.example',
      `403 ${blocked('public.example', 'the port is not on the allow list of this run')}`,
    ])
    const refused = (host: string, port: number, reason: string) => ['NETWORK_REFUSED', { host, port, reason }]
    const expected = [
      refused('private.example', 80, notPublic),
      refused('metadata.example', 80, notPublic),
      refused('metadata.google.internal', 80, notListed),
      refused('169.254.169.254', 80, noName),
      refused('public.example', 25, 'the port is not on the allow list of this run'),
    ]
    assert.deepEqual(
      told.map(({ code, details }) => [code, details]),
      expected,
    )
    const events = (await app.events(id)).filter(({ data }) => data['code'] === 'NETWORK_REFUSED')
    assert.equal(events.length, expected.length)
    assert.deepEqual(
      canaries.gateWorld.dialled.filter((one) => !one.startsWith('127.0.0.1 ')),
      ['93.184.216.34 80'],
    )
    // A skill that asks for the network of the host does not get it, and is told.
    const greedy = await app.attack('greedy', attackOn(canaries, new URL(app.app.url).host).slice(0, 4))
    assert.deepEqual(greedy.came, [unreachable, 'ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED'])
    assert.deepEqual(
      greedy.told.map(({ code, message }) => [code, /SKILL_RUNNER_ENGINE_NETWORK=host/.test(message)]),
      [['NETWORK_ALLOWLIST_NOT_APPLIED', true]],
    )
    assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [[], [], []])
  },
)

verifies(
  'network.engines-are-gated',
  'with the network of the host the same tools reach its loopback, our API and its abstract sockets; a skill that asks for less gets less',
  async (context) => {
    const canaries = await openCanaries(context)
    await using app = await open(canaries, 3, { SKILL_RUNNER_ENGINE_NETWORK: 'host' })
    const tries = attackOn(canaries, new URL(app.app.url).host).slice(0, 4)
    for (const skill of ['silent', 'greedy']) {
      const { came, told } = await app.attack(skill, tries)
      assert.deepEqual([came, told], [['connected', 'connected', 'connected', 'canary of the host'], []])
    }
    const { came } = await app.attack('public', tries.slice(1))
    assert.deepEqual(came, ['ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED'])
    assert.ok(app.logged.some((line) => line.includes('SKILL_RUNNER_ENGINE_NETWORK is host')))
  },
)

verifies(
  'network.engines-are-gated',
  'a provider and an MCP server that the operator has on loopback each have an opening of their own, and no other port has',
  async (context) => {
    const canaries = await openCanaries(context)
    const mcp = await serve(context, (_request, response) => response.end('an MCP server\n'))
    await using app = await open(canaries, 1)
    const settings = { baseUrl: `${app.scene.url}/v1`, mcpServers: { local: { httpUrl: `http://127.0.0.1:${mcp}/mcp` } } }
    putOperatorFile(app.data, '.iflow/settings.json', JSON.stringify(settings))
    const { came } = await app.attack('silent', [
      `get:http://mcp.internal:${mcp}/mcp`,
      `get:http://mcp.internal:${canaries.port}/`,
      `connect:127.0.0.1:${mcp}`,
    ])
    assert.deepEqual(came, [
      '200 an MCP server',
      `403 ${blocked('mcp.internal', 'the port is not on the allow list of this run')}`,
      'ECONNREFUSED',
    ])
  },
)
