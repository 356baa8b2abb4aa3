// What a person entered → the job to create. Pure, and so tested without a browser.

/** @typedef {import('./api.js').Field} Field */
/** @typedef {Readonly<Record<string, string>>} Entered By the name of the form element; a checkbox is there if it is on. */

/** @param {Pick<Field, 'part' | 'name'>} field */
export const nameOf = ({ part, name }) => `${part}.${name}`

/**
 * What was left empty is left out, so that the defaults of the skill and of the server apply.
 *
 * @param {string} skill
 * @param {readonly Field[]} fields
 * @param {Entered} entered
 */
export function jobOf(skill, fields, entered) {
  return {
    skill_id: skill,
    ...chosen(entered, 'engine', 'model', 'effort'),
    input: valuesOf('input', fields, entered),
    parameter: valuesOf('parameter', fields, entered),
    runtime_options: {
      ...chosen(entered, 'execution_mode', 'output_repair'),
      ...flags(entered, 'no_cache', 'interactive_auto_reply'),
      ...numbers(entered, 'timeout_sec', 'interactive_reply_timeout_sec'),
    },
  }
}

/**
 * @param {Field['part']} part
 * @param {readonly Field[]} fields
 * @param {Entered} entered
 */
function valuesOf(part, fields, entered) {
  const filled = fields.filter((field) => field.part === part && field.source === 'inline' && entered[nameOf(field)])
  return Object.fromEntries(filled.map((field) => [field.name, readValue(field, entered[nameOf(field)] ?? '')]))
}

/**
 * What is not JSON is sent as the text that it is; the server then says what is wrong with it.
 *
 * @param {Field} field
 * @param {string} text
 */
function readValue(field, text) {
  if (isText(field)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * A field is entered as text if its schema asks for one, and as JSON otherwise.
 *
 * @param {Field} field
 */
export const isText = ({ schema }) => schema['type'] === 'string'

/**
 * @param {Entered} entered
 * @param {...string} names
 */
const chosen = (entered, ...names) =>
  Object.fromEntries(names.filter((name) => entered[name]).map((name) => [name, entered[name]]))

/**
 * @param {Entered} entered
 * @param {...string} names
 */
const flags = (entered, ...names) => Object.fromEntries(names.filter((name) => name in entered).map((name) => [name, true]))

/**
 * @param {Entered} entered
 * @param {...string} names
 */
const numbers = (entered, ...names) =>
  Object.fromEntries(names.filter((name) => entered[name]).map((name) => [name, Number(entered[name])]))
