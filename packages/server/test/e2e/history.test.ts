import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogRange } from '@agent-skill-runner/contract/job.ts'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { errorOf, problemsOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { writeTokens } from '../support/tokens.ts'
import { type Told, tellRun } from '../support/told-run.ts'

/** Three attempts. Some things happen at once, one attempt begins in the instant in which the one before it ended. */
const story: readonly Told[] = [
  { at: '2026-03-01T12:00:00.000Z', moves: 'turn.started' },
  { at: '2026-03-01T12:00:00.500Z', prints: 'one é\n' },
  { at: '2026-03-01T12:00:01.000Z', warns: 'a' },
  { at: '2026-03-01T12:00:01.000Z', prints: 'two 你\n' },
  { at: '2026-03-01T12:00:01.001Z', moves: 'turn.needs_input' },
  { at: '2026-03-01T12:00:03.000Z', moves: 'interaction.reply.accepted' },
  { at: '2026-03-01T12:00:03.000Z', moves: 'turn.started' },
  { at: '2026-03-01T12:00:03.250Z', warns: 'b' },
  { at: '2026-03-01T12:00:03.250Z', prints: 'three 😀\n' },
  { at: '2026-03-01T12:00:04.000Z', moves: 'turn.needs_input' },
  { at: '2026-03-01T12:00:05.000Z', moves: 'interaction.reply.accepted' },
  { at: '2026-03-01T12:00:06.999Z', moves: 'turn.started' },
  { at: '2026-03-01T12:00:07.000Z', prints: 'four\n' },
  { at: '2026-03-01T12:00:07.000Z', warns: 'c' },
  { at: '2026-03-01T12:00:08.000Z', moves: 'turn.succeeded', ends: true },
]
/** In the order of the story; the last step is two events. */
const times = [...story.map(({ at }) => at), '2026-03-01T12:00:08.000Z']
const moved = ['conversation.state.changed', 'lifecycle.run.state_changed'] as const
const typesOf = story.flatMap((told): (readonly [fcmp: string, rasp: string])[] => {
  if ('prints' in told) return [['raw.stdout', 'raw.stdout']]
  if ('warns' in told) return [['diagnostic.warning', 'diagnostic.warning']]
  return told.ends ? [moved, ['conversation.completed', 'lifecycle.run.terminal']] : [moved]
})

const bases = ['/v1/jobs/job_told', '/v1/management/runs/job_told'] as const
const protocols = ['fcmp', 'rasp'] as const
const fileOf = { fcmp: 'fcmp_events', rasp: 'events' } as const

interface Page {
  readonly events: readonly { readonly seq: number; readonly ts: string }[]
  readonly next_from_seq: number | null
}

async function startTold(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'asr-told-'))
  await tellRun(folder, 'run_told', story)
  const app = await startApp({ folder, env })
  const linesOf = (protocol: 'fcmp' | 'rasp'): string[] =>
    [1, 2, 3].flatMap((attempt) =>
      readFileSync(join(app.runFolder('run_told'), `.audit/${fileOf[protocol]}.${attempt}.jsonl`), 'utf8')
        .trimEnd()
        .split('\n'),
    )
  return {
    ...app,
    linesOf,
    /** The answer as its bytes, once they were held against openapi.json. */
    async text(path: string): Promise<string> {
      assert.equal((await app.get(path)).status, 200, path)
      return (await fetch(app.url + path)).text()
    },
    page: async (path: string) => (await app.get<Page>(path)).body,
    async [Symbol.asyncDispose]() {
      await app.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

verifies(
  'history.jobs-and-management',
  'history of a run with three attempts is the lines of its files, byte for byte, in both protocols, for jobs and management',
  async () => {
    await using app = await startTold()
    for (const protocol of protocols) {
      const lines = app.linesOf(protocol)
      assert.deepEqual(
        lines.map((line) => {
          const { seq, ts, type, event } = JSON.parse(line)
          return [seq, ts, type ?? event.type]
        }),
        times.map((ts, index) => [index + 1, ts, typesOf[index]?.[protocol === 'fcmp' ? 0 : 1]]),
      )
      for (const base of bases) {
        const query = protocol === 'fcmp' ? '' : '?protocol=rasp'
        assert.equal(
          await app.text(`${base}/events/history${query}`),
          `{"request_id":"job_told","count":16,"next_from_seq":null,"events":[${lines.join(',')}]}`,
        )
      }
    }
    const live = app.linesOf('fcmp').map((line, index) => `id: ${index + 1}\nevent: chat_event\ndata: ${line}\n\n`)
    for (const base of bases)
      assert.equal(
        await (await fetch(`${app.url}${base}/events?cursor=4`, { headers: { 'last-event-id': '6' } })).text(),
        `event: snapshot\ndata: {"status":"succeeded","cursor":6,"last_seq":16,"pending_interaction_id":null,"attempt_number":3}\n\n${live.slice(6).join('')}`,
      )
  },
)

verifies('history.jobs-and-management', 'pages by number and windows of time, put together, are the whole history', async () => {
  await using app = await startTold()
  for (const base of bases) {
    for (const protocol of protocols) {
      const path = `${base}/events/history?protocol=${protocol}`
      const lines = app.linesOf(protocol)
      for (const limit of [1, 3, 15, 16, 17]) {
        const collected: string[] = []
        for (let from: number | null = 1; from !== null; ) {
          const page: Page = await app.page(`${path}&limit=${limit}&from_seq=${from}`)
          assert.ok(page.events.length > 0 && page.events.length <= limit)
          collected.push(...page.events.map((event) => JSON.stringify(event)))
          from = page.next_from_seq
        }
        assert.deepEqual(collected, lines)
      }
      const windows: string[] = []
      const begin = Date.parse('2026-03-01T11:59:59.500Z')
      for (let at = begin; at < Date.parse('2026-03-01T12:00:09Z'); at += 250) {
        const [from, to] = [new Date(at).toISOString(), new Date(at + 249).toISOString()]
        const { events, next_from_seq: next } = await app.page(`${path}&from_ts=${from}&to_ts=${to}`)
        assert.equal(next, null)
        windows.push(...events.map((event) => JSON.stringify(event)))
      }
      assert.deepEqual(windows, lines)
    }
  }
})

verifies('history.jobs-and-management', 'ranges are right at their borders, by number, time and type', async () => {
  await using app = await startTold()
  const table: [query: string, seqs: number[], next: number | null][] = [
    ['from_seq=1&to_seq=1', [1], null],
    ['from_seq=6&to_seq=7', [6, 7], null],
    ['from_seq=16', [16], null],
    ['to_seq=2', [1, 2], null],
    ['from_seq=17', [], null],
    ['from_seq=5&to_seq=99', [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16], null],
    ['from_seq=5&to_seq=9&limit=2', [5, 6], 7],
    ['from_seq=5&to_seq=6&limit=2', [5, 6], null],
    // A time without milliseconds is that very instant.
    ['from_ts=2026-03-01T12:00:01Z&to_ts=2026-03-01T12:00:01Z', [3, 4], null],
    ['to_ts=2026-03-01T12:00:01Z', [1, 2, 3, 4], null],
    ['from_ts=2026-03-01T12:00:01.001Z&to_ts=2026-03-01T12:00:01.001Z', [5], null],
    ['from_ts=2026-03-01T12:00:01.002Z&to_ts=2026-03-01T12:00:02.999Z', [], null],
    // The border between two attempts.
    ['from_ts=2026-03-01T12:00:03Z&to_ts=2026-03-01T12:00:03.0Z', [6, 7], null],
    ['from_ts=2026-03-01T14:00:07%2B02:00', [13, 14, 15, 16], null],
    ['from_ts=2026-03-02', [], null],
    ['to_ts=2026-03-01', [], null],
    ['from_ts=2026-03-01&to_ts=2026-03-02&limit=1', [1], 2],
    ['from_ts=2026-03-01T12:00:03Z&to_seq=7', [6, 7], null],
    // What comes next is the next one of that type.
    ['types=diagnostic.warning', [3, 8, 14], null],
    ['types=diagnostic.warning&limit=1', [3], 8],
    ['types=diagnostic.warning&limit=1&from_seq=8', [8], 14],
    ['types=diagnostic.warning&limit=1&from_seq=14', [14], null],
    ['types=diagnostic.warning&limit=2&to_seq=13', [3, 8], null],
    ['types=raw.stdout,diagnostic.warning&limit=3&from_ts=2026-03-01T12:00:01Z', [3, 4, 8], 9],
    ['types=no.such.type', [], null],
  ]
  for (const [query, seqs, next] of table)
    for (const base of bases)
      for (const protocol of protocols) {
        const { events, next_from_seq } = await app.page(`${base}/events/history?protocol=${protocol}&${query}`)
        assert.deepEqual([events.map(({ seq }) => seq), next_from_seq], [seqs, next], `${protocol} ${query}`)
      }
})

verifies('history.jobs-and-management', 'any mix of number, time, type and limit is what a scan of the files gives', async () => {
  await using app = await startTold()
  const seq = fc.integer({ min: 1, max: 20 })
  const time = fc.integer({ min: -500, max: 9000 }).map((ms) => new Date(Date.parse('2026-03-01T12:00:00Z') + ms).toISOString())
  const type = fc.constantFrom('raw.stdout', 'diagnostic.warning', ...moved, 'conversation.completed', 'lifecycle.run.terminal')
  const sorted = <T extends number | string>([a, b]: readonly [T, T]) => (a <= b ? { from: a, to: b } : { from: b, to: a })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...bases),
      fc.constantFrom(...protocols),
      fc.tuple(seq, seq).map(sorted),
      fc.option(fc.tuple(time, time).map(sorted)),
      fc.option(fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      fc.integer({ min: 1, max: 17 }),
      async (base, protocol, seqs, instants, types, limit) => {
        const query = new URLSearchParams({ protocol, from_seq: `${seqs.from}`, to_seq: `${seqs.to}`, limit: `${limit}` })
        if (instants) query.set('from_ts', instants.from)
        if (instants) query.set('to_ts', instants.to)
        if (types) query.set('types', types.join(','))
        const fitting = times.flatMap((ts, index) => {
          const number = index + 1
          const kind = typesOf[index]?.[protocol === 'fcmp' ? 0 : 1] ?? ''
          const fits =
            number >= seqs.from &&
            number <= seqs.to &&
            (!instants || (ts >= instants.from && ts <= instants.to)) &&
            (!types || types.some((one) => one === kind))
          return fits ? [number] : []
        })
        const { events, next_from_seq } = await app.page(`${base}/events/history?${query}`)
        assert.deepEqual([events.map((event) => event.seq), next_from_seq], [fitting.slice(0, limit), fitting[limit] ?? null])
      },
    ),
    { numRuns: 150, endOnFailure: true },
  )
})

