import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineList } from '@agent-skill-runner/contract/engine.ts'
import { startApp } from '../../packages/server/test/support/app.ts'
import { program } from './program.ts'

/** The same copy with the folder and the captures, and without the line. */

test('without its line nobody knows the seventh engine', async () => {
  await assert.rejects(startApp({ env: { SKILL_RUNNER_TOY_BIN: program } }), {
    message:
      'SKILL_RUNNER_TOY_BIN names "toy", which is not an engine. Choose from codex, gemini, iflow, opencode, claude, qwen, replay.',
  })
  await using app = await startApp()
  const { engines } = (await app.get<EngineList>('/v1/engines')).body
  assert.deepEqual(
    engines.map(({ engine }) => engine),
    ['codex', 'gemini', 'iflow', 'opencode', 'claude', 'qwen', 'replay'],
  )
})
