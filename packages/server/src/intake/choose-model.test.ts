import assert from 'node:assert/strict'
import { verifies } from '../../../../test/verifies.ts'
import { codex } from '../engines/codex/index.ts'
import type { Model } from '../engines/models.ts'
import { chooseModel, type ModelWish } from './choose-model.ts'

const model = (id: string, ...aliases: string[]): Model => ({ id, name: id, aliases })
const catalogue = {
  models: [model('one@low', 'one'), model('one@high'), { ...model('gone@low', 'gone'), deprecated: true as const }],
  fallbackReason: null,
}

const choose = (wish: Partial<ModelWish>, passesUnknown = false) => {
  const { model, warnings } = chooseModel(
    codex,
    catalogue,
    { skill: 's', job: null, config: {}, asked: {}, ...wish },
    passesUnknown,
  )
  return [model, warnings.map(({ code }) => code)]
}

verifies('engine.models-of-skills', 'what a skill recommends and nobody knows gives way to the default, with a warning', () => {
  assert.deepEqual(choose({}), ['one@low', []])
  assert.deepEqual(choose({ asked: { model: 'one', model_reasoning_effort: 'high' } }), ['one@high', []])
  const { warnings } = chooseModel(
    codex,
    catalogue,
    { skill: 'old-one', job: null, config: {}, asked: { model: 'gpt-4' } },
    false,
  )
  assert.deepEqual(warnings, [
    {
      code: 'MODEL_REPLACED',
      message: 'The skill old-one recommends the model gpt-4, which codex does not list. Its default is used: one@low.',
      level: 'warning',
      normalization_level: null,
      details: { skill_id: 'old-one', engine: 'codex', recommended: 'gpt-4', model: 'one@low' },
    },
  ])
  // Of a name from the caller and an effort from the skill that do not go together the name counts.
  const config = { model: 'one' }
  assert.deepEqual(choose({ config, asked: { ...config, model_reasoning_effort: 'ultra' } }), ['one@low', []])
})

verifies('engine.models-of-skills', 'a retired model is passed on with a warning, whoever names it', () => {
  assert.deepEqual(choose({ job: 'gone' }), ['gone@low', ['MODEL_DEPRECATED']])
  assert.deepEqual(choose({ asked: { model: 'gone' } }), ['gone@low', ['MODEL_DEPRECATED']])
})

verifies(
  'engine.models-of-skills',
  'what a caller names and nobody knows is refused with the nearest names, or passed on',
  () => {
    const details = { engine: 'codex', nearest: ['one', 'gone'], models: ['one@low', 'one@high', 'gone@low'] }
    const refusal = { code: 'MODEL_UNKNOWN', details: { ...details, model: 'onee' } }
    assert.throws(() => choose({ job: 'onee' }), refusal)
    assert.throws(() => choose({ config: { model: 'onee' }, asked: { model: 'onee' } }), refusal)
    assert.throws(() => choose({ job: 'no-such' }), {
      code: 'MODEL_UNKNOWN',
      details: { ...details, model: 'no-such', nearest: [] },
    })
    assert.deepEqual(choose({ job: 'brand-new' }, true), ['brand-new', ['MODEL_NOT_LISTED']])
  },
)
