import assert from 'node:assert/strict'
import fc from 'fast-check'
import { thorough } from '../../../../test/thorough.ts'
import { verifies } from '../../../../test/verifies.ts'
import { route } from '../../src/http/route.ts'
import { checkAnswer } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { asking, converse, env, question } from '../support/conversations.ts'
import { startDoor } from '../support/door.ts'
import { fillProject, mark } from '../support/everything.ts'
import {
  type Answer,
  type HostileRequest,
  hostileRequest,
  type Known,
  type Operation,
  operations,
  sendHostile,
} from '../support/hostile-requests.ts'
import { plainSkill, uploadTo, zipped } from '../support/projects.ts'
import { inlineInputs } from '../support/skills.ts'

/** Of each operation: 10,000 of all together in CI. Another seed sends others. */
const requests = thorough ? 70 : 3
const seed = 20261119

const project = 'default'

/** One of everything, so that what fits a schema also leads somewhere. */
async function openWorld() {
  const app = await startApp({ env, skills: [{ id: 'quick', input: inlineInputs('word') }, asking('asks', 'Which colour?')] })
  const { things, body } = await fillProject(app, project, {})
  const other = zipped(mark, plainSkill(mark, 'Another version.', { 'secret.txt': mark }))
  await uploadTo(app, project, other)
  const done = await app.run('quick', { input: { word: 'x' } })
  const asks = await converse(app, 'asks')
  await question(app, asks)
  const { body: temporary } = await app.post<{ request_id: string }>('/v1/temp-skill-runs', {})
  const known: Known = {
    ...{ request_id: [done.request_id, asks, temporary.request_id], project_id: [project], engine: ['nobody'] },
    ...{ skill_id: ['quick', mark, `skill_${mark}`], name: [mark], skill_name: [mark], path: ['secret.txt', 'SKILL.md'] },
    ...{ version: ['latest', body.version_hash], version_hash: [body.version_hash], default_version: ['latest'] },
    ...{ session_id: [mark], task_id: [things['tasks/{task_id}'], things['services/{task_id}']] },
    ...{ job_id: [things['jobs/{job_id}']], artifact_id: [things['artifacts/{artifact_id}']] },
    // What is run is harmless and short, nothing is sent away, and nobody waits.
    ...{ command: ['true', 'echo x', 'exit 3'], query_command: ['echo "{}"'], url: ['http://127.0.0.1:9/'] },
    ...{ enabled: [true], wait: [1], wait_sec: [0], prefer: ['wait=1'], timeout_sec: [1] },
    ...{ env: [{ A: 'b' }], network: [{ allow: [] }], expose_ports: [[]], inputs: [[]], outputs: [[]], ready_pattern: ['x'] },
    ...{ workdir: ['a', 'b/c'], input: [{ word: 'x' }], parameter: [{}], content: [other, '{"skill_id":"quick"}'] },
  }
  return { app, known, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

verifies(
  'hostile.requests',
  'requests of every operation with valid and hostile values are answered as openapi.json says, and never by an unexpected error',
  async () => {
    await using world = await openWorld()
    const statuses = new Set<number>()
    for (const operation of inOrder) {
      const each = fc.asyncProperty(hostileRequest(operation, world.known), async (request) => {
        const answer = await sendHostile(world.app.url, request)
        statuses.add(answer.status)
        judge(operation, request, answer)
      })
      await fc.assert(each, { numRuns: requests, seed, endOnFailure: true })
    }
    // They do get in: to what is there and what is not, to what can be done and what cannot.
    for (const status of [200, ...(thorough ? [202] : []), 400, 404, 409, 415])
      assert.ok(statuses.has(status), `${status}: ${[...statuses]}`)
    assert.equal((await world.app.get('/healthz')).status, 200)
  },
)

verifies('hostile.requests', 'a handler that forgets an empty list is found', async () => {
  await using door = await startDoor({}, (app) =>
    route(app, 'handshake', ({ body: { requested_protocols: [first] = [] } }) => {
      if (first === undefined) throw new TypeError('no first')
      return { schema: 'zotero-agents.skillrunner-handshake.response.v1', backend: { name: '', version: '' }, protocols: {} }
    }),
  )
  const [operation] = operations.filter(({ operationId }) => operationId === 'handshake')
  assert.ok(operation)
  const each = fc.asyncProperty(hostileRequest(operation, {}), async (request) =>
    judge(operation, request, await sendHostile(door.base, request)),
  )
  await assert.rejects(fc.assert(each, { numRuns: 100, seed, endOnFailure: true }), /Property failed/)
})

/** What takes something away, or allows less, comes last. */
const isLast = ({ method, operationId }: Operation): boolean => method === 'DELETE' || /cancel|cleanup|limits/i.test(operationId)
const inOrder = [...operations.filter((one) => !isLast(one)), ...operations.filter(isLast)]

function judge({ responses }: Operation, { method, path }: HostileRequest, { status, type, text }: Answer): void {
  const about = `${method} ${path}: ${status} ${text.slice(0, 1000)}`
  // A server may be short of something where its document says so; of an unexpected error it never does.
  assert.ok(status < 500 || status in responses, about)
  if (status >= 400) assert.match(type, /^application\/json/, about)
  if (type.startsWith('application/json')) checkAnswer(method, path, status, JSON.parse(text))
}
