import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engines } from '../engines/enabled.ts'
import { replay } from '../engines/replay/index.ts'
import { chooseEngine, type Runnable } from './choose-engine.ts'

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

test('a job that names none gets the default of the server where the skill allows it, else the first of the skill that is ready', () => {
  const chosen = (set: Engines, parts: Partial<Runnable> = {}) => chooseEngine(set, skill(parts), {}).engine
  assert.equal(chosen(engines()), 'codex')
  assert.equal(chosen(engines({ byDefault: 'replay' })), 'replay')
  assert.equal(chosen(engines({ byDefault: 'replay' }), { engines: ['codex'] }), 'codex')
  assert.equal(chosen(engines({ byDefault: 'codex', enabled: ['replay'] })), 'replay')
  assert.equal(chosen(engines({ built: { replay } })), 'replay')
})

test('a script needs no engine and no model, whatever is enabled', () => {
  const script = skill({ entrypoint: { kind: 'script', command: 'sh x' }, files: [] })
  assert.deepEqual(chooseEngine(engines({ enabled: [] }), script, { engine: 'codex', model: 'any' }), {
    engine: 'script',
    model: null,
  })
  assert.throws(() => chooseEngine(engines(), script, { engine: 'gemini' }), { code: 'SKILL_ENGINE_UNSUPPORTED' })
})

test('a model is one of those the engine has for the skill, the first when none is named', () => {
  const model = (asked?: string) => chooseEngine(engines(), skill({}), { model: asked }).model
  assert.deepEqual([model(), model('b')], ['default', 'b'])
  assert.throws(() => model('c'), { code: 'MODEL_UNKNOWN', details: { engine: 'codex', model: 'c', models: ['default', 'b'] } })
})
