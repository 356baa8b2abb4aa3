import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../test/verifies.ts'
import { messageIds, openEar } from '../src/attempt/hear.ts'
import { prepareEngine, type Resumed } from '../src/attempt/launch-engine.ts'
import type { Stage } from '../src/attempt/perform.ts'
import { openRefusals } from '../src/attempt/refusals.ts'
import type { RunIn } from '../src/domain/run.ts'
import { pinnedSkill } from '../src/skills/snapshot.ts'
import { dropHome, prepare } from '../src/workspace/prepare.ts'
import { run as execute } from '../test/support/children.ts'
import { agentSkill, answering, type EngineApp, kitsOfLongSuites, realCli, startEngineApp } from '../test/support/real-engine.ts'

for (const kit of kitsOfLongSuites) {
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
      await using app = await startEngineApp(kit, { steps }, { cli, skills: [agentSkill('stdout')] })
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
    attempt: number,
  } as RunIn<'running'>
  const { skill, folder: skillFolder } = await pinnedSkill(runner.layout.skills, run.skillDigest, run.skillId)
  assert.ok(skill.entrypoint.kind === 'prompt')
  const layout = runner.layout.run(run_id)
  const places = runner.sandbox.places({ workspace: layout.root, skill: skillFolder, home: layout.home, node: process.execPath })
  const identity = runner.identities?.take() ?? null
  await prepare(run, layout, identity)
  const { signal } = new AbortController()
  const refusals = openRefusals(runner.logger)
  const turn = resumed && { resumed, prompt: `Go on with ${skill.id}.`, isAddition: false }
  const more = { refusals, repair: 'off', turn, replies: [] } as const
  const stage: Stage = { run, skill, skillFolder, layout, places, mark: `test:${run_id}`, identity, signal, ...more }
  const start = await prepareEngine(runner, stage, skill.entrypoint)
  const begun = await start.begin()
  const ear = openEar(start.engine.parser(), messageIds(number), start.engine.usageIs)
  const { exit, lines } = await execute(app.folder, runner.sandbox.wrap(begun.launch))
  ear.lines(lines)
  ear.end(exit)
  await begun.keepSession(keepIn)
  await dropHome(layout)
  if (identity) runner.identities?.release(identity)
  return ear.heard()
}
