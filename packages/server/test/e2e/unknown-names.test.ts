import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Job, JobAccepted, JobList, Warning } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../../test/verifies.ts'
import { checkAnswer, errorOf, openapi } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { asking, converse, question, reply } from '../support/conversations.ts'
import { createWith } from '../support/forms.ts'
import { inlineInputs } from '../support/skills.ts'

const id = 'door.unknown-names-are-ignored'

let app: Awaited<ReturnType<typeof startApp>>
before(async () => {
  app = await startApp({
    env: { SKILL_RUNNER_ENGINES: 'replay' },
    skills: [{ id: 'quick', input: inlineInputs('word') }, asking('asks', 'Which colour?')],
  })
})
after(() => app[Symbol.asyncDispose]())

const ignored = (path: string, nearest: string | null): Warning => ({
  code: 'REQUEST_NAME_IGNORED',
  message: `${path} is not known here and was ignored.${nearest === null ? '' : ` Did you mean ${nearest}?`}`,
  level: 'warning',
  normalization_level: null,
  details: { path, nearest },
})

type Told<T> = T & { warnings?: Warning[] }

verifies(
  id,
  'unknown members of a body and unknown query names are ignored, and the answer names them and what was meant',
  async () => {
    const request = {
      skill_id: 'quick',
      modle: 'x',
      surprise: { deep: [1] },
      input: { word: 'kept' },
      webhook: { url: 'https://example.com/', evnets: [] },
      runtime_options: { no_cache: true },
    }
    const { status, body } = await app.post<Told<JobAccepted>>('/v1/jobs?wiat=5&wait=240', request)
    assert.deepEqual([status, body.status], [200, 'succeeded'])
    assert.deepEqual(body.warnings, [
      ignored('query/wiat', 'wait'),
      ignored('/modle', 'model'),
      ignored('/surprise', null),
      ignored('/webhook/evnets', 'events'),
    ])
    assert.deepEqual((await app.job(body.request_id)).warnings, [], 'they are about the request, and not about the job')
  },
)

verifies(id, 'a name that begins like one that is known is taken for it, unless several begin so', async () => {
  const request = {
    skill_name: 'quick',
    command: 'true',
    timeout: 5,
    timeout_seconds: 5,
    session: 'x',
    skill: 'quick',
    output: [],
  }
  const { body } = await app.post<Told<object>>('/v1/projects/default/exec/commands', request)
  assert.deepEqual(body.warnings, [
    ignored('/timeout', 'timeout_sec'),
    ignored('/timeout_seconds', 'timeout_sec'),
    ignored('/session', 'session_id'),
    ignored('/skill', 'skill_name'),
    ignored('/output', 'outputs'),
  ])
})

verifies(id, 'a request without unknown names has no such warnings', async () => {
  const { body } = await app.post<Told<JobAccepted>>('/v1/jobs', { skill_id: 'quick' })
  assert.equal('warnings' in body, false)
  assert.equal('warnings' in (await app.get<Told<JobList>>('/v1/jobs?limit=1')).body, false)
})

verifies(id, 'lists, jobs, histories, streams, replies and requests that take no body name what was ignored', async () => {
  const { request_id } = await app.run('quick')
  const list = (await app.get<Told<JobList>>('/v1/jobs?stauts=failed&limit=1')).body
  assert.deepEqual([list.jobs.length, list.warnings], [1, [ignored('query/stauts', 'status')]])
  assert.deepEqual((await app.get<Job>(`/v1/jobs/${request_id}?colour=red`)).body.warnings, [ignored('query/colour', null)])
  const history = (await app.get<Told<object>>(`/v1/jobs/${request_id}/events/history?form_seq=3`)).body
  assert.deepEqual(history.warnings, [ignored('query/form_seq', 'from_seq')])
  const stream = await (await fetch(`${app.url}/v1/jobs/${request_id}/events?curser=3`)).text()
  const snapshot = JSON.parse(/^event: snapshot\ndata: (.+)\n/.exec(stream)?.[1] ?? '')
  assert.deepEqual([snapshot.cursor, snapshot.warnings], [0, [ignored('query/curser', 'cursor')]])
  const canceled = (await app.post<Told<object>>(`/v1/jobs/${request_id}/cancel`, { reason: 'none' })).body
  assert.deepEqual(canceled.warnings, [ignored('/reason', null)])
  const talk = await converse(app, 'asks')
  await question(app, talk)
  const replied = await reply(app, talk, { interaction_id: 1, response: 'blue', colour: 'red' })
  assert.deepEqual([replied.status, (replied.body as Told<object>).warnings], [200, [ignored('/colour', null)]])
})

