import assert from 'node:assert/strict'
import { createReadStream, existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before } from 'node:test'
import { memoryOf, watchMemory } from '../../../bench/proc.ts'
import { ReaderGroup } from '../../../bench/reader-group.ts'
import { verifies } from '../../../test/verifies.ts'
import { startServer } from './support/server.ts'
import type { TestSkill } from './support/skills.ts'
import { until } from './support/until.ts'

type Server = Awaited<ReturnType<typeof startServer>>

const pidOf = ({ child }: Server): number => child.pid ?? assert.fail('the server has no process')

interface Event {
  readonly seq: number
  readonly run_id: string
  readonly event?: { readonly type: string }
  readonly data: { readonly text?: string }
  readonly raw_ref: { readonly byte_from: number; readonly byte_to: number } | null
}

/** The events of a run as they lie on the disk, one at a time. */
async function* eventsOf(server: Server, run: string, file: 'events' | 'fcmp_events'): AsyncGenerator<Event> {
  const path = join(server.runFolder(run), `.audit/${file}.1.jsonl`)
  for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line)
}

/** Lets a script that waits for it go on. */
async function tell(server: Server, run: string): Promise<void> {
  const artifacts = join(server.runFolder(run), 'artifacts')
  await until('the run has its folder', () => existsSync(artifacts))
  writeFileSync(join(artifacts, 'go'), '')
}

const waits = 'while [ ! -e "$SKILL_ARTIFACTS_DIR/go" ]; do sleep 0.05; done'
const answers = `echo '{}' > "$SKILL_RESULT_FILE"`

const talk: TestSkill = {
  id: 'talk',
  runner: { entrypoint: { type: 'prompt', prompt: { result_mode: 'stdout' } } },
  files: {
    'assets/replay/default.json': JSON.stringify({
      steps: [
        { sleep_ms: 500 },
        ...Array.from({ length: 400 }, (_, n) => [
          { event: { type: 'reasoning', text: `thought ${n}` } },
          { sleep_ms: 5 },
        ]).flat(),
        { message: {}, final: true },
      ],
    }),
  },
}

const flood: TestSkill = {
  id: 'flood',
  sh: `yes 'A line as programs print it by the million, with an é in it.' | head -c 200000000; ${answers}`,
}

/** Prints its own name before each number, in many small writes. */
const chatter: TestSkill = {
  id: 'chatter',
  sh: `name=$(cat "$SKILL_INPUT_FILE" | sed 's/.*"name":"\\([^"]*\\)".*/\\1/')
    ${waits}
    n=0
    while [ $n -lt 200 ]; do echo "$name $n"; n=$((n + 1)); done
    ${answers}`,
  input: { type: 'object', properties: { name: { type: 'string', 'x-input-source': 'inline' } } },
}

/** One server for all of them, one after the other. */
let folder: string
let server: Server
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'asr-load-'))
  const env = { SKILL_RUNNER_ENGINES: 'replay', SKILL_RUNNER_MAX_RUNNING_JOBS: '50' }
  server = await startServer({ folder, skills: [talk, flood, { id: 'small' }, chatter], env })
})
after(async () => {
  await server.kill()
  await rm(folder, { recursive: true, force: true })
})

// The first: on a server that has held much before, it could hold as much again without growing.
verifies(
  'load.half-a-gigabyte',
  'a run that prints more than memory may grow is kept whole, while others get their answers',
  async () => {
    await server.run('small')
    const before = memoryOf(pidOf(server)).rss
    const memory = watchMemory(pidOf(server))
    const id = await server.create('flood')
    await server.until(id, 'running')
    const { status } = await server.run('small')
    const { run_id } = await server.until(id, 'succeeded', 'failed')
    const grown = Math.max(...memory.stop()) - before

    assert.equal(status, 'succeeded')
    assert.equal(statSync(join(server.runFolder(run_id), '.audit/stdout.1.log')).size, 200_000_000)
    let seq = 0
    let byte = 0
    for await (const event of eventsOf(server, run_id, 'events')) {
      assert.equal(event.seq, ++seq)
      if (event.event?.type !== 'raw.stdout') continue
      assert.equal(event.raw_ref?.byte_from, byte)
      byte = event.raw_ref?.byte_to ?? -1
    }
    assert.equal(byte, 200_000_000)
    assert.ok(grown < 150, `memory grew by ${grown} MB`)
  },
)

verifies('load.thousand-readers', 'two hundred readers of one run each get all its events, once and in order', async () => {
  await server.run('talk', { engine: 'replay' })
  const before = memoryOf(pidOf(server)).rss
  const memory = watchMemory(pidOf(server))
  const id = await server.create('talk', { engine: 'replay' })
  const group = new ReaderGroup(`${server.url}/v1/jobs/${id}/events?cursor=0`, 200)
  await group.connect()
  await group.ended
  const grown = Math.max(...memory.stop()) - before

  const { run_id } = await server.job(id)
  const events = await Array.fromAsync(eventsOf(server, run_id, 'fcmp_events'))
  assert.ok(events.length > 400)
  const { inOrder, others } = group.heard(0)
  assert.deepEqual({ inOrder, others }, { inOrder: Array(200).fill(events.length), others: 0 })
  assert.ok(grown < 150, `memory grew by ${grown} MB`)
})

verifies('load.fifty-printing-runs', 'fifty runs that print at once each have their own events, whole and in order', async () => {
  const names = Array.from({ length: 50 }, (_, n) => `run-${n}`)
  const jobs = await Promise.all(
    names.map(async (name) => {
      const id = await server.create('chatter', { input: { name } })
      return { name, id, run: (await server.until(id, 'running')).run_id }
    }),
  )
  await Promise.all(jobs.map(({ run }) => tell(server, run)))
  for (const { name, id, run } of jobs) {
    await server.until(id, 'succeeded', 'failed')
    const rasp = await Array.fromAsync(eventsOf(server, run, 'events'))
    const fcmp = await Array.fromAsync(eventsOf(server, run, 'fcmp_events'))
    const printed = rasp.flatMap(({ event, data }) => (event?.type === 'raw.stdout' ? [data.text] : [])).join('')
    assert.equal(printed, Array.from({ length: 200 }, (_, n) => `${name} ${n}\n`).join(''))
    for (const events of [rasp, fcmp]) {
      assert.deepEqual(
        events.map(({ seq, run_id }) => [seq, run_id]),
        events.map((_, index) => [index + 1, run]),
      )
    }
  }
})
