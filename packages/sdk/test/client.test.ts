import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidCallError, SkillRunner, SkillRunnerError } from '../src/index.ts'
import { type Answer, events, hangUp, json, playAnswers, refused } from './scripted-server.ts'

const healthy = json(200, { status: 'ok' })
const accepted = { request_id: 'job_1', cache_hit: false, status: 'queued' }

const factsOf = (error: unknown) => {
  assert.ok(error instanceof SkillRunnerError)
  const { status, code, message, details, requestId, xRequestId, retryAfter } = error
  return { status, code, message, details, requestId, xRequestId, retryAfter }
}

const failure = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  return assert.fail('it was no failure')
}

test('a refusal tells all that the server said', async () => {
  await using server = await playAnswers(refused(409, 'RESULT_NOT_READY', { 'x-request-id': 'req_1', 'retry-after': '7' }))
  assert.deepEqual(factsOf(await failure(new SkillRunner(server).jobs.result('job_1'))), {
    status: 409,
    code: 'RESULT_NOT_READY',
    message: 'Because of RESULT_NOT_READY.',
    details: { why: 'RESULT_NOT_READY' },
    requestId: 'job_1',
    xRequestId: 'req_1',
    retryAfter: 7,
  })
})

test('something else in the place of the server is told apart', async () => {
  await using server = await playAnswers(json(404, '<html>'), (response) => response.end('<html>'))
  const { jobs } = new SkillRunner(server)
  const first = factsOf(await failure(jobs.get('job_1')))
  assert.deepEqual([first.status, first.code, first.details], [404, 'UNREADABLE_ANSWER', { body: '"<html>"' }])
  const second = factsOf(await failure(jobs.get('job_1')))
  assert.deepEqual([second.status, second.code], [200, 'UNREADABLE_ANSWER'])
  assert.match(second.message, /Is it the address of a skill runner\?$/)
})

test('tasks and step jobs are listed page after page, and no page is asked for that nobody wants', async () => {
  const tasks = (ids: string[], next: string | null) =>
    json(200, { tasks: ids.map((id) => ({ task_id: id })), next_cursor: next })
  const jobs = (ids: string[], next: string | null) => json(200, { jobs: ids.map((id) => ({ job_id: id })), next_cursor: next })
  await using server = await playAnswers(
    ...[tasks(['t3', 't2'], 'after-t2'), tasks(['t1'], null)],
    ...[jobs(['j2'], 'after-j2'), jobs(['j1'], null)],
    tasks(['t3'], 'after-t3'),
  )
  const { exec } = new SkillRunner(server).project('p')
  const all = await Array.fromAsync(exec.eachTask({ status: 'failed', limit: 9 }), ({ task_id: id }) => id)
  const steps = await Array.fromAsync(exec.eachJob(), ({ job_id: id }) => id)
  const first = await exec.eachTask({ cursor: 'after-t4' }).next()
  assert.deepEqual([all, steps, first], [['t3', 't2', 't1'], ['j2', 'j1'], { value: { task_id: 't3' }, done: false }])
  assert.deepEqual(server.asked, [
    'GET /v1/projects/p/exec/tasks?status=failed&limit=9',
    'GET /v1/projects/p/exec/tasks?status=failed&limit=9&cursor=after-t2',
    'GET /v1/projects/p/exec/jobs',
    'GET /v1/projects/p/exec/jobs?cursor=after-j2',
    'GET /v1/projects/p/exec/tasks?cursor=after-t4',
  ])
})

test('a server that never answered is not waited for, and the error says what to do', async () => {
  const server = await playAnswers()
  await server[Symbol.asyncDispose]()
  const facts = factsOf(await failure(new SkillRunner(server).health()))
  assert.deepEqual(facts, {
    status: 0,
    code: 'UNREACHABLE',
    message: `No answer from ${server.url} (ECONNREFUSED). Is the server running there? \`npm start\` starts it; check the address otherwise.`,
    details: {},
    requestId: null,
    xRequestId: null,
    retryAfter: null,
  })
})

test('what is lost on the way is asked for again; a job under the same key', async () => {
  await using server = await playAnswers(healthy, hangUp, hangUp, json(200, accepted), hangUp, healthy)
  const runner = new SkillRunner(server)
  await runner.health()
  assert.deepEqual(await runner.jobs.create({ skill_id: 'x' }), accepted)
  assert.deepEqual(await runner.health(), { status: 'ok' })
  assert.deepEqual(server.asked, [
    'GET /healthz',
    'POST /v1/jobs',
    'POST /v1/jobs',
    'POST /v1/jobs',
    'GET /healthz',
    'GET /healthz',
  ])
  const [, first, ...others] = server.keys
  assert.match(first ?? '', /^sdk-[0-9a-f]{32}$/)
  assert.deepEqual(others, [first, first, undefined, undefined])
})

test('what cannot be repeated safely is not sent again when it was lost', async () => {
  await using server = await playAnswers(healthy, hangUp)
  const runner = new SkillRunner(server)
  await runner.health()
  assert.equal(factsOf(await failure(runner.skills.restore('x'))).code, 'UNREACHABLE')
  assert.deepEqual(server.asked, ['GET /healthz', 'POST /v1/skills/x/restore'])
})

