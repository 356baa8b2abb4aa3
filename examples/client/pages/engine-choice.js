// In which mode a skill runs, and by which engine, model and effort. Left alone, the server chooses.
import { listEngines, listModels } from './api.js'
import { el } from './dom.js'
import { choice, fill, labeled } from './fields.js'
import { texts } from './texts.js'

const automatic = /** @type {const} */ (['', texts.automatic])

/** @param {import('./api.js').Skill} skill */
export async function engineChoice({ execution_modes, effective_engines }) {
  const ready = (await listEngines()).filter((one) => one.ready).map(({ engine }) => engine)
  // The skill says in which modes it can run; the choice is sent as runtime_options.execution_mode.
  const mode = choice('execution_mode', execution_modes.map(asItIs))
  const engine = choice('engine', [
    automatic,
    ...effective_engines.map(
      (name) => /** @type {const} */ ([name, ready.includes(name) ? name : `${name} (${texts.notReady})`]),
    ),
  ])
  const model = choice('model', [automatic])
  const effort = choice('effort', [automatic])

  /** @type {readonly import('./api.js').Model[]} */
  let models = []
  engine.addEventListener('change', async () => {
    const asked = engine.value
    const found = asked === '' ? [] : await listModels(asked)
    // Meanwhile somebody may have chosen another engine.
    if (asked !== engine.value) return
    models = found
    fill(model, [automatic, ...models.map(({ id, display_name }) => /** @type {const} */ ([id, display_name]))])
    model.dispatchEvent(new Event('change', { bubbles: true }))
  })
  model.addEventListener('change', () => {
    const efforts = models.find(({ id }) => id === model.value)?.supported_effort ?? []
    fill(effort, [automatic, ...efforts.map(asItIs)])
  })
  return el(
    'div',
    { class: 'row' },
    labeled(texts.mode, mode),
    labeled(texts.engine, engine),
    labeled(texts.model, model),
    labeled(texts.effort, effort),
  )
}

/** @param {string} name */
const asItIs = (name) => /** @type {const} */ ([name, name])
