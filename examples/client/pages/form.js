// The form that runs a skill, made from what the server says about it.
import { createJob, getFields, getSkill, uploadFiles } from './api.js'
import { el, inAddress, problem, show } from './dom.js'
import { engineChoice } from './engine-choice.js'
import { fieldInput, filesIn, runtimeOptions, textsIn } from './fields.js'
import './header.js'
import { jobOf } from './job.js'
import { texts } from './texts.js'

/** @typedef {import('./api.js').Field} Field */

const id = inAddress('skill')
const request = el('pre')
const problems = el('div')
const button = el('button', { type: 'submit' }, texts.run)

try {
  const [skill, fields] = await Promise.all([getSkill(id), getFields(id)])
  const form = el(
    'form',
    {},
    part('input', fields),
    part('parameter', fields),
    el('fieldset', {}, el('legend', {}, texts.how), await engineChoice(skill), runtimeOptions()),
    el('details', {}, el('summary', {}, texts.request), request),
    problems,
    button,
  )
  listen(form, fields)
  show(el('h1', {}, skill.id), el('p', {}, skill.description), form)
} catch (error) {
  show(problem(error))
}

/**
 * @param {Field['part']} name
 * @param {readonly Field[]} fields
 */
function part(name, fields) {
  const own = fields.filter((field) => field.part === name)
  return own.length === 0 ? '' : el('fieldset', {}, el('legend', {}, texts[name]), ...own.map((field) => fieldInput(id, field)))
}

/**
 * @param {HTMLFormElement} form
 * @param {readonly Field[]} fields
 */
function listen(form, fields) {
  // The same key for the same job: if the answer was lost, sending it again creates no second job.
  let key = ''
  const changed = () => {
    key = crypto.randomUUID()
    request.textContent = `POST /v1/jobs\n\n${JSON.stringify(jobOf(id, fields, textsIn(form)), null, 2)}`
  }
  form.addEventListener('input', changed)
  form.addEventListener('change', changed)
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    problems.replaceChildren()
    try {
      const { request_id, awaiting_upload } = await createJob(jobOf(id, fields, textsIn(form)), key)
      const page = `run.html?job=${encodeURIComponent(request_id)}`
      if (awaiting_upload) await uploadOrSay(request_id, filesIn(form), page)
      else location.href = page
    } catch (error) {
      problems.replaceChildren(problem(error))
      button.disabled = false
    }
  })
  changed()
}

/**
 * If the upload is rejected, the job keeps waiting, and its page takes other files.
 *
 * @param {string} job
 * @param {Readonly<Record<string, File>>} files
 * @param {string} page
 */
async function uploadOrSay(job, files, page) {
  try {
    await uploadFiles(job, files)
    location.href = page
  } catch (error) {
    problems.replaceChildren(problem(error), el('a', { href: page }, texts.uploadAgain))
  }
}