verifies('history.jobs-and-management', 'from_seq=0 is the beginning, and a limit above 1000 is cut', async () => {
  await using app = await startTold()
  for (const base of bases)
    for (const query of ['from_seq=0', 'from_seq=0&to_seq=16', 'limit=1001', 'limit=99999999999999999999'])
      assert.equal(await app.text(`${base}/events/history?${query}`), await app.text(`${base}/events/history`), query)
})

verifies('history.jobs-and-management', 'a range that cannot be meant is refused and says where it is wrong', async () => {
  await using app = await startTold()
  const table: [query: string, path: string][] = [
    ['from_seq=3&to_seq=2', 'query/to_seq'],
    ['from_ts=2026-03-01T12:00:01Z&to_ts=2026-03-01T12:00:00.999Z', 'query/to_ts'],
    ['from_ts=2026-03-01T12:00:00%2B02:00&to_ts=2026-03-01T09:59:59Z', 'query/to_ts'],
    ['from_ts=yesterday', 'query/from_ts'],
    ['from_ts=2026', 'query/from_ts'],
    ['to_ts=2026-03-01T12:00:00', 'query/to_ts'],
    ['to_ts=2026-13-01T12:00:00Z', 'query/to_ts'],
    ['from_seq=-1', 'query/from_seq'],
    ['from_seq=x', 'query/from_seq'],
    ['limit=0', 'query/limit'],
    ['protocol=other', 'query/protocol'],
    ['types=', 'query/types'],
  ]
  for (const base of bases)
    for (const [query, path] of table) {
      const { status, body } = await app.get(`${base}/events/history?${query}`)
      assert.deepEqual(
        [status, errorOf(body).code, problemsOf(body).map((one) => one.path)],
        [400, 'INVALID_REQUEST', [path]],
        query,
      )
    }
})

