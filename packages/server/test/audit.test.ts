import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { LogRange } from '@agent-skill-runner/contract/job.ts'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import type { Stream } from '../src/domain/launch.ts'
import { splitTranscript } from '../src/domain/transcript.ts'
import { layoutOf } from '../src/workspace/layout.ts'
import { openTranscript } from '../src/workspace/transcript.ts'
import { startApp } from './support/app.ts'
import { temporaryFolder } from './support/folder.ts'
import { startServer } from './support/server.ts'
import type { TestSkill } from './support/skills.ts'
import { until } from './support/until.ts'
import { unzip } from './support/unzip.ts'

/** Prints on both streams by turns, and leaves files of every kind. */
const busy: TestSkill = {
  id: 'busy',
  artifacts: [{ role: 'notes', pattern: '*.md', required: true }],
  js: `
    import { mkdirSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
    for (let n = 0; n < 200; n++) {
      writeSync(1, 'out ' + n + ' é你😀'.repeat(n % 7) + '\\n')
      writeSync(2, Buffer.from([0xff, n, 0x0a]))
      if (n % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    }
    writeSync(1, 'no end')
    const at = (name) => process.env.SKILL_ARTIFACTS_DIR + '/' + name
    writeFileSync(at('notes.md'), 'hello')
    mkdirSync(at('deep'))
    writeFileSync(at('deep/data.bin'), 'data')
    symlinkSync('/etc/passwd', at('link'))
    mkdirSync(at('node_modules'))
    writeFileSync(at('node_modules/x.js'), '')
    mkdirSync('tmp/.git')
    writeFileSync('tmp/.git/HEAD', '')
    writeFileSync('tmp/scratch', 'abc')
    writeFileSync(process.env.SKILL_RESULT_FILE, '{"a":1}')
  `,
}

type App = Awaited<ReturnType<typeof startApp>>

/** The digests come last, when the end was already told. */
const closed = (audit: string) => until('the files of the run are closed', () => !existsSync(join(audit, '../tmp')))

/** A run that ended, and its audit folder. */
async function ranBy(app: App, skill: string, how: { engine?: string } = {}) {
  const accepted = await app.run(skill, how)
  const { run_id } = await app.job(accepted.request_id)
  const folder = join(app.runFolder(run_id), '.audit')
  await closed(folder)
  return {
    ...accepted,
    id: accepted.request_id,
    names: () => readdirSync(folder).sort(),
    bytes: (name: string) => readFileSync(join(folder, name)),
    json: (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')),
  }
}

const allNames = [
  'digests.json',
  'events.1.jsonl',
  'fcmp_events.1.jsonl',
  'fs-diff.1.json',
  'meta.1.json',
  'parser_diagnostics.1.jsonl',
  'pty-index.1.bin',
  'pty-output.1.log',
  'stderr.1.log',
  'stdin.1.log',
  'stdout.1.log',
]

verifies('audit.transcript-splits-again', 'both streams of a real run come out of its transcript again', async () => {
  await using app = await startApp({ skills: [busy] })
  const ran = await ranBy(app, 'busy')
  assert.equal(ran.status, 'succeeded', JSON.stringify(ran.result?.error))
  assert.deepEqual(ran.names(), allNames)
  const [output, index] = [ran.bytes('pty-output.1.log'), ran.bytes('pty-index.1.bin')]
  const streams = { stdout: ran.bytes('stdout.1.log'), stderr: ran.bytes('stderr.1.log') }
  assert.equal(streams.stderr.length, 600)
  assert.deepEqual(splitTranscript(output, index), streams)

  const { body } = await app.get<LogRange>(`/v1/jobs/${ran.id}/logs/range?stream=pty&byte_from=3&byte_to=40`)
  const { chunk, ...range } = body
  assert.deepEqual(
    [chunk, range],
    [
      output.toString('utf8', body.byte_from, body.byte_to),
      {
        request_id: ran.id,
        stream: 'pty',
        attempt: 1,
        byte_from: body.byte_from,
        byte_to: body.byte_to,
        total_bytes: output.length,
      },
    ],
  )
  assert.ok(body.byte_from <= 3 && body.byte_from >= 0 && body.byte_to >= 40 && body.byte_to <= 43)
})

verifies('audit.transcript-splits-again', 'pieces that come before the last is written keep their order', async (context) => {
  const data = await temporaryFolder(context)
  const piece = fc.record({
    stream: fc.constantFrom<Stream>('stdout', 'stderr'),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  })
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      const layout = layoutOf(data).run(`run_${++runs}`)
      mkdirSync(layout.audit, { recursive: true })
      {
        await using transcript = await openTranscript(layout, 1, false)
        await Promise.all(pieces.map(({ stream, bytes }) => transcript.append(stream, bytes)))
      }
      const output = readFileSync(layout.transcript(1))
      assert.deepEqual(output, Buffer.concat(pieces.map(({ bytes }) => bytes)))
      const of = (wanted: Stream) => Buffer.concat(pieces.filter((one) => one.stream === wanted).map(({ bytes }) => bytes))
      const split = splitTranscript(output, readFileSync(layout.transcriptIndex(1)))
      assert.deepEqual(split, { stdout: of('stdout'), stderr: of('stderr') })
    }),
    { numRuns: 50, endOnFailure: true },
  )
})

