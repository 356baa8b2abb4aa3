import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JobResult } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../test/verifies.ts'
import { agentSkill, answering, type Kit, kitsHere, realCli, startEngineApp } from '../test/support/real-engine.ts'
import { goOn, interactive, pendingOf } from '../test/support/talk.ts'

const both = { execution_modes: ['auto', 'interactive'] }
const ask = 'Who is it for?\n<ASK_USER_YAML>\nkind: choose_one\nprompt: Who is it for?\noptions: [me, us]\n</ASK_USER_YAML>'
const confirm = 'So: us.\n<ASK_USER_YAML>\nkind: confirm\nprompt: Is that right?\n</ASK_USER_YAML>'
const done = '{"ok":true,"note":"us"}\n\n__SKILL_DONE__: true'

/** Each turn has to hold all that was said before it, so a session that was not gone on with is seen by the model. */
const interview = (kit: Kit) => [
  { say: ask, usage: { input: 100, output: 10 } },
  {
    calls: [kit.shell('echo us > artifacts/audience.txt')],
    usage: { input: 200, output: 20 },
    expect: { history: ['Who is it for?', 'us'] },
  },
  { say: confirm, usage: { input: 300, output: 30 } },
  { say: done, usage: { input: 400, output: 40 }, expect: { history: ['Who is it for?', 'us', 'Is that right?', 'true'] } },
]

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)
  const options = { engine: kit.engine, model: kit.model, runtime_options: interactive }

  verifies(
    ['talk.whole-cycle', 'engines.cycle-and-torture-over-all'],
    `${kit.engine}: two questions and two replies in one session lead to the marker and a validated result`,
    async () => {
      const skills = [agentSkill('stdout', { runner: both })]
      await using app = await startEngineApp(kit, { steps: interview(kit) }, { cli, skills })
      const id = await app.create('agent-stdout', options)
      const first = await app.until(id, 'waiting_user', 'failed', 'succeeded')
      assert.deepEqual([first.status, first.error, first.attempt_number], ['waiting_user', null, 1])
      const { pending } = await pendingOf(app, id)
      assert.deepEqual(
        [pending?.kind, pending?.prompt, pending?.options.map(({ value }) => value)],
        ['choose_one', 'Who is it for?', ['me', 'us']],
      )
      const second = await goOn(app, id, 1, 'us')
      assert.deepEqual([second.status, second.error, (await pendingOf(app, id)).pending?.kind], ['waiting_user', null, 'confirm'])
      const third = await goOn(app, id, 2, true)
      assert.deepEqual([third.status, third.error, third.attempt_number], ['succeeded', null, 3])
      assert.deepEqual(
        [third.usage?.input_tokens, third.usage?.output_tokens],
        kit.countsLastRequest ? [800, 80] : [1000, 100],
        'the tokens of every request that it tells are counted once',
      )
      const { result } = (await app.get<{ result: JobResult }>(`/v1/jobs/${id}/result`)).body
      assert.deepEqual(
        [result.data, result.artifacts.map(({ path }) => path)],
        [{ ok: true, note: 'us' }, ['artifacts/audience.txt']],
      )
      const meta = (attempt: number) =>
        JSON.parse(readFileSync(join(app.runFolder(third.run_id), `.audit/meta.${attempt}.json`), 'utf8'))
      assert.ok(meta(1).session_handle)
      assert.deepEqual(
        [2, 3].map((attempt) => meta(attempt).resumed_session),
        [meta(1).session_handle, meta(1).session_handle],
      )
      assert.deepEqual([app.scene.problems, app.scene.unplayed], [[], []])
    },
    { skip: cli.skip },
  )

  verifies(
    'repair.engine-turns',
    `${kit.engine}: it is shown what is wrong with its output, and puts it right in the same session`,
    async () => {
      const steps = [
        ...answering(kit, 'Here it is: {"note":5}', { usage: { input: 100, output: 10 } }),
        ...answering(kit, '{"ok":true}', { usage: { input: 200, output: 20 }, expect: { history: ['{"note":5}', '/note'] } }),
      ]
      const env = { SKILL_RUNNER_OUTPUT_REPAIR: 'engine' }
      await using app = await startEngineApp(kit, { steps }, { cli, env, skills: [agentSkill('stdout')] })
      const { result } = await app.run('agent-stdout', {
        engine: kit.engine,
        model: kit.model,
        runtime_options: { output_repair: 'engine' },
      })
      assert.deepEqual([result?.data, result?.normalization_level, result?.error], [{ ok: true }, 'N3', null])
      assert.deepEqual([result?.usage?.input_tokens, app.scene.problems, app.scene.unplayed], [300, [], []])
    },
    { skip: cli.skip },
  )
}
