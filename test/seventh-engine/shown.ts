import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { EngineList } from '@agent-skill-runner/contract/engine.ts'
import type { JobResult } from '@agent-skill-runner/contract/job.ts'
import { engines } from '../../packages/server/src/engines/index.ts'
import { byHand } from '../../packages/server/test/captures/toy/by-hand.ts'
import { startApp } from '../../packages/server/test/support/app.ts'
import { provesCaptures } from '../../packages/server/test/support/capture-suite.ts'
import { agentSkill } from '../../packages/server/test/support/real-engine.ts'
import { goOn, interactive, pendingOf } from '../../packages/server/test/support/talk.ts'
import { program } from './program.ts'

/** What has to hold of the seventh engine in the copy that it was added to; ../seventh-engine.test.ts runs it there. */

const toy = engines['toy']
assert.ok(toy, 'toy is in the list')

const painting = {
  type: 'object',
  properties: { color: { enum: ['red', 'blue'] }, turns: { type: 'integer' } },
  required: ['color', 'turns'],
  additionalProperties: false,
}
const skill = agentSkill('stdout', { output: painting, runner: { execution_modes: ['auto', 'interactive'] } })

provesCaptures({ title: 'the toy', engine: 'toy', parser: toy.parser, byHand, least: 4 })

const app = await startApp({ env: { SKILL_RUNNER_TOY_BIN: program }, skills: [skill] })
after(() => app[Symbol.asyncDispose]())
// A program that was named has to be asked first.
await app.app.runner.installations.refresh()

test('it is listed, behind the others', async () => {
  const { engines } = (await app.get<EngineList>('/v1/engines')).body
  assert.deepEqual(
    engines.map(({ engine }) => engine),
    ['codex', 'gemini', 'iflow', 'opencode', 'claude', 'qwen', 'replay', 'toy'],
  )
  assert.deepEqual(engines.at(-1), {
    engine: 'toy',
    enabled: true,
    installed: true,
    cli_version: '1.0.0',
    pinned_version: '1.0.0',
    notice: null,
    auth_ready: true,
    sandbox_status: app.app.runner.sandbox.status,
    models_count: 1,
    default_model: 'toy-1',
    can: { resume: true, output_schema: false },
    ready: true,
    reason_code: null,
    reason: null,
  })
})

test('it runs a job to a validated result', async () => {
  const { result } = await app.run(skill.id, { engine: 'toy' })
  assert.deepEqual([result?.error, result?.data, result?.usage?.input_tokens], [null, { color: 'red', turns: 1 }, 12])
})

test('it asks, is answered, and goes on in the same session to a validated result', async () => {
  const id = await app.create(skill.id, { engine: 'toy', runtime_options: interactive })
  const first = await app.until(id, 'waiting_user', 'failed', 'succeeded')
  assert.deepEqual([first.status, first.error], ['waiting_user', null])
  const { pending } = await pendingOf(app, id)
  assert.deepEqual([pending?.prompt, pending?.options.map(({ value }) => value)], ['Which color is it?', ['red', 'blue']])
  const last = await goOn(app, id, 1, 'blue')
  assert.deepEqual([last.status, last.error, last.attempt_number], ['succeeded', null, 2])
  const { result } = (await app.get<{ result: JobResult }>(`/v1/jobs/${id}/result`)).body
  assert.deepEqual([result.data, result.usage?.input_tokens], [{ color: 'blue', turns: 2 }, 24])
})