verifies(
  'audit.transcript-splits-again',
  'a server that is killed leaves a transcript that is true as far as it goes',
  async (context) => {
    const folder = await temporaryFolder(context)
    const endless: TestSkill = {
      id: 'endless',
      js: `
      import { writeSync } from 'node:fs'
      for (let n = 0; ; n++) writeSync(1 + (n % 3 === 0 ? 1 : 0), (n + ' ').repeat(1 + (n % 50)) + '\\n')
    `,
    }
    const env = { SKILL_RUNNER_MAX_OUTPUT_BYTES: '2GiB' }
    await using server = await startServer({ folder, skills: [endless], env })
    const { run_id } = await server.until(await server.create('endless'), 'running')
    const read = (name: string) => readFileSync(join(server.runFolder(run_id), '.audit', name))
    const size = (name: string) => read(name).length
    const grown = async () => size('pty-output.1.log') > 1_000_000
    await until('much was printed', () => grown().catch(() => false))
    await server.kill()
    const split = splitTranscript(read('pty-output.1.log'), read('pty-index.1.bin'))
    for (const stream of ['stdout', 'stderr'] as const) {
      const log = read(`${stream}.1.log`)
      const both = Math.min(log.length, split[stream].length)
      assert.ok(both > 100_000, stream)
      assert.ok(log.subarray(0, both).equals(split[stream].subarray(0, both)), stream)
    }
  },
)

verifies('audit.fs-diff', 'a run tells what it made in its folder, and events tell of what belongs to its results', async () => {
  await using app = await startApp({ skills: [busy] })
  const ran = await ranBy(app, 'busy')
  assert.deepEqual(ran.json('fs-diff.1.json'), {
    attempt_number: 1,
    created: [
      { path: 'artifacts/deep', kind: 'folder', size: 0 },
      { path: 'artifacts/deep/data.bin', kind: 'file', size: 4 },
      { path: 'artifacts/link', kind: 'link', size: 11 },
      { path: 'artifacts/notes.md', kind: 'file', size: 5 },
      { path: 'result/result.json', kind: 'file', size: 7 },
      { path: 'tmp/scratch', kind: 'file', size: 3 },
    ],
    modified: [],
    deleted: [],
    left_out: [],
    left_out_count: 0,
  })
  const about = (await app.events(ran.id, 'rasp')).filter(({ event }) => event.type.startsWith('artifact.'))
  assert.deepEqual(
    about.map(({ event, data: { path, role, size } }) => [event.type, path, role, size]),
    [
      ['artifact.created', 'artifacts/deep/data.bin', 'output', 4],
      ['artifact.created', 'artifacts/notes.md', 'notes', 5],
      ['artifact.created', 'result/result.json', 'result', 7],
      ['artifact.indexed', 'artifacts/deep/data.bin', 'output', 4],
      ['artifact.indexed', 'artifacts/node_modules/x.js', 'output', 0],
      ['artifact.indexed', 'artifacts/notes.md', 'notes', 5],
    ],
  )
  // A front end is told of a file once, when it is whole.
  const shown = (await app.events(ran.id)).filter(({ type }) => type.startsWith('artifact.'))
  assert.deepEqual(
    shown.map(({ data }) => data['path']),
    ['artifacts/deep/data.bin', 'artifacts/node_modules/x.js', 'artifacts/notes.md'],
  )
})

const replay = { SKILL_RUNNER_ENGINES: 'replay' }

/** A skill for the replay engine that is understood in part. */
const halfUnderstood: TestSkill = {
  id: 'half',
  runner: { entrypoint: {} },
  files: {
    'assets/replay/default.json': JSON.stringify({
      steps: [
        { stdout: 'no JSON' },
        { stderr: 'a side note' },
        { stdout: '{"type":"unheard-of"}' },
        { write: { path: 'result/result.json', json: { n: 1 } } },
        { message: 'done', final: true },
      ],
    }),
  },
}

