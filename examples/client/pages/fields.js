// The inputs of a form.
import { el } from './dom.js'
import { isText, nameOf } from './job.js'
import { texts } from './texts.js'

/** @typedef {import('./api.js').Field} Field */

/**
 * @param {string} text
 * @param {HTMLElement} input
 * @param {string} [hint]
 */
export const labeled = (text, input, hint = '') => el('label', {}, el('span', {}, text), input, el('small', {}, hint))

/**
 * @param {string} name
 * @param {readonly (readonly [value: string, label: string])[]} options
 */
export function choice(name, options) {
  const select = el('select', { name })
  fill(select, options)
  return select
}

/**
 * @param {HTMLSelectElement} select
 * @param {readonly (readonly [value: string, label: string])[]} options
 */
export const fill = (select, options) =>
  select.replaceChildren(...options.map(([value, label]) => el('option', { value }, label)))

/** Values that the built-in demos can be run with at once. */
const examples = /** @type {Readonly<Record<string, string>>} */ ({
  'demo-prime-number input.numbers': '[2, 9, 17, 91, 97]',
  'demo-echo input.text': 'Hello',
})

/**
 * One field of a skill: a file, one of a list, a text, or JSON.
 *
 * @param {string} skill
 * @param {Field} field
 */
export function fieldInput(skill, field) {
  const { schema, required, source } = field
  const name = nameOf(field)
  const hint = typeof schema['description'] === 'string' ? schema['description'] : ''
  const label = `${field.name}${required ? ' *' : ''}`
  if (source === 'file') return labeled(label, el('input', { type: 'file', name, required }), hint)
  const options = schema['enum']
  if (Array.isArray(options)) {
    const values = options.map(String).map((value) => /** @type {const} */ ([value, value]))
    return labeled(label, choice(name, required ? values : [['', texts.automatic], ...values]), hint)
  }
  const fallback = schema['default']
  const placeholder = fallback === undefined ? '' : typeof fallback === 'string' ? fallback : JSON.stringify(fallback)
  const input = el('textarea', { name, required, placeholder, rows: '1', class: isText(field) ? '' : 'json' })
  input.value = examples[`${skill} ${name}`] ?? ''
  return labeled(label, input, isText(field) ? hint : `${hint} (JSON)`)
}

/** Options of every job; the server has defaults for all of them. */
export const runtimeOptions = () =>
  el(
    'details',
    {},
    el('summary', {}, texts.options),
    checkbox('no_cache', texts.noCache),
    checkbox('interactive_auto_reply', texts.autoReply),
    el(
      'div',
      { class: 'row' },
      labeled(texts.timeout, el('input', { type: 'number', name: 'timeout_sec', min: '1', max: '86400' })),
      labeled(
        texts.replyTimeout,
        el('input', { type: 'number', name: 'interactive_reply_timeout_sec', min: '1', max: '604800' }),
      ),
      labeled(
        texts.repair,
        choice(
          'output_repair',
          ['', 'off', 'program', 'engine'].map((value) => [value, value || texts.automatic]),
        ),
      ),
    ),
  )

/**
 * @param {string} name
 * @param {string} text
 */
const checkbox = (name, text) => el('label', { class: 'check' }, el('input', { type: 'checkbox', name }), el('span', {}, text))

/**
 * The files that were chosen, by the name of their input.
 *
 * @param {HTMLFormElement} form
 */
export function filesIn(form) {
  /** @type {Record<string, File>} */
  const files = {}
  for (const [name, value] of new FormData(form))
    if (value instanceof File && value.name !== '') files[name.replace(/^(input|parameter)\./, '')] = value
  return files
}

/**
 * What was written and chosen, by the name of the element.
 *
 * @param {HTMLFormElement} form
 */
export const textsIn = (form) =>
  Object.fromEntries([...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
