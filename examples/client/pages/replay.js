// A recording, one step at a time: what was sent, and what came back. Nothing is sent to the server.
import { getRecording } from './api.js'
import { el, inAddress, problem, show } from './dom.js'
import './header.js'
import { texts } from './texts.js'

const name = inAddress('name')
try {
  const { steps } = await getRecording(name)
  if (steps.length === 0) show(el('p', {}, texts.noSteps))
  else showStep(steps, Math.min(Math.max(Number(inAddress('step')) || 1, 1), steps.length))
} catch (error) {
  show(problem(error))
}

/**
 * @param {readonly import('../lib/recording.js').Step[]} steps
 * @param {number} number Counts from 1, and is kept in the address: a link shows the same step.
 */
function showStep(steps, number) {
  const step = steps[number - 1]
  if (!step) return
  const { action, at, request, response } = step
  const go = (/** @type {number} */ to) => () => showStep(steps, to)
  history.replaceState(null, '', `?name=${encodeURIComponent(name)}&step=${number}`)
  document.onkeydown = ({ key }) => {
    if (key === 'ArrowLeft') showStep(steps, number - 1)
    if (key === 'ArrowRight') showStep(steps, number + 1)
  }
  show(
    el('h1', {}, texts.step(number, steps.length)),
    el(
      'div',
      { class: 'row' },
      el('button', { type: 'button', disabled: number === 1, onclick: go(number - 1) }, texts.previous),
      el('button', { type: 'button', disabled: number === steps.length, onclick: go(number + 1) }, texts.next),
    ),
    el('ol', { class: 'steps' }, ...steps.map((one, index) => stepLink(one.action, index + 1 === number, go(index + 1)))),
    el('p', { class: 'muted' }, `${texts.actions[action] ?? action} · ${new Date(at).toLocaleString()} · ${name}`),
    el(
      'div',
      { class: 'sides' },
      side('sent', texts.sent, [`${request.method} ${request.path}`, ...headersOf(request.headers)], request.body),
      side('received', texts.received, [String(response.status)], response.body),
    ),
  )
}

/** @param {Readonly<Record<string, string>>} headers */
function headersOf(headers) {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
}

/**
 * As in HTTP: a head, an empty line, and the body.
 *
 * @param {string} id
 * @param {string} title
 * @param {readonly string[]} head
 * @param {unknown} body
 */
function side(id, title, head, body) {
  const text = [...head, ...(body === null ? [] : ['', JSON.stringify(body, null, 2)])].join('\n')
  return el('section', { id }, el('h2', {}, title), el('pre', {}, text))
}

/**
 * @param {keyof typeof texts.actions} action
 * @param {boolean} isCurrent
 * @param {() => void} onclick
 */
function stepLink(action, isCurrent, onclick) {
  const current = isCurrent ? 'step' : 'false'
  return el(
    'li',
    {},
    el('button', { type: 'button', class: 'quiet', 'aria-current': current, onclick }, texts.actions[action] ?? action),
  )
}