interface Event {
  readonly event: { readonly type: string }
  readonly data: { readonly code: string; readonly message: string; readonly severity: string; readonly count?: number }
  readonly raw_ref: object | null
}

const linesOf = <T>(bytes: Buffer): T[] => {
  const text = bytes.toString().trim()
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line))
}

verifies('audit.meta-has-metrics', 'meta tells who ran, how it ended, and how well it was understood', async () => {
  await using app = await startApp({ skills: [halfUnderstood, busy], env: replay })
  const ran = await ranBy(app, 'half', { engine: 'replay' })
  assert.equal(ran.status, 'succeeded', JSON.stringify(ran.result?.error))
  const [stdout, stderr] = [ran.bytes('stdout.1.log').length, ran.bytes('stderr.1.log').length]
  const events = linesOf<Event>(ran.bytes('events.1.jsonl'))
  const raw = Buffer.byteLength('no JSON\n{"type":"unheard-of"}\na side note\n')
  const { started_at, ended_at, argv, skill_digest, config_digest, ...facts } = ran.json('meta.1.json')
  const { chunks } = facts.reconstruction
  const fallbacks = events.filter(({ data }) => data.code === 'UNPARSED_CONTENT_FELL_BACK_TO_RAW').length
  assert.deepEqual(facts, {
    attempt_number: 1,
    engine: 'replay',
    model: 'default',
    engines_tried: [],
    cli_version: null,
    session_handle: null,
    resumed_session: null,
    can_resume: true,
    native_output_schema: null,
    skill: 'half@1.0.0',
    sandbox_status: 'bubblewrap',
    sandbox_policy: {
      status: 'bubblewrap',
      system_calls_filtered: true,
      network: { level: 'off', hosts: [] },
      limits: {
        memory_bytes: 4 * 1024 ** 3,
        processes: 1024,
        cpu_seconds: 3600,
        open_files: 4096,
        file_bytes: 4 * 1024 ** 3,
        run_bytes: 8 * 1024 ** 3,
        run_files: 500_000,
      },
    },
    exit_code: 0,
    signal: null,
    reason: 'exited',
    completion: { trigger: 'turn.succeeded', error_code: null },
    validation_warnings: [],
    reconstruction: { stdout_bytes: stdout, stderr_bytes: stderr, merged_bytes: stdout + stderr, chunks },
    metrics: {
      events: events.length,
      raw_bytes: raw,
      raw_share: raw / (stdout + stderr),
      fallbacks,
      unknown_lines: 2,
      mean_confidence: 0.95,
    },
  })
  // The two lines may be read together or apart.
  assert.ok(fallbacks === 1 || fallbacks === 2, String(fallbacks))
  assert.ok(chunks >= 2 && chunks <= 5, String(chunks))
  assert.ok(Date.parse(started_at) <= Date.parse(ended_at))
  assert.equal(argv.at(-1), '/home/runner/replay.json')
  assert.match(`${skill_digest} ${config_digest}`, /^[0-9a-f]{64} [0-9a-f]{64}$/)

  const script = await ranBy(app, 'busy')
  assert.deepEqual(script.json('meta.1.json').metrics, {
    events: linesOf(script.bytes('events.1.jsonl')).length,
    raw_bytes: script.bytes('stdout.1.log').length + 600,
    raw_share: 1,
    fallbacks: 0,
    unknown_lines: 0,
    mean_confidence: 1,
  })
})

test('what a parser stumbled over is kept line by line, as the events tell it', async () => {
  await using app = await startApp({ skills: [halfUnderstood, busy], env: replay })
  const ran = await ranBy(app, 'half')
  const told = linesOf<Event>(ran.bytes('events.1.jsonl')).filter(
    // How a run ended is no affair of the parser.
    ({ event, data }) => event.type === 'diagnostic.warning' && data.code !== 'DONE_MARKER_MISSING',
  )
  assert.ok(told.length > 0)
  assert.deepEqual(
    linesOf(ran.bytes('parser_diagnostics.1.jsonl')),
    told.map(({ data: { count = 1, ...data }, raw_ref }) => ({ ...data, count, raw_ref })),
  )
  assert.equal((await ranBy(app, 'busy')).bytes('parser_diagnostics.1.jsonl').length, 0)
})

