import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Recording } from '@agent-skill-runner/contract/recording.ts'
import type { Step } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import { agentSkill, answering, type Kit, kits, kitsHere, realCli, startEngineApp } from '../test/support/real-engine.ts'
import { ask, lasting, play, recordingOf, said, shipped } from '../test/support/recordings.ts'

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

const codexCli = await realCli('codex')
const summary = 'About a reminder to water plants, for my team. In their own words: Tell me which plant is dry.'
const kept = JSON.stringify({
  audience: 'my team',
  need: 'Tell me which plant is dry.',
  confirmed: true,
  summary,
  summary_file: 'artifacts/summary.md',
})

/** What the model says in the recordings that come with the built-in skills; the rest is the doing of the real CLI. */
const stories = [
  {
    skill: 'demo-interview',
    name: 'codex',
    job: {
      input: { topic: 'a reminder to water plants' },
      replies: ['my team', 'Tell me which plant is dry.', true],
      mode: 'interactive' as const,
    },
    steps: (kit: Kit): readonly Step[] => [
      {
        say: 'Three questions about a reminder to water plants.\n\n<ASK_USER_YAML>\nkind: choose_one\nprompt: Who is it for?\noptions: [myself, my team, everyone]\n</ASK_USER_YAML>',
        usage: { input: 900, output: 40 },
      },
      {
        say: 'For my team, then.\n\n<ASK_USER_YAML>\nkind: open_text\nprompt: What should it do?\n</ASK_USER_YAML>',
        usage: { input: 960, output: 30 },
      },
      {
        say: `This is what I understood: ${summary}\n\n<ASK_USER_YAML>\nkind: confirm\nprompt: Is this right?\n</ASK_USER_YAML>`,
        usage: { input: 1010, output: 45 },
      },
      {
        calls: [kit.shell(`printf '# Interview\\n\\n${summary}\\n' > artifacts/summary.md`)],
        usage: { input: 1070, output: 60 },
      },
      { calls: [kit.shell(`printf '%s' '${kept}' > result/result.json`)], usage: { input: 1150, output: 80 } },
      { say: 'Thank you. The summary is in artifacts/summary.md.\n\n__SKILL_DONE__: true', usage: { input: 1250, output: 20 } },
    ],
  },
  {
    skill: 'demo-echo',
    name: 'broken',
    job: { input: { text: 'Hello' }, replies: [], mode: 'auto' as const },
    steps: (): readonly Step[] => [{ status: 429, code: 'insufficient_quota', message: 'You exceeded your current quota.' }],
  },
]

for (const { skill, name, job, steps } of stories) {
  verifies(
    'recording.of-every-cli',
    `the recording ${name} of ${skill} is what codex does`,
    async () => {
      const kit = kits.find(({ engine }) => engine === 'codex')
      assert.ok(kit)
      const env = { SKILL_RUNNER_ENGINES: 'codex,replay' }
      await using app = await startEngineApp(kit, { steps: steps(kit) }, { cli: codexCli, env })
      const request = wanted(skill, job.mode, job.replies)
      const id = await ask(app, { ...request, job: { ...request.job, input: job.input } }, { engine: 'codex', model: kit.model })
      assert.deepEqual([app.scene.problems, app.scene.unplayed, app.model.problems], [[], [], []])
      const recording = await recordingOf(app, id)
      const file = shipped(skill, name)
      if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, `${JSON.stringify(recording, null, 2)}\n`)
      // A session is called otherwise each time.
      const withoutHandle = (value: Recording): unknown =>
        JSON.parse(JSON.stringify(lasting(value)).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'handle'))
      assert.deepEqual(withoutHandle(recording), withoutHandle(JSON.parse(readFileSync(file, 'utf8'))))
    },
    { skip: codexCli.skip },
  )
}
