import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engines } from '../engines/enabled.ts'
import { replay } from '../engines/replay/index.ts'
import { enginesFor, type Problem, type Runnable } from './choose-engine.ts'

const skill = (parts: Partial<Runnable>): Runnable => ({
  engines: ['codex', 'replay'],
  files: ['assets/replay/default.json', 'assets/replay/b.json'],
  entrypoint: { kind: 'prompt', templates: [], resultMode: 'file' },
  ...parts,
})

/** Two engines that can both run: who comes first is then a matter of choice. */
const engines = (parts: Partial<Engines> = {}): Engines => ({
  enabled: ['codex', 'replay'],
  byDefault: null,
  built: { codex: replay, replay },
  ...parts,
})

const noProblem: Problem = () => null
const choose = (set: Engines, one: Runnable, asked?: string, problem = noProblem) => enginesFor(set, one, asked, problem)

test('a job that names none gets the default of the server where the skill allows it, then those of the skill that are ready', () => {
  assert.deepEqual(choose(engines(), skill({})), ['codex', 'replay'])
  assert.deepEqual(choose(engines({ byDefault: 'replay' }), skill({})), ['replay', 'codex'])
  assert.deepEqual(choose(engines({ byDefault: 'replay' }), skill({ engines: ['codex'] })), ['codex'])
  assert.deepEqual(choose(engines({ byDefault: 'codex', enabled: ['replay'] }), skill({})), ['replay'])
  assert.deepEqual(choose(engines({ built: { replay } }), skill({})), ['replay'])
  assert.deepEqual(choose(engines(), skill({}), 'replay'), ['replay'])
  const onlyCodexMissing: Problem = (name) => (name === 'codex' ? 'It is not installed.' : null)
  assert.deepEqual(choose(engines({ byDefault: 'codex' }), skill({}), undefined, onlyCodexMissing), ['replay'])
})

test('an engine whose program is not there is not ready, and the reason says what to do', () => {
  const missing: Problem = () => 'It is not installed.'
  const expected = { code: 'ENGINE_NOT_READY', details: { engine: 'codex', reasons: { codex: 'It is not installed.' } } }
  assert.throws(() => choose(engines(), skill({}), 'codex', missing), expected)
  const both = { codex: 'It is not installed.', replay: 'It is not installed.' }
  assert.throws(() => choose(engines(), skill({}), undefined, missing), {
    code: 'ENGINE_NOT_READY',
    details: { engine: 'codex', reasons: both },
  })
})

test('a script needs no engine, whatever is enabled; one that is named must be allowed all the same', () => {
  const script = skill({ entrypoint: { kind: 'script', command: 'sh x' }, files: [] })
  assert.deepEqual(choose(engines({ enabled: [] }), script, 'codex'), [])
  assert.throws(() => choose(engines(), script, 'gemini'), { code: 'SKILL_ENGINE_UNSUPPORTED' })
})

test('who names an engine that a skill does not run on is told whether the server or the skill is the reason', () => {
  const refusal = (reason: string) => ({
    code: 'SKILL_ENGINE_UNSUPPORTED',
    details: { engine: 'replay', effective_engines: ['codex'], reason },
  })
  const one = skill({ engines: ['codex'] })
  assert.throws(
    () => choose(engines({ enabled: ['codex'] }), one, 'replay'),
    refusal('There is no such engine, or it is not enabled on this server; see SKILL_RUNNER_ENGINES.'),
  )
  assert.throws(
    () => choose(engines(), one, 'replay'),
    refusal('The skill leaves it out; see engines and unsupported_engines of its runner.json.'),
  )
})
