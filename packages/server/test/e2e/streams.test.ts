import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { thorough } from '../../../../test/thorough.ts'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { startServer } from '../support/server.ts'
import { writeSkill } from '../support/skills.ts'
import { framesOf, StreamReader, type Visit } from '../support/stream-reader.ts'
import { until } from '../support/until.ts'

/** Talks on both streams, in pieces of every size. */
const talkerOf = (id: string, lines: number) => ({
  id,
  js: `
    import { writeFileSync } from 'node:fs'
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
    for (let n = 0; n < ${lines}; n++) {
      process.stdout.write('out ' + n + ' é你😀 ' + 'x'.repeat((n * 97) % 700) + '\\n')
      process.stderr.write('err ' + n + '\\n')
      await pause((n * 13) % 40)
    }
    writeFileSync(process.env.SKILL_RESULT_FILE, '{}')
  `,
})

/** Ends after a second or two. */
const talker = talkerOf('talker', 60)
/** Whoever waits for something to happen while it talks need not hurry: a busy server writes more at once, and so less often. */
const chatterbox = talkerOf('chatterbox', 5000)

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'url' | 'job' | 'runFolder'>

/** The history of a job as the lines of its file. */
async function linesOf(server: Server, id: string): Promise<string[]> {
  const { run_id } = await server.job(id)
  const text = readFileSync(join(server.runFolder(run_id), '.audit/fcmp_events.1.jsonl'), 'utf8')
  return text.trimEnd().split('\n')
}

/** The same, once HTTP has said it too. */
async function historyOf(server: Server, id: string): Promise<string[]> {
  const lines = await linesOf(server, id)
  assert.equal(
    await (await fetch(`${server.url}/v1/jobs/${id}/events/history?limit=1000`)).text(),
    `{"request_id":"${id}","count":${lines.length},"next_from_seq":null,"events":[${lines.join(',')}]}`,
  )
  return lines
}

interface Behaviour {
  readonly under: '/v1/jobs' | '/v1/management/runs'
  /** It comes when so many events have happened. */
  readonly comesAt: number
  /** Connections that it drops, by the bytes that it takes of each. */
  readonly drops: readonly { readonly dropsAfter: number; readonly resumesBy: NonNullable<Visit['resumesBy']> }[]
  readonly reads: 'eagerly' | 'slowly' | 'at the end'
}

const behaviour: fc.Arbitrary<Behaviour> = fc.record({
  under: fc.constantFrom('/v1/jobs', '/v1/management/runs'),
  comesAt: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 80 })),
  drops: fc.array(
    fc.record({
      dropsAfter: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 300, max: 12_000 })),
      resumesBy: fc.constantFrom('Last-Event-ID', 'cursor'),
    }),
    { maxLength: 8 },
  ),
  reads: fc.constantFrom('eagerly', 'eagerly', 'slowly', 'at the end'),
})

verifies(
  'stream.late-and-dropped-readers',
  'readers that come late, drop anywhere, resume either way and read slowly or not at all end with the history, byte for byte',
  async () => {
    await using app = await startApp({ skills: [talker] })
    await fc.assert(
      fc.asyncProperty(fc.array(behaviour, { minLength: 24, maxLength: 24 }), async (behaviours) => {
        const id = await app.create('talker')
        const first = new StreamReader(`${app.url}/v1/jobs/${id}/events`)
        const told = first.visit()
        const readers = behaviours.map(async ({ under, comesAt, drops, reads }) => {
          const reader = new StreamReader(`${app.url}${under}/${id}/events`)
          await until(`${comesAt} events have happened`, () => first.heard.length >= comesAt || first.isDone)
          const pace = paceOf(reads, first)
          for (const drop of drops) await reader.visit({ ...drop, pace })
          if (!reader.isDone) assert.equal(await reader.visit({ pace }), 'ended')
          return reader.heard
        })
        assert.equal(await told, 'ended')
        const expected = framesOf(await historyOf(app, id))
        assert.ok(expected.length > 20)
        assert.deepEqual(first.heard, expected)
        for (const heard of await Promise.all(readers)) assert.deepEqual(heard, expected)
      }),
      { numRuns: thorough ? 3 : 2, endOnFailure: true },
    )
  },
)

/** A slow reader takes a piece, and the next one only when something else has happened; a sleeper takes none before the end. */
function paceOf(reads: Behaviour['reads'], first: StreamReader): () => Promise<void> {
  if (reads === 'eagerly') return async () => {}
  if (reads === 'at the end') return async () => void (await until('the run is over', () => first.isDone))
  return async () => {
    const { length } = first.heard
    await until('something has happened', () => first.heard.length > length || first.isDone)
  }
}

const messages = thorough ? 80 : 60
const messageBytes = 200 * 1024
const sleepers = thorough ? 30 : 12

/** 12 or 16 MB of messages: much more than the sockets between a server and its reader hold. */
function writeSpeaker(skills: string): void {
  writeSkill(skills, { id: 'speaker', runner: { entrypoint: {} } })
  const audit = join(skills, 'speaker/assets/replay/default/.audit')
  mkdirSync(audit, { recursive: true })
  const said = Array.from({ length: messages }, (_, n) => ({ type: 'message', text: `${n} ${'é你😀'.repeat(messageBytes / 9)}` }))
  const last = { type: 'message', text: '{}', final: true }
  writeFileSync(join(audit, 'stdout.1.log'), [...said, last].map((event) => `${JSON.stringify(event)}\n`).join(''))
}

