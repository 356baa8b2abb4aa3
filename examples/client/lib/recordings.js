// The folder of recordings: one JSON file for each job, named after its id.
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** @typedef {import('./recording.js').Step} Step */
/** @typedef {{ name: string, steps: Step[] }} Recording */
/** @typedef {{ kind: 'found', recording: Recording } | { kind: 'missing' } | { kind: 'invalid' }} Found */

/**
 * Names come from addresses and from the server. Without dots and slashes, a name cannot lead out of the folder.
 *
 * @param {string} name
 */
export const isName = (name) => /^[\w-]{1,128}$/.test(name)

/**
 * @param {string} folder
 * @param {{ isAllowed?: typeof isName }} [guards] Tests replace the guard to show what it prevents.
 */
export function openRecordings(folder, { isAllowed = isName } = {}) {
  // Steps are added one after the other: each reads the file, and writes it with one step more.
  let last = Promise.resolve()

  /** @param {{ name: string, step: Step }} added */
  const add = (added) => {
    last = last.then(() => write(added)).catch((error) => console.error(`Not recorded: ${error.message}`))
    return last
  }

  /** @param {{ name: string, step: Step }} added */
  const write = async ({ name, step }) => {
    if (!isAllowed(name)) throw new Error(`${JSON.stringify(name)} cannot be the name of a recording.`)
    const found = await read(name)
    if (found.kind === 'invalid') throw new Error(`${name}.json is not a recording of this client.`)
    const steps = found.kind === 'found' ? found.recording.steps : []
    if (isRepeated(steps.at(-1), step)) return
    await mkdir(folder, { recursive: true })
    // First beside it, so that a reader never sees half a file.
    const file = join(folder, `${name}.json`)
    await writeFile(`${file}.new`, `${JSON.stringify({ steps: [...steps, step] }, null, 2)}\n`)
    await rename(`${file}.new`, file)
  }

  /**
   * @param {string} name
   * @returns {Promise<Found>}
   */
  const read = async (name) => {
    if (!isAllowed(name)) return { kind: 'missing' }
    const text = await readFile(join(folder, `${name}.json`), 'utf8').catch((error) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (text === null) return { kind: 'missing' }
    const steps = parse(text)
    return steps === null ? { kind: 'invalid' } : { kind: 'found', recording: { name, steps } }
  }

  /** Newest first; `at` is when it began. */
  const list = async () => {
    const files = await readdir(folder).catch(() => [])
    const names = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length))
    const found = await Promise.all(names.filter(isAllowed).map(read))
    return found.flatMap((one) => (one.kind === 'found' ? [summaryOf(one.recording)] : [])).sort((a, b) => (a.at < b.at ? 1 : -1))
  }

  return { add, read, list }
}

/**
 * A page that is loaded again reads the same result again. That is no new step.
 *
 * @param {Step | undefined} before
 * @param {Step} step
 */
function isRepeated(before, step) {
  if (before?.action !== 'result_read') return false
  return JSON.stringify({ ...before, at: null }) === JSON.stringify({ ...step, at: null })
}

/**
 * @param {string} text
 * @returns {Step[] | null}
 */
function parse(text) {
  try {
    const { steps } = JSON.parse(text)
    return steps.every(isStep) ? steps : null
  } catch {
    return null
  }
}

/** @param {Partial<Step>} step */
const isStep = ({ at, action, request, response }) =>
  typeof at === 'string' &&
  typeof action === 'string' &&
  typeof request?.path === 'string' &&
  typeof response?.status === 'number'

/** @param {Recording} recording */
function summaryOf({ name, steps }) {
  const [first] = steps
  const asked = first?.action === 'create' ? first.request.body : null
  const skill = typeof asked === 'object' && asked !== null && 'skill_id' in asked ? asked.skill_id : null
  return { name, skill_id: typeof skill === 'string' ? skill : null, at: first?.at ?? '', steps: steps.length }
}
