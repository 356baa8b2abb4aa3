import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Usage } from '@agent-skill-runner/contract/job.ts'
import type { Step } from '@agent-skill-runner/scripted-model'
import { verifies } from '../../../test/verifies.ts'
import { agentSkill, answering, type Kit, kitsHere, realCli, startEngineApp } from '../test/support/real-engine.ts'

const used = (input: number): { usage: { input: number; output: number } } => ({ usage: { input, output: 10 } })

/** Whose tokens are known after each call of the model, so that the next call is not made. */
const tellsEarly: readonly string[] = ['claude', 'opencode', 'qwen']

/** One call of a tool that takes its time, then the answer. */
const working = (kit: Kit): readonly Step[] => [
  { ...used(100), calls: [kit.shell('sleep 5; echo done')] },
  ...answering(kit, '{"ok":true}', used(100)),
]

const tokensIn = (usage: Usage | null | undefined): number => (usage ? usage.input_tokens + usage.output_tokens : 0)

for (const kit of kitsHere.filter(({ engine }) => engine !== 'iflow')) {
  const cli = await realCli(kit.engine)
  const open = (steps: readonly Step[], more: object = {}) =>
    startEngineApp(kit, { steps: [...steps] }, { cli, skills: [agentSkill('stdout')], ...more })
  const proves = (name: string, body: () => Promise<void>) =>
    verifies('budget.ends-a-run', `${kit.title}: ${name}`, body, { skip: cli.skip })

  proves('a run that passes its tokens ends with BUDGET_EXCEEDED, as soon as its CLI tells', async () => {
    const isEarly = tellsEarly.includes(kit.engine)
    await using app = await open(working(kit))
    const asked = { engine: kit.engine, model: kit.model, runtime_options: { max_tokens: 50 } }
    const { request_id: id, result } = await app.run('agent-stdout', asked)
    const { run_id, usage } = await app.job(id)
    const { reason } = JSON.parse(readFileSync(join(app.runFolder(run_id), '.audit/meta.1.json'), 'utf8'))
    if (isEarly) assert.equal(reason, 'canceled')
    const { used: told, ...details } = (result?.error?.details ?? {}) as { used: number }
    assert.deepEqual([result?.error?.code, details], ['BUDGET_EXCEEDED', { budget: 'max_tokens', limit: 50, set_by: 'job' }])
    assert.equal(told, tokensIn(usage))
    assert.ok(isEarly ? told >= 100 && told < 200 : told >= 200, `${told} were told`)
  })

  if (kit.engine === 'claude')
    proves('it is told what it may cost, and stops by itself after the call that costs more', async () => {
      await using app = await open(working(kit))
      const asked = { engine: kit.engine, model: kit.model, runtime_options: { max_cost_usd: 0.0001 } }
      const { result } = await app.run('agent-stdout', asked)
      const { used: told, ...details } = (result?.error?.details ?? {}) as { used: number }
      assert.deepEqual(
        [result?.error?.code, details, app.scene.requests.length],
        ['BUDGET_EXCEEDED', { budget: 'max_cost_usd', limit: 0.0001, set_by: 'job' }, 1],
      )
      assert.equal(told, result?.usage?.cost_usd)
      assert.ok(told > 0.0001)
    })

  proves('the same run with a larger budget, or with none, goes on to its end', async () => {
    await using app = await open([...working(kit), ...working(kit)])
    for (const options of [{ max_tokens: 10_000 }, {}]) {
      const { result } = await app.run('agent-stdout', { engine: kit.engine, model: kit.model, runtime_options: options })
      assert.deepEqual([result?.error, result?.data], [null, { ok: true }])
    }
    assert.deepEqual([app.scene.problems, app.scene.unplayed], [[], []])
  })

  verifies(
    'engine.fails-over',
    `${kit.title}: a provider that is over its limit brings the next engine, and one that failed after a tool does not`,
    async () => {
      const replay = { turns: [{ steps: [{ message: '{"ok":true,"note":"replay"}', final: true }] }] }
      const skills = [agentSkill('stdout', { files: { 'assets/replay/default.json': JSON.stringify(replay) } })]
      const limited = Array.from({ length: kit.tries ?? 1 }, (): Step => ({ status: 429 }))
      const env = { SKILL_RUNNER_ENGINES: `${kit.engine},replay` }
      const asked = { engines: [kit.engine, 'replay'], model: kit.model }
      await using app = await open(limited, { skills, env })
      const { result } = await app.run('agent-stdout', asked)
      assert.deepEqual(
        [result?.error, result?.data, result?.engines_tried?.map(({ engine, error_code }) => [engine, error_code])],
        [null, { ok: true, note: 'replay' }, [[kit.engine, 'RATE_LIMITED']]],
      )
      await using other = await open([{ calls: [kit.shell('echo seen')] }, ...limited], { skills, env })
      const { result: ended } = await other.run('agent-stdout', asked)
      assert.deepEqual([ended?.error?.code, ended?.engines_tried], ['RATE_LIMITED', undefined])
    },
    { skip: cli.skip },
  )
}
