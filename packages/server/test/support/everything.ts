import assert from 'node:assert/strict'
import { checkAnswer, openapi } from './answers.ts'
import { formOf } from './forms.ts'
import { ask, plainSkill, uploadTo, zipped } from './projects.ts'
import { until } from './until.ts'

interface Server {
  readonly url: string
}

type Headers = Record<string, string>

export interface ProjectRoute {
  readonly method: string
  /** As openapi.json writes it. */
  readonly path: string
  readonly takesForms: boolean
}

/** Every route below a project, by openapi.json. */
export const projectRoutes: readonly ProjectRoute[] = Object.entries(openapi.paths)
  .filter(([path]) => path.startsWith('/v1/projects/{project_id}'))
  .flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { requestBody?: { content: object } }>).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      takesForms: 'multipart/form-data' in (requestBody?.content ?? {}),
    })),
  )

/** The name of whatever has a name of its own here: no other text holds it. */
export const mark = 'belongs-to-7f3a'

const zip = zipped(mark, plainSkill(mark, `${mark}.`, { 'secret.txt': mark }))

/** What any route takes: names that it does not know are ignored. */
const bodyOf = (versionHash: string, command = 'true') => ({
  ...{ skill_name: mark, command, session_id: mark, version_hash: versionHash, enabled: true, allowed_tools: ['skills_list'] },
  ...{ query_command: 'echo "{}"', status_field: 'state', done_states: ['done'], error_states: ['failed'] },
  steps: [{ name: mark, command }],
})

/** A project with one of everything: what stands for each parameter of a path, by the word before it. */
export async function fillProject(app: Server, project: string, headers: Headers) {
  const at = `/v1/projects/${project}`
  const { version_hash } = (await uploadTo(app, project, zip, headers)).body
  const lasting = bodyOf(version_hash, `echo ${mark}; sleep 1000`)
  const make = async (path: string, id: string, more: object = {}): Promise<string> => {
    if (!(`/v1/projects/{project_id}${path}` in openapi.paths)) return ''
    const { status, body } = await ask<Record<string, string>>(app, 'POST', at + path, { ...lasting, ...more }, headers)
    assert.equal(status, 202, JSON.stringify(body))
    const made = body[id] ?? ''
    const read = async () => (await ask(app, 'GET', at + whereRead(path, made), undefined, headers)).body
    await until(`${made} runs, and changes no more`, async () => hasPrinted(JSON.stringify(await read())))
    return made
  }
  const things: Readonly<Record<string, string>> = {
    'skills/{name}': mark,
    'profiles/{name}': mark,
    'files/{path}': 'secret.txt',
    'sessions/{session_id}': mark,
    'logs/{stream}': 'stdout',
    'tasks/{task_id}': await make('/exec/tasks', 'task_id', { workdir: 'of-task' }),
    'services/{task_id}': await make('/exec/services', 'task_id', { workdir: 'of-service', ready_pattern: mark }),
    'jobs/{job_id}': await make('/exec/jobs', 'job_id', { workdir: 'of-job' }),
    'artifacts/{artifact_id}': await makeArtifact(app, at, headers),
  }
  return { things, body: bodyOf(version_hash) }
}

/** It runs with all its steps, and has printed what it prints. */
const hasPrinted = (text: string): boolean =>
  text.includes(JSON.stringify(`${mark}\n`)) && !/"status":"(queued|starting)"/.test(text)

/** Services are read as tasks. */
const whereRead = (path: string, id: string): string => `${path.replace('services', 'tasks')}/${id}`

async function makeArtifact(app: Server, at: string, headers: Headers): Promise<string> {
  if (!('/v1/projects/{project_id}/artifacts' in openapi.paths)) return ''
  const response = await fetch(`${app.url}${at}/artifacts`, { method: 'POST', body: formOf({ file: mark }), headers })
  return ((await response.json()) as { artifact_id: string }).artifact_id
}

/** A path with its parameters; one that nobody has filled in fails, so that no new route is left out. */
export function pathOf({ path }: ProjectRoute, project: string, things: Readonly<Record<string, string>>): string {
  return path.replace('{project_id}', project).replaceAll(/([\w-]+)\/\{(\w+)\}/g, (place, collection) => {
    const thing = things[place]
    assert.ok(thing, `${path}: what is ${place}? Make one in test/support/everything.ts`)
    return `${collection}/${thing}`
  })
}

/** The answer to a route, with a body that it takes. A stream is left after its head. */
export async function sendTo(app: Server, route: ProjectRoute, path: string, body: object, headers: Headers) {
  const isJson = !route.takesForms && ['POST', 'PUT', 'PATCH'].includes(route.method)
  const response = await fetch(app.url + path, {
    method: route.method,
    headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(route.takesForms ? { body: formOf({ file: zip }) } : isJson ? { body: JSON.stringify(body) } : {}),
  })
  const { status } = response
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status, text: '' }
  }
  const text = await response.text()
  if (type.startsWith('application/json')) checkAnswer(route.method, path, status, JSON.parse(text))
  return { status, text }
}