verifies(id, 'a skill has its warnings as sentences, and so are these', async () => {
  const { body } = await app.get<{ warnings: string[] }>('/v1/skills/quick?verbose=1')
  assert.deepEqual(body.warnings, ['query/verbose is not known here and was ignored.'])
})

verifies(id, 'the JSON part of a form is read like a body', async () => {
  const { status, body } = await createWith(app, { skill_id: 'quick', parameters: {} }, {})
  assert.deepEqual([status, (body as Told<JobAccepted>).warnings], [200, [ignored('/parameters', 'parameter')]])
})

verifies(id, 'an unknown runtime option and an unknown filter of a cleanup are refused, and nothing happens', async () => {
  const jobs = async () => (await app.get<JobList>('/v1/jobs?limit=1000')).body.jobs.length
  const known = await jobs()
  const option = await app.post('/v1/jobs', { skill_id: 'quick', runtime_options: { nocache: true } })
  assert.deepEqual([option.status, errorOf(option.body).code], [400, 'INVALID_RUNTIME_OPTION'])
  const cleanup = await app.post('/v1/jobs/cleanup', { older_then_sec: 3600 })
  assert.deepEqual([cleanup.status, errorOf(cleanup.body).code], [400, 'INVALID_REQUEST'])
  assert.equal(await jobs(), known)
})

verifies(id, 'a request that is refused for something else tells its unknown names too', async () => {
  const { status, body } = await app.post('/v1/jobs', { skillId: 'quick' })
  const { code, details } = errorOf(body)
  assert.deepEqual(
    [status, code, details],
    [
      400,
      'INVALID_REQUEST',
      {
        problems: [{ path: '/skill_id', message: 'is required', keyword: 'required' }],
        unknown: [{ path: '/skillId', nearest: 'skill_id' }],
      },
    ],
  )
})

test('a hundred unknown names are told, the others are counted, and long ones are cut', async () => {
  const names = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}-${'x'.repeat(300)}`, n]))
  const { status, body } = await app.post<Told<JobAccepted>>('/v1/jobs', { skill_id: 'quick', ...names })
  assert.deepEqual([status, body.warnings?.length], [200, 101])
  assert.equal(body.warnings?.[100]?.message, '400 more names are not known here and were ignored.')
  assert.ok(body.warnings?.every(({ message }) => message.length < 200))
})

/** What others have defined is answered as they defined it. */
const isOurs = (path: string) => !/^\/(compat|\.well-known)\//.test(path)

test('every JSON object that a route answers with has a place for these warnings', () => {
  const own = Object.entries(openapi.paths).filter(([path]) => isOurs(path))
  const places = own.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({
      at: `${method} ${path}`,
      schema: schemaOf(responses['200'] ?? responses['202']),
    })),
  )
  const without = places.flatMap(({ at, schema }) => (schema?.properties && !('warnings' in schema.properties) ? [at] : []))
  assert.deepEqual(without, [])
  checkAnswer('GET', '/healthz', 200, { status: 'ok', warnings: [ignored('query/x', null)] })
})

interface ObjectSchema {
  readonly $ref?: string
  readonly properties?: object
}

function schemaOf(success: { content?: Record<string, { schema?: object }> } | undefined): ObjectSchema | undefined {
  const schema: ObjectSchema | undefined = success?.content?.['application/json']?.schema
  return schema?.$ref ? openapi.components.schemas[schema.$ref.slice('#/components/schemas/'.length)] : schema
}
