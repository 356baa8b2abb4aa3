import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogRange, Logs } from '@agent-skill-runner/contract/job.ts'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { componentPointer, errorOf, validatorAt } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { dataOf } from '../support/log.ts'
import { until } from '../support/until.ts'

/** Prints on both streams, in several writes, with characters of every length and a last line without an end. */
const printer = {
  id: 'printer',
  js: `
    import { writeFileSync } from 'node:fs'
    const pause = () => new Promise((resolve) => setTimeout(resolve, 40))
    for (let n = 0; n < 5; n++) {
      process.stdout.write('out ' + n + ' é你😀\\n')
      process.stderr.write('err ' + n + '\\n')
      await pause()
    }
    process.stdout.write('no end')
    writeFileSync(process.env.SKILL_ARTIFACTS_DIR + '/notes.md', 'hello')
    writeFileSync(process.env.SKILL_RESULT_FILE, '{}')
  `,
}

verifies(
  [
    'events.live-equals-history',
    'events.resume-without-loss',
    'events.fit-their-schemas',
    'events.numbers-are-contiguous',
    'events.one-terminal-event',
  ],
  'live streams, resumed streams and history over HTTP are the same events byte for byte',
  async () => {
    await using app = await startApp({ skills: [printer] })
    const id = await app.create('printer')
    const live = app.stream(id)
    const whole = await live
    assert.match(
      whole,
      /^event: snapshot\ndata: \{"status":"(queued|running)","cursor":0,"last_seq":\d+,"pending_interaction_id":null,"attempt_number":[01]\}\n\n/,
    )
    const { status, body } = await app.get<{
      events: { seq: number; type: string }[]
      count: number
      next_from_seq: number | null
    }>(`/v1/jobs/${id}/events/history?limit=1000`)
    assert.equal(status, 200)
    const history = body.events.map((event) => JSON.stringify(event))
    assert.deepEqual(dataOf(whole), history)
    assert.deepEqual(
      body.events.map(({ seq }) => seq),
      history.map((_, index) => index + 1),
    )
    assert.deepEqual([body.count, body.next_from_seq], [history.length, null])
    assert.deepEqual(
      body.events.filter(({ type }) => /^conversation\.(completed|failed|canceled)$/.test(type)).map(({ seq }) => seq),
      [history.length],
    )

    assert.deepEqual(dataOf(await app.stream(id, 3)), history.slice(3))
    assert.deepEqual(dataOf(await app.stream(id, 0, { 'last-event-id': '5' })), history.slice(5))
    assert.equal((await app.get(`/v1/jobs/${id}/events`, { 'last-event-id': 'x' })).status, 400)

    for (const [name, events] of [
      ['FcmpEvent', body.events],
      ['RaspEvent', await app.events(id, 'rasp')],
    ] as const) {
      const fits = validatorAt(componentPointer(name))
      for (const event of events) {
        assert.ok(fits(event), JSON.stringify(event))
        for (const mutated of mutations(event)) assert.equal(fits(mutated), false, JSON.stringify(mutated))
      }
    }
  },
)

verifies(
  'events.resume-without-loss',
  'a client that adopts the cursor of the snapshot and comes back sees every event',
  async () => {
    await using app = await startApp({ skills: [printer] })
    const { request_id: id } = await app.run('printer')
    const history = (await app.events(id)).map((event) => JSON.stringify(event))
    for (const own of [0, 4]) {
      const snapshot = JSON.parse(/^event: snapshot\ndata: (.+)\n/.exec(await app.stream(id, own))?.[1] ?? '')
      assert.deepEqual(snapshot, {
        status: 'succeeded',
        cursor: own,
        last_seq: history.length,
        pending_interaction_id: null,
        attempt_number: 1,
      })
      assert.deepEqual(dataOf(await app.stream(id, snapshot.cursor)), history.slice(own))
    }
  },
)

/** Each a small lie about an event. */
function mutations(event: object): object[] {
  const { seq: _seq, ...withoutSeq } = event as { seq: number; data: object }
  const { data } = event as { data: object }
  const known = 'type' in event ? { type: 'no.such.type' } : { event: { category: 'raw', type: 'no.such.type' } }
  return [
    withoutSeq,
    { ...event, seq: 0 },
    { ...event, extra: 1 },
    { ...event, data: { ...data, extra: 1 } },
    { ...event, ...known },
    { ...event, ts: 5 },
  ]
}

