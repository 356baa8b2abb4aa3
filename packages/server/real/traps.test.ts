import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { verifies } from '../../../test/verifies.ts'
import type { LaunchRequest } from '../src/engines/engine.ts'
import { mergedSettings, mergeSettings, type Settings } from '../src/engines/settings.ts'
import { type AskPlaces, ask } from '../src/installed/ask.ts'
import { engineEnv } from '../src/installed/environment.ts'
import {
  agentSkill,
  answering,
  type EngineApp,
  type Kit,
  kitsHere,
  realCli,
  startEngineApp,
} from '../test/support/real-engine.ts'
import { notAlone, openTraps } from '../test/support/traps.ts'
import { until } from '../test/support/until.ts'

interface Talkative {
  readonly settings: Settings
  readonly hosts: readonly string[]
  /** What its own provider is asked for that no model knows; absent: nothing. */
  readonly asksFor?: readonly string[]
}

/** What the product switches off, switched on again, and the hosts that are asked for then. */
const talkative: Readonly<Partial<Record<Kit['engine'], Talkative>>> = {
  claude: {
    settings: { env: { CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '', DISABLE_AUTOUPDATER: '' } },
    hosts: ['api.anthropic.com'],
    asksFor: ['HEAD /api/hello: unknown route'],
  },
  qwen: {
    settings: { privacy: { usageStatisticsEnabled: true } },
    hosts: ['gb4w8c3ygj-default-sea.rum.aliyuncs.com'],
  },
  codex: {
    settings: { check_for_update_on_startup: true, analytics: { enabled: true }, features: { plugins: true, apps: true } },
    hosts: ['ab.chatgpt.com', 'chatgpt.com', 'github.com'],
  },
  gemini: { settings: { privacy: { usageStatisticsEnabled: true } }, hosts: ['play.googleapis.com'] },
  opencode: { settings: { share: 'auto' }, hosts: ['opncd.ai'] },
}

/** Addresses that are for documentation, by each way out: a name, two families, ports that nobody listens at, packets. */
const tries = `
const { connect } = require('node:net')
const wait = (emitter) => new Promise((done) => emitter.on('error', done).on('close', done))
const name = require('node:dns').promises.resolve4('elsewhere.example').catch(() => null)
const doors = [[443, '203.0.113.7'], [80, '2001:db8::7'], [8443, '203.0.113.7']].map(([port, host]) => wait(connect(port, host)))
const packets = [['udp4', '203.0.113.7'], ['udp6', '2001:db8::7']].map(([family, host]) => {
  const socket = require('node:dgram').createSocket(family)
  return new Promise((done) => socket.send('hello', 443, host, done))
})
Promise.all([...doors, ...packets]).then(() => { console.log('tried'); process.exit(0) })
`
const shown = [
  'asked for the name elsewhere.example',
  'connected to ::ffff:203.0.113.7 port 443',
  'connected to 2001:db8::7 port 80',
  '1 connections to ports where nobody listens',
  '2 packets to ports where nobody listens',
]

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)
  const asked = { engine: kit.engine, model: kit.model }
  const end = { say: '{"ok":true}' }
  // Behind the gate nothing could be tried: what is to be seen is what the CLI would do.
  const env = { SKILL_RUNNER_ENGINE_NETWORK: 'host' }

  verifies(
    'engine.nothing-else-on-the-network',
    `${kit.title}: a run with a tool tries nothing but its model${kit.isStandIn ? '' : '; with its settings as its makers have them the same CLI would'}`,
    async () => {
      const long = { ...end, stall: 'before' } as const
      const steps = [
        { calls: [kit.shell('echo working')] },
        ...answering(kit, end.say, { expect: { toolResult: 'working' } }),
        end,
        ...(kit.isStandIn ? [] : [long]),
      ]
      await using app = await startEngineApp(kit, { steps }, { cli, env, skills: [agentSkill('stdout')] })
      await using traps = await openTraps()
      const { result } = await app.run('agent-stdout', asked)
      assert.deepEqual([result?.error, result?.data], [null, { ok: true }])
      // Started by hand it is as quiet, as long as its settings are those of the product.
      assert.equal(await startByHand(app, kit, {}), 0)
      assert.deepEqual(traps.tried(), [])

      if (kit.isStandIn) return
      const told = talkative[kit.engine]
      assert.ok(told)
      const { settings, hosts, asksFor = [] } = told
      const turn = startByHand(app, kit, settings)
      // It asks in the background, so the model takes its time, and once more when it ends.
      await until(`${kit.title} asks for somebody`, () => traps.tried().length > 0)
      await app.scene.reached(steps.length)
      app.scene.release()
      assert.equal(await turn, 0)
      const isTried = (host: string) => traps.tried().includes(`asked for the name ${host}`)
      assert.deepEqual(hosts.filter(isTried), hosts)
      assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [asksFor, [], []])
    },
    { skip: cli.skip || notAlone },
  )

  verifies(
    'engine.nothing-else-on-the-network',
    `${kit.title}: whatever a tool of a run tries to reach is seen, and nothing of it leaves`,
    async () => {
      const program = { 'scripts/tries.cjs': tries }
      const steps = [
        { calls: [kit.shell('node /skill/scripts/tries.cjs')] },
        ...answering(kit, end.say, { expect: { toolResult: 'tried' } }),
      ]
      await using app = await startEngineApp(kit, { steps }, { cli, env, skills: [agentSkill('stdout', { files: program })] })
      await using traps = await openTraps()
      const { result } = await app.run('agent-stdout', asked)
      assert.deepEqual([result?.error, app.scene.problems], [null, []])
      // A resolver asks more than once.
      assert.deepEqual([...new Set(traps.tried())].sort(), shown.toSorted())
      assert.deepEqual(Object.keys(networkInterfaces()), ['lo'])
    },
    { skip: cli.skip || notAlone },
  )
}

/** One turn as the product would start it, but for these settings; answers the exit code. */
async function startByHand({ app: { runner } }: EngineApp, kit: Kit, more: Settings): Promise<number | null> {
  const engine = runner.engines.built[kit.engine]
  const installation = runner.installations.current(kit.engine)
  assert.ok(engine?.settings && installation)
  const operator = await runner.agentHome.operatorSettings(engine)
  const settings = mergeSettings(mergedSettings(engine.settings, { operator, skill: {}, request: {} }), more)
  const env = engineEnv(engine, settings, [], runner.env)
  const request = ({ program, places }: AskPlaces): LaunchRequest => ({
    ...{ prompt: 'Say yes.', model: kit.model, script: null, resume: null, outputSchema: null, needsOwnSandbox: false },
    ...{ program, places, settings, env },
  })
  const asker = { sandbox: runner.sandbox, identities: runner.identities, homes: runner.layout.asks, bounds: null }
  const options = { timeoutMs: 300_000, network: 'host' } as const
  return (await ask(asker, installation, (scene) => engine.launch(request(scene)), options)).code
}
