import assert from 'node:assert/strict'
import { verifies } from '../../../test/verifies.ts'
import { agentSkill, answering, kitsHere, realCli, startEngineApp } from '../test/support/real-engine.ts'
import { notAlone, openTraps } from '../test/support/traps.ts'

const skills = [agentSkill('stdout'), agentSkill('file')]

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)

  verifies(
    ['engine.result-by-message-or-tool', 'engine.nothing-else-on-the-network'],
    `${kit.title}: JSON in the last message is the result, and nothing but the model was tried`,
    async () => {
      await using traps = await openTraps()
      const steps = answering(kit, '{"ok":true,"note":"by message"}', { expect: { prompt: 'agent-stdout' } })
      await using app = await startEngineApp(kit, { steps }, { cli, skills })
      const { result } = await app.run('agent-stdout', { engine: kit.engine, model: kit.model })
      assert.deepEqual([result?.error, result?.data], [null, { ok: true, note: 'by message' }])
      assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [[], [], []])
      assert.deepEqual(traps.tried(), [])
    },
    { skip: cli.skip || notAlone },
  )

  verifies(
    'engine.result-by-message-or-tool',
    `${kit.title}: a file that a tool wrote is the result, and the artifacts that tools made are listed`,
    async () => {
      const write = `printf '{"ok":true,"note":"by tool"}' > result/result.json; printf hello > artifacts/hello.txt; echo done`
      const steps = [{ calls: [kit.shell(write)] }, { say: 'I have written it.', expect: { toolResult: 'done' } }]
      await using app = await startEngineApp(kit, { steps }, { cli, skills })
      const { request_id, result } = await app.run('agent-file', { engine: kit.engine, model: kit.model })
      assert.deepEqual([result?.error, result?.data], [null, { ok: true, note: 'by tool' }])
      const { body } = await app.get<string>(`/v1/jobs/${request_id}/artifacts/artifacts/hello.txt`)
      assert.equal(body, 'hello')
      assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [[], [], []])
    },
    { skip: cli.skip },
  )
}