test('a full queue and a stopping server are asked again, whatever it was about; a broken one is not', async () => {
  await using server = await playAnswers(
    refused(429, 'QUEUE_FULL'),
    refused(503, 'SHUTTING_DOWN'),
    json(200, accepted),
    refused(503, 'DISK_LOW'),
  )
  const { jobs } = new SkillRunner(server)
  assert.deepEqual(await jobs.upload('job_1', {}), accepted)
  assert.equal(factsOf(await failure(jobs.create({ skill_id: 'x' }))).code, 'DISK_LOW')
  assert.equal(server.asked.length, 4)
})

test('patience ends: what is to wait longer than that is told at once', async () => {
  await using server = await playAnswers(refused(429, 'TOO_MANY_REQUESTS', { 'retry-after': '60' }), hangUp)
  const runner = new SkillRunner({ ...server, patienceMs: 5000 })
  assert.equal(factsOf(await failure(runner.jobs.get('job_1'))).retryAfter, 60)
  const impatient = new SkillRunner({ ...server, patienceMs: 0 })
  assert.equal(factsOf(await failure(impatient.jobs.get('job_1'))).code, 'UNREACHABLE')
  assert.equal(server.asked.length, 2)
})

test('who gives up gets the reason, also between two tries', async () => {
  const leaving = new AbortController()
  const reason = new Error('enough')
  await using server = await playAnswers((response, request) => {
    response.on('close', () => leaving.abort(reason))
    refused(429, 'QUEUE_FULL', { 'retry-after': '20', connection: 'close' })(response, request)
  })
  assert.equal(await failure(new SkillRunner(server).jobs.get('job_1', { signal: leaving.signal })), reason)
})

test('an address cannot lead elsewhere', async () => {
  await using server = await playAnswers(healthy)
  const { jobs } = new SkillRunner(server)
  for (const id of ['', '.', '..']) await assert.rejects(async () => jobs.get(id), InvalidCallError)
  for (const path of ['../../../healthz', 'artifacts/../x', 'a//b'])
    await assert.rejects(async () => jobs.artifact('job_1', path), InvalidCallError)
  await jobs.get('a/b?c#d')
  assert.deepEqual(server.asked, ['GET /v1/jobs/a%2Fb%3Fc%23d'])
})

test('the base address may have a path, and headers and token go with every request', async () => {
  const seen: unknown[] = []
  await using server = await playAnswers((response, request) => {
    seen.push(request.headers.authorization, request.headers['x-mine'])
    healthy(response, request)
  })
  await new SkillRunner({ url: `${server.url}/runner//`, token: 'secret', headers: { 'x-mine': 'yes' } }).health()
  assert.deepEqual([server.asked, seen], [['GET /runner/healthz'], ['Bearer secret', 'yes']])
})

test('a token that cannot be sent is refused at once, and not shown', () => {
  for (const token of ['first\nsecond', 'first second', 'schlüssel', 'first\0'])
    assert.throws(() => new SkillRunner({ token }), {
      name: 'InvalidCallError',
      message: 'The token has a blank, a line break or another character that no token can have.',
    })
})

test('an address that is none is refused at once', () => {
  for (const url of ['foo', 'localhost:8000', 'ftp://127.0.0.1', 'http://', '/runner', ''])
    assert.throws(() => new SkillRunner({ url }), {
      name: 'InvalidCallError',
      message: `${JSON.stringify(url)} is no http or https URL.`,
    })
})

test('the path of a file is no file, and nobody is asked', async () => {
  await using server = await playAnswers()
  const { jobs, tempRuns } = new SkillRunner(server)
  const path = 'mine/d.txt' as unknown as Blob
  await assert.rejects(jobs.run({ skill_id: 'x', files: { doc: path } }), {
    name: 'InvalidCallError',
    message: 'The file "doc" must be a Blob, bytes or a stream, and not a string.',
  })
  await assert.rejects(tempRuns.run({ skill: path }), InvalidCallError)
  assert.deepEqual(server.asked, [])
})

const ended = json(200, { request_id: 'job_1', status: 'succeeded', awaiting_upload: false, result: { data: 7 } })
const awaiting = json(200, { request_id: 'job_1', status: 'queued', awaiting_upload: true })
const started = json(200, { request_id: 'job_1', status: 'queued', awaiting_upload: false })
const [creating, uploading] = ['POST /v1/temp-skill-runs', 'POST /v1/temp-skill-runs/job_1/upload']
const [looking, waiting] = ['GET /v1/temp-skill-runs/job_1', 'GET /v1/temp-skill-runs/job_1?wait=50']

