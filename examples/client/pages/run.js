// One job: what happens, what it asks, and what it left.
import {
  artifactAddress,
  cancelJob,
  followEvents,
  getFields,
  getJob,
  getQuestion,
  hasEnded,
  readResult,
  uploadFiles,
} from './api.js'
import { el, inAddress, problem, show } from './dom.js'
import { eventRow } from './event-row.js'
import { fieldInput, filesIn } from './fields.js'
import './header.js'
import { questionBox } from './question.js'
import { texts } from './texts.js'

const id = inAddress('job')
const status = el('strong', { class: 'status' })
const about = el('p', { class: 'muted' })
const connection = el('p', { class: 'bad', role: 'status' })
const problems = el('div')
const events = el('ol', { class: 'events' })
/** The next thing to do or to read: an upload, a question, or the result. */
const next = el('section', { 'aria-live': 'polite' })
const cancel = el(
  'button',
  { type: 'button', class: 'quiet', onclick: () => cancelJob(id).then(refresh, showProblem) },
  texts.cancel,
)
const recording = el('a', { href: `replay.html?name=${encodeURIComponent(id)}` }, texts.recording)

/** The job is read once after the other, so that an older answer never replaces a newer one. */
const readInTurn = inTurn(readJob)

try {
  await readInTurn()
  show(
    el('h1', {}, status),
    about,
    connection,
    problems,
    next,
    el('h2', {}, texts.events),
    events,
    el('p', { class: 'row' }, cancel, recording),
  )
  followEvents(id, {
    onEvent(event) {
      const row = eventRow(event)
      if (row) events.append(row)
      if (event.type.startsWith('conversation.')) refresh()
    },
    onConnection(isOpen) {
      connection.textContent = isOpen ? '' : texts.lost
      if (isOpen) refresh()
    },
  })
} catch (error) {
  show(problem(error))
}

function refresh() {
  readInTurn().then(() => problems.replaceChildren(), showProblem)
}

/**
 * Each call begins when the one before has ended, however it ended.
 * @param {() => Promise<void>} act
 */
function inTurn(act) {
  let last = Promise.resolve()
  return () => {
    const result = last.then(act)
    last = result.catch(() => {})
    return result
  }
}

async function readJob() {
  const job = await getJob(id)
  status.textContent = texts.status[job.status]
  status.dataset['status'] = job.status
  about.textContent = [job.skill_id, job.engine, job.model, job.execution_mode, job.request_id].filter(Boolean).join(' · ')
  cancel.hidden = hasEnded(job.status)
  if (job.awaiting_upload) await showNext('upload', () => uploadForm(job.skill_id))
  else if (job.status === 'waiting_user') await showQuestion()
  else if (hasEnded(job.status)) await showNext('result', resultBox)
  else await showNext('', async () => '')
}

async function showQuestion() {
  const question = await getQuestion(id)
  if (question) await showNext(`question ${question.interaction_id}`, async () => questionBox(id, question))
}

/**
 * @param {string} what
 * @param {() => Promise<Node | string>} build
 */
async function showNext(what, build) {
  // An unchanged question keeps what was already written into it.
  if (what === next.dataset['shown']) return
  next.replaceChildren(await build())
  next.dataset['shown'] = what
}

/** @param {unknown} error */
function showProblem(error) {
  problems.replaceChildren(problem(error))
}

/** @param {string} skill */
async function uploadForm(skill) {
  const files = (await getFields(skill)).filter(({ source }) => source === 'file')
  const button = el('button', { type: 'submit' }, texts.upload)
  const inputs = files.map((field) => fieldInput(skill, field))
  const form = el('form', {}, el('p', {}, texts.uploadHint), ...inputs, button)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    uploadFiles(id, filesIn(form)).then(refresh, showProblem)
  })
  return form
}

async function resultBox() {
  const { data, artifacts, validation_warnings, error } = await readResult(id)
  const files = artifacts.map((artifact) => {
    const link = el('a', { href: artifactAddress(id, artifact), download: '' }, artifact.path)
    return el('li', {}, link, ' ', el('small', {}, `${artifact.size} B`))
  })
  const warnings = validation_warnings.map(({ message }) => el('li', {}, message))
  return el(
    'div',
    {},
    el('h2', {}, texts.result),
    error ? problem(error) : el('pre', {}, JSON.stringify(data, null, 2)),
    el('ul', { class: 'warnings' }, ...warnings),
    files.length > 0 ? el('h2', {}, texts.artifacts) : '',
    el('ul', {}, ...files),
  )
}