test('how an attempt failed is in its meta as well', async () => {
  await using app = await startApp({
    skills: [
      { id: 'fails', sh: 'echo oops >&2; exit 3' },
      { id: 'dies', sh: 'kill -9 $$' },
    ],
  })
  const endOf = async (skill: string) => {
    const { exit_code, signal, reason, completion, reconstruction } = (await ranBy(app, skill)).json('meta.1.json')
    return { exit_code, signal, reason, completion, reconstruction }
  }
  assert.deepEqual(await endOf('fails'), {
    exit_code: 3,
    signal: null,
    reason: 'exited',
    completion: { trigger: 'turn.failed', error_code: 'SCRIPT_FAILED' },
    reconstruction: { stdout_bytes: 0, stderr_bytes: 5, merged_bytes: 5, chunks: 1 },
  })
  assert.deepEqual((await endOf('dies')).completion, { trigger: 'turn.failed', error_code: 'SCRIPT_FAILED' })
})

test('with SKILL_RUNNER_AUDIT=logs only what was printed and the events are kept', async () => {
  await using app = await startApp({ skills: [busy], env: { SKILL_RUNNER_AUDIT: 'logs' } })
  const ran = await ranBy(app, 'busy')
  assert.equal(ran.status, 'succeeded')
  const beyond = /^(pty-|fs-diff|parser_)/
  assert.deepEqual(
    ran.names(),
    allNames.filter((name) => !beyond.test(name)),
  )
  const { body } = await app.get<LogRange>(`/v1/jobs/${ran.id}/logs/range?stream=pty`)
  assert.deepEqual([body.total_bytes, body.chunk], [0, ''])
  const types = (await app.events(ran.id, 'rasp')).map(({ event }) => event.type)
  assert.deepEqual(
    types.filter((type) => type.startsWith('artifact.')),
    ['artifact.indexed', 'artifact.indexed', 'artifact.indexed'],
  )
  const { reconstruction, metrics } = ran.json('meta.1.json')
  const stdout_bytes = ran.bytes('stdout.1.log').length
  assert.deepEqual(reconstruction, { stdout_bytes, stderr_bytes: 600, merged_bytes: null, chunks: null })
  assert.equal(metrics.raw_bytes, stdout_bytes + 600)
})

test('nothing of the audit shows a secret, and a debug bundle holds all of it', async () => {
  const secret = 'sesame-open-the-door'
  const leaks: TestSkill = {
    id: 'leaks',
    js: `
      import { readFileSync, writeFileSync } from 'node:fs'
      const { parameter } = JSON.parse(readFileSync(0, 'utf8'))
      const secret = parameter.parts.join('')
      process.stdout.write('out ' + secret.slice(0, 5))
      await new Promise((resolve) => setTimeout(resolve, 30))
      process.stdout.write(secret.slice(5) + '\\n')
      console.error('err ' + secret)
      writeFileSync('tmp/named-' + secret, '')
      writeFileSync(process.env.SKILL_RESULT_FILE, '{}')
    `,
  }
  await using app = await startApp({ skills: [leaks], env: { SKILL_RUNNER_TOKEN: secret } })
  const headers = { authorization: `Bearer ${secret}` }
  const { body } = await app.post<{ request_id: string; status: string }>(
    '/v1/jobs?wait=240',
    { skill_id: 'leaks', parameter: { parts: [...secret] } },
    headers,
  )
  assert.equal(body.status, 'succeeded')
  const { run_id } = (await app.get<{ run_id: string }>(`/v1/jobs/${body.request_id}`, headers)).body
  const audit = join(app.runFolder(run_id), '.audit')
  await closed(audit)
  const stars = '*'.repeat(secret.length)
  assert.deepEqual(readFileSync(join(audit, 'pty-output.1.log'), 'utf8').split('\n').sort(), ['', `err ${stars}`, `out ${stars}`])
  assert.deepEqual(
    JSON.parse(readFileSync(join(audit, 'fs-diff.1.json'), 'utf8')).created.map(({ path }: { path: string }) => path),
    ['result/result.json', `tmp/named-${stars}`],
  )
  const zip = await fetch(`${app.url}/v1/jobs/${body.request_id}/bundle?debug=1`, { headers })
  const files = await unzip(Buffer.from(await zip.arrayBuffer()))
  const bundled = Object.keys(files).filter((path) => path.startsWith('.audit/'))
  assert.deepEqual(
    bundled.sort(),
    allNames.map((name) => `.audit/${name}`),
  )
  for (const path of bundled) assert.ok(!files[path]?.includes(secret), path)
})
