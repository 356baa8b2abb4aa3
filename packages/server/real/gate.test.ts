import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { verifies } from '../../../test/verifies.ts'
import { fixture } from '../test/support/children.ts'
import { blocked, serve, worldOf } from '../test/support/gate.ts'
import { agentSkill, kitsHere, putOperatorFile, realCli, startEngineApp } from '../test/support/real-engine.ts'

const files = { 'scripts/behind-gate.mjs': readFileSync(fixture('behind-gate.mjs'), 'utf8') }
const skillWith = (id: string, automation: object) => agentSkill('file', { id, files, runner: { automation } })
const skills = [
  skillWith('closed', { network: 'off' }),
  skillWith('listing', { network: 'allowlist', allowlist: ['listed.example'] }),
  skillWith('silent', {}),
]
const reason = 'the host is not on the allow list of this run'

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)

  verifies(
    'engines.allow-list-is-tried',
    `${kit.title}: behind the gate it reaches its model on loopback, its tools reach the listed hosts, and nobody else is reached`,
    async (context) => {
      const port = await serve(context, (_request, response) => response.end('listed\n'))
      const gateWorld = worldOf({ 'listed.example': ['93.184.216.34'] }, port)
      const tries = `get:http://listed.example/ get:http://other.example/ connect:127.0.0.1:${port}`
      const command = `node /skill/scripts/behind-gate.mjs ${tries} >artifacts/came.txt; printf '{"ok":true}' >result/result.json; echo done`
      const turn = [{ calls: [kit.shell(command)] }, { say: 'I have written it.', expect: { toolResult: 'done' } }]
      await using app = await startEngineApp(kit, { steps: [...turn, ...turn, ...turn] }, { cli, skills, gateWorld })
      const whatCame = async (skill: string) => {
        const { request_id, result } = await app.run(skill, { engine: kit.engine, model: kit.model })
        assert.deepEqual([result?.error, result?.data], [null, { ok: true }])
        const { body } = await app.get<string>(`/v1/jobs/${request_id}/artifacts/artifacts/came.txt`)
        const refused = result?.validation_warnings.filter(({ code }) => code === 'NETWORK_REFUSED').map(({ details }) => details)
        return { came: body.trim().split('\n'), refused }
      }
      const other = { host: 'other.example', port: 80, reason }
      assert.deepEqual(await whatCame('closed'), {
        came: [
          `get http://listed.example/: 403 ${blocked('listed.example', reason)}`,
          `get http://other.example/: 403 ${blocked('other.example', reason)}`,
          `connect 127.0.0.1:${port}: ECONNREFUSED`,
        ],
        refused: [{ host: 'listed.example', port: 80, reason }, other],
      })
      assert.deepEqual(await whatCame('listing'), {
        came: [
          'get http://listed.example/: 200 listed',
          `get http://other.example/: 403 ${blocked('other.example', reason)}`,
          `connect 127.0.0.1:${port}: ECONNREFUSED`,
        ],
        refused: [other],
      })
      // A skill that does not say how far it reaches is held to public hosts.
      assert.deepEqual(await whatCame('silent'), {
        came: [
          'get http://listed.example/: 200 listed',
          'get http://other.example/: 502 the host has no address',
          `connect 127.0.0.1:${port}: ECONNREFUSED`,
        ],
        refused: [],
      })
      assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [[], [], []])
    },
    { skip: cli.skip },
  )

  verifies(
    'network.engines-are-gated',
    `${kit.title}: with the network of the host its tools reach what listens on loopback there`,
    async (context) => {
      const port = await serve(context, (_request, response) => response.end('canary\n'))
      const command = `node /skill/scripts/behind-gate.mjs connect:127.0.0.1:${port} >artifacts/came.txt; printf '{"ok":true}' >result/result.json; echo done`
      const steps = [{ calls: [kit.shell(command)] }, { say: 'I have written it.', expect: { toolResult: 'done' } }]
      await using app = await startEngineApp(kit, { steps }, { cli, skills, env: { SKILL_RUNNER_ENGINE_NETWORK: 'host' } })
      const { request_id } = await app.run('silent', { engine: kit.engine, model: kit.model })
      const { body } = await app.get<string>(`/v1/jobs/${request_id}/artifacts/artifacts/came.txt`)
      assert.equal(body, `connect 127.0.0.1:${port}: connected\n`)
    },
    { skip: cli.skip },
  )

  verifies(
    'engines.allow-list-is-tried',
    `${kit.title}: a run that did not reach its model says so, whatever the words of the CLI are`,
    async () => {
      const gone = 'http://gone.example:4000'
      const elsewhere = { env: kit.env({ url: gone }), operator: kit.operator({ url: gone }) }
      const gateWorld = worldOf({}, 0)
      await using app = await startEngineApp(kit, { steps: [] }, { cli, skills, gateWorld, env: elsewhere.env })
      for (const [name, text] of Object.entries(elsewhere.operator)) putOperatorFile(app.data, name, text)
      const { result } = await app.run('closed', { engine: kit.engine, model: kit.model })
      const details = result?.error?.details as { readonly not_reached: unknown }
      assert.deepEqual(details.not_reached, [{ host: 'gone.example', port: 4000, reason: 'the host has no address' }])
    },
    { skip: cli.skip },
  )
}
