import assert from 'node:assert/strict'
import type { Recording } from '@agent-skill-runner/contract/recording.ts'
import { verifies } from '../../../test/verifies.ts'
import { agentSkill, answering, type Kit, kitsHere, realCli, startEngineApp } from '../test/support/real-engine.ts'
import { ask, lasting, play, recordingOf, said } from '../test/support/recordings.ts'

const both = { execution_modes: ['auto', 'interactive'] }
const question = 'Who?\n<ASK_USER_YAML>\nkind: choose_one\nprompt: Who is it for?\noptions: [me, us]\n</ASK_USER_YAML>'
const confirm = 'So: us.\n<ASK_USER_YAML>\nkind: confirm\nprompt: Is that right?\n</ASK_USER_YAML>'
const done = '{"ok":true,"note":"us"}\n\n__SKILL_DONE__: true'

const interview = (kit: Kit) => [
  { say: question, usage: { input: 100, output: 10 } },
  { calls: [kit.shell('echo us > artifacts/audience.txt')], usage: { input: 200, output: 20 } },
  { say: confirm, usage: { input: 300, output: 30 } },
  { say: done, usage: { input: 400, output: 40 } },
]

const write = `printf '{"ok":true,"note":"by tool"}' > result/result.json; printf '\\377\\000' > artifacts/bytes.bin; echo done`

/** What such a job is asked for with. */
const wanted = (skill_id: string, mode: 'auto' | 'interactive', replies: readonly unknown[] = []) => ({
  recorded: { skill_id } as Recording['recorded'],
  job: {
    input: {},
    parameter: {},
    execution_mode: mode,
    files: [],
    replies: replies.map((response) => ({ response, resolution_mode: 'user_reply' as const, files: [] })),
  },
})

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)
  const by = { engine: kit.engine, model: kit.model }
  const env = { SKILL_RUNNER_ENGINES: `${kit.engine},replay` }

  verifies(
    ['recording.of-every-cli', 'recording.plays-the-same'],
    `${kit.title}: what it said, did, asked and left is recorded and plays the same, without it and its model`,
    async () => {
      const skills = [agentSkill('stdout', { runner: both }), agentSkill('file')]
      const steps = [
        ...interview(kit),
        { calls: [kit.shell(write)] },
        { say: 'I have written it.' },
        ...answering(kit, '{"ok":true,"note":"by message"}'),
      ]
      await using app = await startEngineApp(kit, { steps }, { cli, skills, env })
      const jobs = [
        wanted('agent-stdout', 'interactive', ['us', true]),
        wanted('agent-file', 'auto'),
        wanted('agent-stdout', 'auto'),
      ]
      const data = [
        { ok: true, note: 'us' },
        { ok: true, note: 'by tool' },
        { ok: true, note: 'by message' },
      ]
      for (const [index, job] of jobs.entries()) {
        const id = await ask(app, job, by)
        const recording = await recordingOf(app, id)
        assert.equal(recording.recorded.engine, kit.engine)
        const played = await play(app, recording, `recorded-${index}`)
        const [before, now] = [await said(app, id), await said(app, played)]
        assert.deepEqual([before.status, before.data, before.error], ['succeeded', data[index], null])
        assert.deepEqual(now, before)
        assert.deepEqual(lasting(await recordingOf(app, played)), lasting(recording))
      }
      assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [[], [], []])
    },
    { skip: cli.skip },
  )
}
