import assert from 'node:assert/strict'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import type { TestSkill } from '../support/skills.ts'
import { goOn, interactive, pendingOf } from '../support/talk.ts'
import { until } from '../support/until.ts'

const env = { SKILL_RUNNER_ENGINES: 'replay' }

verifies(
  'audit.one-log-of-events',
  'logs/events.jsonl has the events of all attempts, also of a run that is canceled',
  async () => {
    await using app = await startApp({ env })
    const id = await app.create('demo-interview', { engine: 'replay', runtime_options: interactive })
    await app.until(id, 'waiting_user')
    const folder = app.runFolder((await app.job(id)).run_id)
    const file = join(folder, 'logs/events.jsonl')
    const parts = () =>
      readdirSync(join(folder, '.audit'))
        .filter((name) => /^events\.\d+\.jsonl$/.test(name))
        .map((name) => readFileSync(join(folder, '.audit', name), 'utf8'))
    assert.ok(lstatSync(file).isSymbolicLink())
    assert.deepEqual([parts().length, readFileSync(file, 'utf8')], [1, parts().join('')])
    await goOn(app, id, (await pendingOf(app, id)).pending?.interaction_id ?? 0, 'myself')
    await app.post(`/v1/jobs/${id}/cancel`, {})
    await app.until(id, 'canceled')
    await until('the events are joined', () => !lstatSync(file).isSymbolicLink())
    assert.deepEqual([parts().length, readFileSync(file, 'utf8')], [2, parts().join('')])
    const types = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).event.type)
    assert.deepEqual([types[0], types.at(-1)], ['lifecycle.run.state_changed', 'lifecycle.run.terminal'])
    assert.deepEqual(readdirSync(join(folder, 'logs')).sort(), ['events.jsonl', 'stderr.txt', 'stdout.txt'])
  },
)

/** Prints these lines, and that is all. */
const prints = (id: string, ...lines: readonly string[]): TestSkill => ({
  id,
  runner: { engines: ['replay'], entrypoint: { type: 'prompt', prompt: { template: 'p.txt', result_mode: 'stdout' } } },
  files: { 'p.txt': 'Go.', 'assets/replay/default.json': JSON.stringify({ steps: lines.map((stdout) => ({ stdout })) }) },
})

verifies('output.candidates-in-order', 'where an engine answers in JSON, raw/ has that as a JSON file', async () => {
  const last = '{"type":"message","text":"{\\"ok\\":true}","final":true}'
  await using app = await startApp({
    env,
    skills: [
      prints('lines', '{"type":"turn","phase":"started"}', last),
      prints('document', '{', '  "ok": true', '}'),
      prints('talk', 'Nothing but words.'),
    ],
  })
  const jsonOf = async (skill: string) => {
    const { request_id } = await app.run(skill, { engine: 'replay' })
    const raw = join(app.runFolder((await app.job(request_id)).run_id), 'raw')
    return readdirSync(raw).includes('engine_output.json') ? readFileSync(join(raw, 'engine_output.json'), 'utf8') : null
  }
  assert.deepEqual([await jsonOf('lines'), await jsonOf('document'), await jsonOf('talk')], [last, '{\n  "ok": true\n}\n', null])
})