verifies(
  'events.every-byte-is-accounted-for',
  'every byte on stdout and stderr is covered by exactly one raw event, whose text it is',
  async () => {
    await using app = await startApp({ skills: [printer] })
    const { request_id: id } = await app.run('printer')
    const { run_id } = await app.job(id)
    const raw = (await app.events(id, 'rasp')).filter(({ event }) => event.type.startsWith('raw.'))
    for (const stream of ['stdout', 'stderr']) {
      const bytes = await readFile(join(app.runFolder(run_id), `.audit/${stream}.1.log`))
      const blocks = raw.filter(({ raw_ref }) => raw_ref?.stream === stream)
      let at = 0
      for (const { raw_ref, data } of blocks) {
        assert.equal(raw_ref?.byte_from, at)
        at = raw_ref?.byte_to ?? -1
        assert.equal(data['text'], bytes.toString('utf8', raw_ref?.byte_from, raw_ref?.byte_to))
      }
      assert.equal(at, bytes.length)
    }
    assert.equal(
      readFileSync(join(app.runFolder(run_id), '.audit/stdout.1.log'), 'utf8'),
      `${[0, 1, 2, 3, 4].map((n) => `out ${n} é你😀\n`).join('')}no end`,
    )
  },
)

verifies('events.ranges-by-seq-and-time', 'history answers by number, time and type, and in pages', async () => {
  await using app = await startApp({ skills: [printer] })
  const { request_id: id } = await app.run('printer')
  const all = await app.events(id)
  type Page = { events: { seq: number; type: string; ts: string }[]; next_from_seq: number | null }
  const page = async (query: string) => (await app.get<Page>(`/v1/jobs/${id}/events/history?${query}`)).body
  const seqs = async (query: string) => (await page(query)).events.map(({ seq }) => seq)
  assert.deepEqual(await seqs('from_seq=2&to_seq=4'), [2, 3, 4])
  const { events } = await page('')
  const at = events[3]?.ts ?? ''
  assert.deepEqual(
    await seqs(`from_ts=${at}`),
    events.filter(({ ts }) => ts >= at).map(({ seq }) => seq),
  )
  assert.deepEqual(
    await seqs(`to_ts=${at}`),
    events.filter(({ ts }) => ts <= at).map(({ seq }) => seq),
  )
  const elsewhere = new Date(Date.parse(at) + 2 * 3600 * 1000).toISOString().replace('Z', '+02:00')
  assert.deepEqual(await seqs(`from_ts=${encodeURIComponent(elsewhere)}`), await seqs(`from_ts=${at}`))
  assert.deepEqual(
    (await page('types=artifact.created')).events.map(({ type }) => type),
    ['artifact.created'],
  )
  const collected: number[] = []
  for (let from: number | null = 1; from; ) {
    const part: Page = await page(`limit=2&from_seq=${from}`)
    collected.push(...part.events.map(({ seq }) => seq))
    from = part.next_from_seq
  }
  assert.deepEqual(
    collected,
    all.map(({ seq }) => seq),
  )
  assert.equal((await app.get(`/v1/jobs/${id}/events/history?limit=0`)).status, 400)
})

verifies(
  ['run.logs-and-ranges', 'process.logs-are-byte-exact'],
  'logs come from the end, ranges exactly, and no character is ever cut',
  async () => {
    const line = '0123456789 é你😀\n'
    await using app = await startApp({
      skills: [
        {
          id: 'long',
          js: `const line = ${JSON.stringify(line)}; process.stdout.write(line.repeat(60000), () => process.stdout.write('{}'))`,
        },
      ],
    })
    const { request_id: id } = await app.run('long')
    const whole = Buffer.from(`${line.repeat(60000)}{}`)
    const { body: logs } = await app.get<Logs>(`/v1/jobs/${id}/logs`)
    assert.deepEqual([logs.attempt, logs.stdout_truncated, logs.stderr, logs.stderr_truncated], [1, true, '', false])
    const tail = Buffer.from(logs.stdout)
    assert.ok(whole.subarray(whole.length - tail.length).equals(tail))
    assert.ok(tail.length >= 1024 * 1024 && tail.length <= 1024 * 1024 + 3)

    const range = async (query: string) => (await app.get<LogRange>(`/v1/jobs/${id}/logs/range?stream=stdout&${query}`)).body
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 60 }), async (from, length) => {
        const { byte_from, byte_to, total_bytes, chunk } = await range(`byte_from=${from}&byte_to=${from + length}`)
        assert.equal(total_bytes, whole.length)
        assert.equal(chunk, whole.toString('utf8', byte_from, byte_to))
        assert.ok(!chunk.includes('\uFFFD'))
        assert.ok(byte_from <= from && from - byte_from <= 3)
        if (length > 0) assert.ok(byte_to >= from + length && byte_to - (from + length) <= 3)
      }),
      { numRuns: 100, endOnFailure: true },
    )
    assert.equal((await range('byte_from=9999999')).chunk, '')
    assert.equal((await app.get(`/v1/jobs/${id}/logs/range?stream=stdout&byte_from=5&byte_to=4`)).status, 400)
    assert.equal((await app.get(`/v1/jobs/${id}/logs/range?stream=pipe`)).status, 400)
    const none = await app.get(`/v1/jobs/${id}/logs?attempt=2`)
    assert.deepEqual([none.status, errorOf(none.body).code, errorOf(none.body).request_id], [404, 'ATTEMPT_NOT_FOUND', id])
  },
)