/** What a temporary skill comes to when its upload is answered so, and what was asked for that. */
async function runThrough(...answers: readonly Answer[]) {
  await using server = await playAnswers(json(200, accepted), ...answers)
  const told: unknown[] = []
  const onAccepted = (job: unknown) => told.push(job, server.asked.length)
  // A stream can be read once, and is sent all the same as often as it takes.
  const skill = new Response('zip').body ?? assert.fail()
  const { data, request_id } = await new SkillRunner(server).tempRuns.run({ skill }, { onAccepted })
  assert.deepEqual([data, request_id, told], [7, 'job_1', [accepted, 1]])
  return server.asked
}

test('the package of a temporary skill is brought again only if the run has not started, and its id is told first', async () => {
  assert.deepEqual(await runThrough(hangUp, awaiting, json(200, accepted), ended), [
    ...[creating, uploading, looking, uploading, waiting],
  ])
  assert.deepEqual(await runThrough(hangUp, started, ended), [creating, uploading, looking, waiting])
  assert.deepEqual(await runThrough(refused(409, 'ALREADY_STARTED'), started, ended), [creating, uploading, looking, waiting])
})

test('a caller who leaves before the package has arrived leaves no job that waits for it', async () => {
  await using server = await playAnswers(json(200, accepted), json(200, {}))
  const leaving = new AbortController()
  const onAccepted = () => leaving.abort()
  const run = new SkillRunner(server).tempRuns.start({ skill: new Blob(['zip']) }, { signal: leaving.signal, onAccepted })
  await assert.rejects(run, { name: 'AbortError' })
  assert.deepEqual(server.asked, [creating, 'POST /v1/temp-skill-runs/job_1/cancel'])
})

test('a temporary skill that is refused leaves no job that waits for it, unless it may be taken later', async () => {
  const asking = async (answer: Answer) => {
    await using server = await playAnswers(json(200, accepted), answer, json(200, {}))
    const runner = new SkillRunner({ ...server, patienceMs: 0 })
    const { code } = factsOf(await failure(runner.tempRuns.run({ skill: new Blob(['no zip']) })))
    return [code, ...server.asked]
  }
  const canceling = 'POST /v1/temp-skill-runs/job_1/cancel'
  assert.deepEqual(await asking(refused(400, 'UPLOAD_INVALID')), ['UPLOAD_INVALID', creating, uploading, canceling])
  assert.deepEqual(await asking(refused(429, 'QUEUE_FULL')), ['QUEUE_FULL', creating, uploading])
  assert.deepEqual(await asking(refused(500, 'INTERNAL')), ['INTERNAL', creating, uploading])
})

const snapshot = (status: string, last_seq: number) =>
  `event: snapshot\ndata: ${JSON.stringify({ status, cursor: 0, last_seq })}\n\n`
const told = (seq: number, type = 'raw.stdout') => `event: chat_event\nid: ${seq}\ndata: ${JSON.stringify({ seq, type })}\n\n`

test('a stream that is cut, ends early, repeats itself or leaves something out is made whole', async () => {
  await using server = await playAnswers(
    events([snapshot('running', 3), told(1), told(2), told(3).slice(0, 30)], true),
    events([snapshot('running', 4), told(2), told(3)]),
    events([snapshot('running', 6), told(4), told(6)]),
    events([snapshot('running', 6), told(5), told(6), told(7, 'conversation.completed'), told(8)]),
  )
  const heard: number[] = []
  for await (const { seq } of new SkillRunner(server).jobs.events('job_1')) heard.push(seq)
  assert.deepEqual(heard, [1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual(
    server.asked,
    [0, 2, 3, 4].map((cursor) => `GET /v1/jobs/job_1/events?cursor=${cursor}`),
  )
})

test('a run that has ended tells nothing after its last event', async () => {
  await using server = await playAnswers(events([snapshot('failed', 9)]))
  const heard = await Array.fromAsync(new SkillRunner(server).jobs.events('job_1', { from: 10 }))
  assert.deepEqual([heard, server.asked], [[], ['GET /v1/jobs/job_1/events?cursor=9']])
})

test('a stream that gets nowhere is given up, and what is refused is told', async () => {
  await using server = await playAnswers(
    events([snapshot('running', 1)]),
    events([snapshot('running', 1)]),
    refused(404, 'JOB_NOT_FOUND'),
  )
  const { jobs } = new SkillRunner({ ...server, patienceMs: 60 })
  const { code, message } = factsOf(await failure(Array.fromAsync(jobs.events('job_1'))))
  const reason = 'the stream of events breaks off again and again'
  assert.deepEqual([code, message.split('. ')[0]], ['UNREACHABLE', `No answer from ${server.url} (${reason})`])
  const patient = new SkillRunner(server).jobs
  assert.equal(factsOf(await failure(Array.fromAsync(patient.events('job_1')))).code, 'JOB_NOT_FOUND')
})

test('who leaves a stream closes its connection', async () => {
  let isClosed = false
  await using server = await playAnswers((response) => {
    response.on('close', () => {
      isClosed = true
    })
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(snapshot('running', 2) + told(1) + told(2))
  })
  for await (const { seq } of new SkillRunner(server).jobs.events('job_1')) if (seq === 1) break
  while (!isClosed) await new Promise((resolve) => setTimeout(resolve, 5))
})
