import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../test/verifies.ts'
import { fillHome } from '../src/attempt/fill-home.ts'
import { messageIds, openEar } from '../src/attempt/hear.ts'
import { prepareAttempt } from '../src/attempt/prepare.ts'
import { prepareEngine } from '../src/attempt/prepare-engine.ts'
import type { Resumed } from '../src/attempt/session.ts'
import type { RunIn } from '../src/domain/run.ts'
import { copyFiles } from '../src/workspace/copy-files.ts'
import { dropHome } from '../src/workspace/prepare.ts'
import { layOutWork } from '../src/workspace/work-folder.ts'
import { run as execute } from '../test/support/children.ts'
import { agentSkill, answering, type EngineApp, kitsHere, realCli, startEngineApp } from '../test/support/real-engine.ts'

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)

  verifies(
    ['engine.resume', 'engine.usage-is-right'],
    `${kit.title}: a second attempt in a fresh home goes on with the session of the first, and its tokens are counted once`,
    async () => {
      const steps = [
        ...answering(kit, 'The word is heron.', { usage: { input: 100, output: 10 } }),
        ...answering(kit, '{"ok":true}', {
          usage: { input: 200, output: 20 },
          expect: { history: ['agent-stdout', 'The word is heron.', 'agent-stdout'] },
        }),
      ]
      // The attempts of this test have no gate.
      const env = { SKILL_RUNNER_ENGINE_NETWORK: 'host' }
      await using app = await startEngineApp(kit, { steps }, { cli, env, skills: [agentSkill('stdout')] })
      const files = join(app.folder, 'session')
      mkdirSync(files)
      const first = await attempt(app, kit.engine, kit.model, 1, null, files)
      assert.equal(first.message, 'The word is heron.')
      assert.ok(first.session)
      const second = await attempt(app, kit.engine, kit.model, 2, { handle: first.session, files }, files)
      assert.deepEqual([second.session, second.message, second.failure], [first.session, '{"ok":true}', null])
      const counts = [first.usage?.input, second.usage?.input]
      assert.deepEqual(counts, ['codex', 'qwen'].includes(kit.engine) ? [100, 300] : [100, 200])
      assert.deepEqual([app.scene.problems, app.scene.unplayed], [[], []])
    },
    { skip: cli.skip },
  )
}

/** One attempt as the runner makes it, but for the records: a home that is fresh, a child in the sandbox, its words heard. */
async function attempt(app: EngineApp, engine: string, model: string, number: number, resumed: Resumed | null, keepIn: string) {
  const { runner } = app.app
  const id = await app.create('agent-stdout', { engine, model, await_upload: true })
  const { run_id } = await app.job(id)
  const queued = await runner.store.runs.get(run_id)
  assert.ok(queued)
  const run = {
    ...queued,
    state: 'running',
    owner: 'test',
    cancelRequestedAt: null,
    process: null,
    // What a later attempt reads of the one before is brought by hand.
    attempt: 1,
  } as RunIn<'running'>
  const identity = runner.identities?.take() ?? null
  const { signal } = new AbortController()
  const ready = await prepareAttempt(runner, { run, job: null, signal, logger: runner.logger }, identity)
  await using _audit = ready.audit
  const { skill, layout } = ready
  assert.ok(skill.entrypoint.kind === 'prompt')
  const turn = resumed && { resumed, prompt: `Go on with ${skill.id}.`, isAddition: false }
  const start = await prepareEngine(runner, ready, skill.entrypoint, turn)
  const begun = await fillHome(runner, ready, start)
  const ear = openEar(start.engine.parser(), messageIds(number), start.engine.usageIs)
  await layOutWork(layout.work, begun.launch)
  const { exit, lines } = await execute(app.folder, runner.sandbox.wrap(begun.launch))
  ear.lines(lines)
  ear.end(exit)
  if (start.engine.sessionFiles) await copyFiles(layout.home, keepIn, start.engine.sessionFiles, { isLasting: true })
  await dropHome(layout)
  if (identity) runner.identities?.release(identity)
  return ear.heard()
}