verifies(
  'history.jobs-and-management',
  'a run is shown under management to whoever may read, and only those of the own project',
  async () => {
    using tokens = writeTokens([
      { name: 'reader', scopes: ['read'] },
      { name: 'stranger', scopes: ['admin'], project: 'another' },
    ])
    await using app = await startTold(tokens.env)
    const routes = ['', '/events', '/events/history', '/logs/range?stream=stdout']
    for (const route of routes) {
      const path = `/v1/management/runs/job_told${route}`
      assert.equal((await app.get(path, tokens.as('reader'))).status, 200, path)
      const { status, body } = await app.get(path, tokens.as('stranger'))
      assert.deepEqual([status, errorOf(body).code], [404, 'JOB_NOT_FOUND'], path)
      assert.equal((await app.get(path)).status, 401, path)
    }
    const job = (await app.get<object>('/v1/jobs/job_told', tokens.as('reader'))).body
    const run = (await app.get<object>('/v1/management/runs/job_told', tokens.as('reader'))).body
    assert.deepEqual(run, {
      ...job,
      ...{ poll_logs: false, interactive_auto_reply: false, interactive_reply_timeout_sec: 1200 },
    })
  },
)

verifies('history.jobs-and-management', 'poll_logs is true while the logs of a run may grow', async () => {
  const waits = {
    id: 'waits',
    sh: 'while [ ! -e "$SKILL_ARTIFACTS_DIR/go" ]; do sleep 0.02; done; echo "{}" > "$SKILL_RESULT_FILE"',
  }
  await using app = await startApp({ skills: [waits], env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1' } })
  const [first, second] = [await app.create('waits'), await app.create('waits')]
  await app.until(first, 'running')
  const shown = async (id: string) => {
    const { status, poll_logs } = (await app.get<{ status: string; poll_logs: boolean }>(`/v1/management/runs/${id}`)).body
    return [status, poll_logs]
  }
  assert.deepEqual(
    [await shown(first), await shown(second)],
    [
      ['running', true],
      ['queued', true],
    ],
  )
  await app.post(`/v1/jobs/${second}/cancel`)
  await app.tell(first)
  await app.until(first, 'succeeded')
  assert.deepEqual(
    [await shown(first), await shown(second)],
    [
      ['succeeded', false],
      ['canceled', false],
    ],
  )
})

verifies('history.log-ranges-on-borders', 'a range of an earlier attempt is read from the log of that attempt', async () => {
  await using app = await startTold()
  const chunks = async (query: string) =>
    (await app.get<LogRange>(`/v1/management/runs/job_told/logs/range?stream=stdout${query}`)).body.chunk
  assert.deepEqual(
    [await chunks('&attempt=1&byte_from=5&byte_to=6'), await chunks('&attempt=2'), await chunks('&attempt=3'), await chunks('')],
    ['é', 'three 😀\n', 'four\n', 'four\n'],
  )
  const { status, body } = await app.get('/v1/management/runs/job_told/logs/range?stream=stdout&attempt=4')
  assert.deepEqual([status, errorOf(body).code], [404, 'ATTEMPT_NOT_FOUND'])
})
