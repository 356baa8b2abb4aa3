// A question of a run, with the inputs for its kind of reply.
import { sendReply } from './api.js'
import { el, problem } from './dom.js'
import { labeled } from './fields.js'
import { texts } from './texts.js'

/** @typedef {import('./api.js').Question} Question */
/** @typedef {(response: unknown, files?: readonly File[]) => Promise<void>} Answer */

/**
 * @param {string} job
 * @param {Question} question
 */
export function questionBox(job, question) {
  const problems = el('div')
  const key = crypto.randomUUID()
  /** @type {Answer} */
  const answer = async (response, files = []) => {
    box.disabled = true
    problems.replaceChildren()
    try {
      await sendReply(job, { interaction_id: question.interaction_id, response }, files, key)
    } catch (error) {
      // A rejected reply changes nothing: the question stays open.
      problems.replaceChildren(problem(error))
      box.disabled = false
    }
  }
  const expires = question.expires_at === null ? '' : texts.expires(new Date(question.expires_at).toLocaleTimeString())
  const box = el(
    'fieldset',
    { class: 'question', 'data-kind': question.kind },
    el('legend', {}, texts.question),
    el('p', {}, question.prompt),
    el('small', {}, expires),
    ...inputsOf(question, answer),
    problems,
  )
  return box
}

/**
 * @param {Question} question
 * @param {Answer} answer
 * @returns {Node[]}
 */
function inputsOf({ kind, options, required_fields, ui_hints }, answer) {
  switch (kind) {
    case 'choose_one': {
      const buttons = options.map(({ value, label }) => button(label, () => answer(value)))
      const isOpen = options.length === 0 || ui_hints['allow_other'] === true
      return isOpen ? [row(buttons), textForm(answer)] : [row(buttons)]
    }
    case 'confirm':
      return [row([button(texts.yes, () => answer(true)), button(texts.no, () => answer(false))])]
    case 'risk_ack':
      return [row([button(texts.accept, () => answer(true)), button(texts.decline, () => answer(false))])]
    case 'fill_fields':
      return [fieldsForm(required_fields.length > 0 ? required_fields : ['text'], answer)]
    case 'upload_files':
      return [filesForm(answer)]
    default:
      return [textForm(answer)]
  }
}

/**
 * @param {string} text
 * @param {() => void} onclick
 */
const button = (text, onclick) => el('button', { type: 'button', onclick }, text)

/** @param {readonly Node[]} nodes */
const row = (nodes) => el('div', { class: 'row' }, ...nodes)

/**
 * @param {(form: HTMLFormElement) => void} send
 * @param {...Node} inputs
 */
function formOf(send, ...inputs) {
  const form = el('form', {}, ...inputs, el('button', { type: 'submit' }, texts.send))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(form)
  })
  return form
}

/** @param {Answer} answer */
function textForm(answer) {
  const text = el('textarea', { required: true, rows: '2', 'aria-label': texts.question })
  return formOf(() => answer(text.value), text)
}

/**
 * @param {readonly string[]} names
 * @param {Answer} answer
 */
const fieldsForm = (names, answer) =>
  formOf(
    (form) => answer(Object.fromEntries(new FormData(form))),
    ...names.map((name) => labeled(name, el('input', { name, required: true }))),
  )

/** @param {Answer} answer */
function filesForm(answer) {
  const files = el('input', { type: 'file', multiple: true, required: true, 'aria-label': texts.question })
  return formOf(() => answer(null, [...(files.files ?? [])]), files)
}