verifies(
  'stream.late-and-dropped-readers',
  'readers that do not read cost the server next to nothing, are served from the disk when they do, and are not waited for when it stops',
  async () => {
    await withFolder(async (folder) => {
      writeSpeaker(join(folder, 'skills'))
      await using server = await startServer({ folder, env: { SKILL_RUNNER_ENGINES: 'replay' } })
      assert.equal((await server.run('speaker')).status, 'succeeded')
      const unread = mostMemoryOf(server.child.pid)

      const id = await server.create('speaker')
      const awake = Promise.withResolvers<void>()
      const readers = Array.from({ length: sleepers }, () => new StreamReader(`${server.url}/v1/jobs/${id}/events`))
      const visits = readers.map((reader) => reader.visit({ pace: () => awake.promise }))
      await server.until(id, 'succeeded')
      const streams = async () =>
        Number(/^skill_runner_event_streams (\d+)$/m.exec((await server.get<string>('/metrics')).body)?.[1])
      assert.equal(await streams(), sleepers, 'none of them was cut, and none could be told everything')
      const cost = mostMemoryOf(server.child.pid) - unread
      // Coarse: that nothing piles up for each of them is told by the streams that are still open.
      assert.ok(cost < 120, `${sleepers} readers that do not read cost ${cost} MB`)

      awake.resolve()
      assert.deepEqual(
        await Promise.all(visits),
        Array.from({ length: sleepers }, () => 'ended'),
      )
      const expected = framesOf(await linesOf(server, id))
      assert.ok(Buffer.byteLength(expected.join('')) > messages * messageBytes)
      for (const { heard } of readers) {
        assert.equal(heard.length, expected.length)
        // Compared one by one: a difference of megabytes takes minutes to print.
        assert.ok(heard.every((frame, index) => frame === expected[index]))
      }
      await stopsBefore(server, `${server.url}/v1/jobs/${id}/events`, expected)
    })
  },
)

/** The most memory that a process ever had, in MB. */
const mostMemoryOf = (pid: number | undefined): number =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** A reader that never reads is there, and the server stops all the same. */
async function stopsBefore(server: Awaited<ReturnType<typeof startServer>>, url: string, expected: string[]): Promise<void> {
  const reader = new StreamReader(url)
  const gone = Promise.withResolvers<void>()
  const connected = Promise.withResolvers<void>()
  const visit = reader.visit({
    pace: () => {
      connected.resolve()
      return gone.promise
    },
  })
  await connected.promise
  assert.equal(await server.terminate(), 0)
  gone.resolve()
  await visit
  assert.equal(reader.isDone, false)
  assert.ok(reader.heard.every((frame, index) => frame === expected[index]))
}

/** Between the file of events and those who read it. */
const moments = ['half', 'appended', 'committing', 'committed'] as const
/** Where a server ends. */
type End = { readonly afterEvents: number } | { readonly crash: (typeof moments)[number]; readonly append: number }

const append = fc.integer({ min: 2, max: thorough ? 25 : 12 })
const ends = fc.tuple(
  fc
    .tuple(append, append, append, append)
    .map((appends) => appends.map((nth, n) => ({ crash: moments[n] ?? 'half', append: nth }))),
  fc.record({ afterEvents: fc.integer({ min: 1, max: 60 }) }),
)
const preload = new URL('../fixtures/crash-in-append.ts', import.meta.url).href

verifies(
  'stream.across-kill-nine',
  'readers of a server that is killed, at any moment, lose and repeat nothing when they come back to the next one',
  async () => {
    await withFolder(async (folder) => {
      let server = await startServer({ folder, skills: [talker, chatterbox] })
      const { port } = new URL(server.url)
      /** Each server is also the one that the readers of the last come back to. */
      const restart = async (end: End | null) => {
        await server.kill()
        const env =
          end && 'crash' in end ? { NODE_OPTIONS: `--import=${preload}`, CRASH_IN_APPEND: `${end.crash}:${end.append}` } : {}
        server = await startServer({ folder, env: { PORT: port, ...env } })
      }
      const round = async (end: End, following: End | null) => {
        const id = await server.create('crash' in end ? 'chatterbox' : 'talker')
        const readers = Array.from({ length: 5 }, (_, n) => {
          const under = n % 2 === 0 ? '/v1/jobs' : '/v1/management/runs'
          return new StreamReader(`${server.url}${under}/${id}/events`)
        })
        const [first = new StreamReader('')] = readers
        const followed = readers.map((reader, n) => followToTheEnd(reader, n % 3 === 0 ? 'Last-Event-ID' : 'cursor'))
        const isTime = () => ('crash' in end ? server.child.signalCode === 'SIGKILL' : first.heard.length >= end.afterEvents)
        await until('it is time to end, or the run was faster', () => isTime() || first.isDone)
        await restart(following)
        await Promise.all(followed)
        if ('crash' in end) assert.equal((await server.job(id)).status, 'failed', end.crash)
        const expected = framesOf(await historyOf(server, id))
        for (const { heard } of readers) assert.deepEqual(heard, expected)
      }
      try {
        await fc.assert(
          fc.asyncProperty(ends, async ([crashes, last]) => {
            const all: readonly End[] = [last, ...crashes]
            for (const [n, end] of all.entries()) await round(end, all[n + 1] ?? null)
          }),
          // Ten moments, or five.
          { numRuns: thorough ? 2 : 1, endOnFailure: true },
        )
      } finally {
        await server.kill()
      }
    })
  },
)

/** As an EventSource does: whatever happens to the connection, it comes back with what it had last. */
async function followToTheEnd(reader: StreamReader, resumesBy: NonNullable<Visit['resumesBy']>): Promise<void> {
  await until('the reader was told the end', async () => {
    if (!reader.isDone) await reader.visit({ resumesBy })
    return reader.isDone
  })
}

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'asr-streams-'))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
