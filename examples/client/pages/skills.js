// The first page: the skills of the server, and what was recorded.
import { listRecordings, listSkills } from './api.js'
import { el, problem, show } from './dom.js'
import './header.js'
import { texts } from './texts.js'

const skills = el('section', {}, el('h1', {}, texts.skills))
const recordings = el('section', {}, el('h2', {}, texts.recordings))
show(skills, recordings)
await Promise.all([
  listSkills()
    .then(showSkills)
    .catch((error) => skills.append(problem(error))),
  listRecordings()
    .then(showRecordings)
    .catch((error) => recordings.append(problem(error))),
])

/** @param {Awaited<ReturnType<typeof listSkills>>} found */
function showSkills(found) {
  skills.append(el('p', { class: 'muted' }, found.length > 0 ? texts.skillsHint : texts.noSkills))
  for (const { id, version, description, health, health_error } of found) {
    const name = health === 'healthy' ? el('a', { href: `form.html?skill=${encodeURIComponent(id)}` }, id) : id
    const head = el('h2', {}, name, ' ', el('small', {}, version))
    skills.append(el('article', {}, head, el('p', {}, description), el('p', { class: 'bad' }, health_error ?? '')))
  }
}

/** @param {Awaited<ReturnType<typeof listRecordings>>} found */
function showRecordings(found) {
  if (found.length === 0) recordings.append(el('p', { class: 'muted' }, texts.noRecordings))
  const rows = found.map(({ name, skill_id, at, steps }) => {
    const link = el('a', { href: `replay.html?name=${encodeURIComponent(name)}` }, skill_id ?? name)
    return el('li', {}, link, ' ', el('small', {}, `${texts.steps(steps)} · ${new Date(at).toLocaleString()} · ${name}`))
  })
  recordings.append(el('ul', {}, ...rows))
}