verifies(
  'run.artifact-paths-stay-inside',
  'no path leads out of the artifacts of a run, and without the check one would',
  async () => {
    await using app = await startApp({
      skills: [
        { id: 'writes', sh: 'echo inside > "$SKILL_ARTIFACTS_DIR/in.txt"; ln -s in.txt "$SKILL_ARTIFACTS_DIR/link"; echo "{}"' },
      ],
    })
    const { request_id: id } = await app.run('writes')
    const folder = app.runFolder((await app.job(id)).run_id)
    writeFileSync(join(folder, 'canary.txt'), 'canary')
    mkdirSync(join(folder, 'artifacts2'))
    writeFileSync(join(folder, 'artifacts2/canary.txt'), 'canary')
    symlinkSync(folder, join(folder, 'artifacts/up'))
    const get = (path: string) => app.get(`/v1/jobs/${id}/artifacts/${path}`)
    assert.equal((await get('artifacts/in.txt')).body, 'inside\n')
    const attacks = [
      'artifacts/%2e%2e/canary.txt',
      'artifacts/..%2fcanary.txt',
      '..%2fcanary.txt',
      'canary.txt',
      'artifacts2/canary.txt',
      'artifacts/up/canary.txt',
      'artifacts/link',
      '%2fetc%2fhostname',
      'artifacts/..%5ccanary.txt',
      'artifacts/in.txt%00.png',
    ]
    for (const attack of attacks) {
      const answer = await get(attack)
      assert.ok(answer.status === 400 || answer.status === 404, `${attack} gave ${answer.status}`)
      assert.ok(!JSON.stringify(answer.body).includes('canary"'), attack)
    }
    // The same paths, joined without the check, read the canary.
    assert.equal(await readFile(join(folder, 'artifacts', '../canary.txt'), 'utf8'), 'canary')
    assert.equal(await readFile(join(folder, 'artifacts/up/canary.txt'), 'utf8'), 'canary')
    assert.deepEqual([(await get('artifacts/none.txt')).status, (await get('artifacts2/canary.txt')).status], [404, 400])
  },
)

