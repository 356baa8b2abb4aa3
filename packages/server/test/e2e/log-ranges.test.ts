import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogRange } from '@agent-skill-runner/contract/job.ts'
import fc from 'fast-check'
import { verifies } from '../../../../test/verifies.ts'
import { sliceOfLog } from '../../src/workspace/read-log.ts'
import { problemsOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { until } from '../support/until.ts'

/** Characters of every length, and bytes that are none: alone, in rows, cut off, in long forms, and beyond Unicode. */
const pieces = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', '\n', 'é', '你', '😀', '\uFEFF', 'e\u0301').map((text) => Buffer.from(text)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('80', '8080808080', 'c3', 'e4bd', 'f09f98', 'c0af', 'eda080', 'f4908080', 'ff')
      .map((hex) => Buffer.from(hex, 'hex')),
  },
)
const texts = fc.array(pieces, { maxLength: 7 }).map((parts) => Buffer.concat(parts))

verifies(
  'history.log-ranges-on-borders',
  'every range of any text holds whole characters, says what it took, and ranges in a row are the text',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'asr-ranges-'))
    const file = join(folder, 'stdout.1.log')
    try {
      await fc.assert(
        fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (bytes, step) => {
          await writeFile(file, bytes)
          const whole = bytes.toString('utf8')
          for (let from = 0; from <= bytes.length + 1; from++)
            for (let to = from; to <= bytes.length + 1; to++) {
              const slice = await sliceOfLog(file, from, to, 1024)
              const [low, high] = [Math.min(from, bytes.length), Math.min(to, bytes.length)]
              assert.equal(slice.total, bytes.length)
              assert.equal(slice.text, bytes.toString('utf8', slice.from, slice.to))
              assert.ok(slice.from <= low && low - slice.from <= 3)
              assert.ok(from === to ? slice.to === slice.from : slice.to >= high && slice.to - high <= 3)
              // Around what was given the text reads as if nobody had cut it.
              const before = bytes.toString('utf8', 0, slice.from)
              assert.equal(before + slice.text + bytes.toString('utf8', slice.to), whole)
            }
          let joined = ''
          for (let at = 0; at < bytes.length; ) {
            const { from, to, text } = await sliceOfLog(file, at, at + step, 1024)
            assert.equal(from, at, 'a range that begins where another ended has nothing to widen')
            joined += text
            at = to
          }
          assert.equal(joined, whole)
        }),
        { numRuns: 60, endOnFailure: true },
      )
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

verifies(
  'history.log-ranges-on-borders',
  'over HTTP every pair of offsets of a printed text gives whole characters',
  async () => {
    // a é 你 😀 b, then half a character, c, and two bytes that no character begins with.
    const hex = '61c3a9e4bda0f09f988062e4bd6380ff'
    // By hand: where each byte offset lands when it begins a range, and when it ends one.
    const starts = [0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11, 13, 14, 15, 16]
    const ends = [0, 1, 3, 3, 6, 6, 6, 10, 10, 10, 10, 11, 13, 13, 14, 15, 16]
    const prints = `import { writeFileSync } from 'node:fs'
    writeFileSync(process.env.SKILL_RESULT_FILE, '{}')
    process.stdout.write(Buffer.from('${hex}', 'hex'))`
    await using app = await startApp({ skills: [{ id: 'prints', js: prints }] })
    const { request_id: id } = await app.run('prints')
    const bytes = Buffer.from(hex, 'hex')
    for (const base of [`/v1/jobs/${id}`, `/v1/management/runs/${id}`])
      for (let from = 0; from <= bytes.length; from++)
        for (let to = from; to <= bytes.length; to++) {
          const { body } = await app.get<LogRange>(`${base}/logs/range?stream=stdout&byte_from=${from}&byte_to=${to}`)
          const start = starts[from] ?? 0
          const end = from === to ? start : (ends[to] ?? 0)
          assert.deepEqual(body, {
            request_id: id,
            stream: 'stdout',
            attempt: 1,
            byte_from: start,
            byte_to: end,
            total_bytes: 16,
            chunk: bytes.toString('utf8', start, end),
          })
        }
    for (const base of [`/v1/jobs/${id}`, `/v1/management/runs/${id}`]) {
      const { status, body } = await app.get(`${base}/logs/range?stream=stdout&byte_from=5&byte_to=4`)
      assert.deepEqual([status, problemsOf(body)[0]?.path], [400, 'query/byte_to'])
    }
  },
)

verifies('history.log-ranges-on-borders', 'half a character of a run that still prints is left for the next look', async () => {
  await using app = await startApp({ skills: [{ id: 'halves', sh: "printf 'a\\342\\202'; exec sleep 1000" }] })
  const { body: job } = await app.post<{ request_id: string }>('/v1/jobs', { skill_id: 'halves' })
  const id = job.request_id
  const range = async () => {
    const { body } = await app.get<LogRange>(`/v1/jobs/${id}/logs/range?stream=stdout&byte_from=0&byte_to=9`)
    return body.total_bytes === 3 && [body.byte_to, body.chunk]
  }
  assert.deepEqual(await until('it has printed half a character', range), [1, 'a'])
  await app.post(`/v1/jobs/${id}/cancel`)
  await until('it has ended', async () => (await app.get<{ status: string }>(`/v1/jobs/${id}`)).body.status === 'canceled')
  assert.deepEqual(await range(), [3, 'a\ufffd'])
})
