// Every request that a client of Agent Skill Runner needs. To use this file elsewhere, set `server` to the address of
// the server, and add `authorization: Bearer <token>` to the headers if it asks for one. Here, requests go to the small
// program that sent this page, which passes them on (lib/backend.js) and keeps the token.

const server = ''

/** @typedef {{ id: string, name: string, description: string, version: string, health: string, health_error: string | null, execution_modes: string[], effective_engines: string[] }} Skill */
/** @typedef {{ name: string, part: 'input' | 'parameter', source: 'inline' | 'file', required: boolean, schema: Record<string, unknown> }} Field */
/** @typedef {{ id: string, display_name: string, supported_effort: string[] }} Model */
/** @typedef {'queued' | 'running' | 'waiting_user' | 'succeeded' | 'failed' | 'canceled'} Status */
/** @typedef {{ request_id: string, status: Status, skill_id: string, engine: string, model: string | null, execution_mode: string, attempt_number: number, awaiting_upload: boolean }} Job */
/** @typedef {{ interaction_id: number, kind: string, prompt: string, options: { value: string, label: string }[], required_fields: string[], ui_hints: Record<string, unknown>, context: { text?: string }, expires_at: string | null }} Question */
/** @typedef {{ path: string, mime: string, size: number }} Artifact */
/** @typedef {{ status: Status, data: unknown, artifacts: Artifact[], validation_warnings: { message: string }[], error: { code: string, message: string } | null }} Result */
/** @typedef {{ seq: number, type: string, data: Record<string, unknown> }} RunEvent */

/** What the server, or the program between, says about a request that it rejects. `message` says what to do. */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{ code: string, message: string, details?: { problems?: unknown[] } }} error
   */
  constructor(status, { code, message, details }) {
    super(message)
    this.status = status
    this.code = code
    this.problems = details?.problems ?? []
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ json?: unknown, form?: FormData, key?: string }} [what]
 */
async function call(method, path, { json, form, key } = {}) {
  const response = await fetch(server + path, {
    method,
    headers: {
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      // With a key, the server does the same request only once, however often it arrives.
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    body: json === undefined ? (form ?? null) : JSON.stringify(json),
  })
  const body = await response.json()
  if (!response.ok) throw new ApiError(response.status, body.error)
  return body
}

/** @param {string} id */
const jobPath = (id) => `/v1/jobs/${encodeURIComponent(id)}`

/** @returns {Promise<Skill[]>} */
export const listSkills = async () => (await call('GET', '/v1/management/skills')).skills

/**
 * @param {string} id
 * @returns {Promise<Skill>}
 */
export const getSkill = (id) => call('GET', `/v1/management/skills/${encodeURIComponent(id)}`)

/**
 * The fields of a form for a skill.
 *
 * @param {string} id
 * @returns {Promise<Field[]>}
 */
export const getFields = async (id) => (await call('GET', `/v1/management/skills/${encodeURIComponent(id)}/schemas`)).fields

/** @returns {Promise<{ engine: string, ready: boolean, reason: string | null }[]>} */
export const listEngines = async () => (await call('GET', '/v1/engines')).engines

/**
 * @param {string} engine
 * @returns {Promise<Model[]>}
 */
export const listModels = async (engine) => (await call('GET', `/v1/engines/${encodeURIComponent(engine)}/models`)).models

/**
 * A job of a skill that declares files waits for its upload: then `awaiting_upload` is true.
 *
 * @param {object} job
 * @param {string} key
 * @returns {Promise<{ request_id: string, status: Status, awaiting_upload?: true }>}
 */
export const createJob = (job, key) => call('POST', '/v1/jobs', { json: job, key })

/**
 * The files of a job, each under the name of its input. Without files, an empty form starts the job.
 *
 * @param {string} id
 * @param {Readonly<Record<string, File>>} files
 */
export function uploadFiles(id, files) {
  const form = new FormData()
  for (const [name, file] of Object.entries(files)) form.append(name, file)
  return call('POST', `${jobPath(id)}/upload`, { form })
}

/**
 * @param {string} id
 * @returns {Promise<Job>}
 */
export const getJob = (id) => call('GET', jobPath(id))

/**
 * @param {string} id
 * @returns {Promise<Question | null>}
 */
export const getQuestion = async (id) => (await call('GET', `${jobPath(id)}/interaction/pending`)).pending

/**
 * A reply with files is a form: first the reply itself, then the files.
 *
 * @param {string} id
 * @param {{ interaction_id: number, response: unknown }} reply
 * @param {readonly File[]} files
 * @param {string} key
 */
export function sendReply(id, reply, files, key) {
  const path = `${jobPath(id)}/interaction/reply`
  if (files.length === 0) return call('POST', path, { json: reply, key })
  const form = new FormData()
  form.append('metadata', JSON.stringify(reply))
  for (const file of files) form.append(file.name, file)
  return call('POST', path, { form, key })
}

/**
 * @param {string} id
 * @returns {Promise<Result>}
 */
export const readResult = async (id) => (await call('GET', `${jobPath(id)}/result`)).result

/** @param {string} id */
export const cancelJob = (id) => call('POST', `${jobPath(id)}/cancel`)

/**
 * @param {string} id
 * @param {Artifact} artifact
 */
export const artifactAddress = (id, { path }) =>
  `${server}${jobPath(id)}/artifacts/${path.split('/').map(encodeURIComponent).join('/')}`

/** @param {Status} status */
export const hasEnded = (status) => ['succeeded', 'failed', 'canceled'].includes(status)

/**
 * Every event of a run once and in order, until the run ends. Events are numbered: after a lost connection, `cursor`
 * asks for those after the last one that arrived.
 *
 * @param {string} id
 * @param {{ onEvent: (event: RunEvent) => void, onConnection: (isOpen: boolean) => void }} listener
 */
export function followEvents(id, { onEvent, onConnection }) {
  let lastSeq = 0
  const connect = () => {
    const source = new EventSource(`${server}${jobPath(id)}/events?cursor=${lastSeq}`)
    source.addEventListener('snapshot', ({ data }) => {
      onConnection(true)
      const { status, last_seq } = JSON.parse(data)
      if (hasEnded(status) && last_seq <= lastSeq) source.close()
    })
    source.addEventListener('chat_event', ({ data }) => {
      /** @type {RunEvent} */
      const event = JSON.parse(data)
      lastSeq = event.seq
      onEvent(event)
      if (/^conversation\.(completed|failed|canceled)$/.test(event.type)) source.close()
    })
    source.addEventListener('error', () => {
      source.close()
      onConnection(false)
      setTimeout(connect, 1000)
    })
  }
  connect()
}

/** @returns {Promise<{ name: string, skill_id: string | null, at: string, steps: number }[]>} Of this client, not of the server. */
export const listRecordings = async () => (await call('GET', '/recordings')).recordings

/**
 * @param {string} name
 * @returns {Promise<import('../lib/recordings.js').Recording>}
 */
export const getRecording = (name) => call('GET', `/recordings/${encodeURIComponent(name)}`)