verifies('door.reads-change-nothing', 'no GET changes a byte of the data folder', async () => {
  await using app = await startApp({ skills: [printer] })
  const { request_id: id } = await app.run('printer')
  /** Of each file when it was written last, and what it holds. */
  const records = () =>
    Object.fromEntries(
      readdirSync(app.data, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        // SQLite's shared memory and the log of the server itself are not records.
        .filter((path) => !/runs\.db-shm|\/logs\/skill-runner/.test(path))
        .map((path) => [path, `${statSync(path).mtimeMs} ${sha256(readFileSync(path))}`]),
    )
  const { run_id } = await app.job(id)
  await until('the files of the run are closed', () => !existsSync(join(app.runFolder(run_id), 'tmp')))
  await until('the reserve of the disk is there', () => existsSync(join(app.data, 'reserve')))
  const before = records()
  const paths = [
    '',
    '?wait=1',
    '/result',
    '/artifacts',
    '/artifacts/artifacts/notes.md',
    '/bundle',
    '/bundle?debug=1',
    '/logs',
    '/logs/range?stream=stdout',
    '/events/history',
    '/events/history?protocol=rasp',
  ]
  for (const path of paths) assert.equal((await app.get(`/v1/jobs/${id}${path}`)).status, 200, path)
  for (const path of ['', '/logs/range?stream=stdout', '/events', '/events/history', '/events/history?protocol=rasp'])
    assert.equal((await app.get(`/v1/management/runs/${id}${path}`)).status, 200, path)
  await app.stream(id)
  for (const path of [
    '/v1/jobs',
    '/v1/skills',
    '/v1/skills/printer',
    '/healthz',
    '/readyz',
    '/metrics',
    '/docs',
    '/',
    '/v1/openapi.json',
  ]) {
    assert.equal((await app.get(path)).status, 200, path)
  }
  assert.deepEqual(records(), before)
})

verifies('door.one-error-shape', 'a job that nobody knows is not found on any of its routes', async () => {
  await using app = await startApp()
  for (const path of [
    '',
    '/result',
    '/artifacts',
    '/artifacts/artifacts/x',
    '/bundle',
    '/logs',
    '/logs/range?stream=stdout',
    '/events',
    '/events/history',
  ]) {
    const { status, body } = await app.get(`/v1/jobs/job_none${path}`)
    assert.deepEqual([status, errorOf(body).code, errorOf(body).request_id], [404, 'JOB_NOT_FOUND', null], path)
  }
  for (const path of ['', '/logs/range?stream=stdout', '/events', '/events/history']) {
    const { status, body } = await app.get(`/v1/management/runs/job_none${path}`)
    assert.deepEqual([status, errorOf(body).code, errorOf(body).request_id], [404, 'JOB_NOT_FOUND', null], path)
  }
  assert.equal((await app.post('/v1/jobs/job_none/cancel')).status, 404)
})

verifies(
  'door.one-error-shape',
  'what should not happen is told as INTERNAL, with nothing of its cause but in the log',
  async () => {
    await using app = await startApp({ skills: [printer] })
    const { request_id: id } = await app.run('printer')
    const { run_id } = await app.job(id)
    rmSync(join(app.runFolder(run_id), 'result/result.json'))
    const { status, body, headers } = await app.get(`/v1/jobs/${id}/result`)
    assert.deepEqual([status, errorOf(body).code, errorOf(body).details], [500, 'INTERNAL', {}])
    assert.ok(!JSON.stringify(body).includes(app.folder))
    const line = app.logged.find(
      (text) => text.includes(headers.get('x-request-id') ?? '?') && text.includes('The result file is gone'),
    )
    assert.ok(line)
  },
)

verifies(
  ['door.health-ready-metrics', 'log.lines-carry-their-run'],
  'health, readiness, metrics and log lines tell what happened',
  async () => {
    await using app = await startApp({ skills: [printer] })
    const { request_id: id } = await app.run('printer')
    const { run_id } = await app.job(id)
    assert.deepEqual((await app.get('/healthz')).body, { status: 'ok' })
    const ready = (await app.get<{ ready: boolean; sandbox_status: string; queued: number; running: number }>('/readyz')).body
    assert.deepEqual([ready.ready, ready.sandbox_status, ready.queued, ready.running], [true, 'bubblewrap', 0, 0])
    const metrics = (await app.get<string>('/metrics')).body
    assert.match(metrics, /^skill_runner_runs_finished_total\{status="succeeded",skill="printer",engine="script"\} 1$/m)
    assert.match(metrics, /^skill_runner_runs_running 0$/m)
    assert.match(metrics, /^process_resident_memory_bytes \d+/m)
    const lines = app.logged.map((line) => JSON.parse(line)).filter((line) => line.run_id === run_id)
    assert.deepEqual([...new Set(lines.map(({ request_id }) => request_id))], [id])
    assert.deepEqual(
      lines.filter(({ level }) => level === 'info').map(({ msg }) => msg),
      ['job created', 'attempt ended'],
    )
  },
)

verifies(
  'stream.ends-with-the-run',
  'who comes back with the last event of a run that has ended is answered 204, so that an EventSource stops',
  async () => {
    await using app = await startApp({ skills: [untilTold] })
    const id = await app.create('until-told')
    await app.until(id, 'running')
    const events = await app.events(id)
    const again = async (last: number, root = '/v1/jobs') => {
      const response = await fetch(`${app.url}${root}/${id}/events`, { headers: { 'last-event-id': String(last) } })
      return { status: response.status, response }
    }
    // There is more to come.
    const open = await again(events.length)
    assert.equal(open.status, 200)
    await app.tell(id)
    assert.match(await open.response.text(), /conversation\.completed/)
    const all = (await app.events(id)).length
    for (const root of ['/v1/jobs', '/v1/management/runs']) {
      const over = await again(all, root)
      assert.deepEqual([over.status, await over.response.text()], [204, ''])
      const behind = await again(all - 1, root)
      assert.deepEqual([behind.status, dataOf(await behind.response.text()).length], [200, 1])
    }
    assert.match(await app.stream(id, all), /^event: snapshot\n/)
  },
)
