import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, renameSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ServerLogs } from '@agent-skill-runner/contract/management.ts'
import fc from 'fast-check'
import { verifies } from '../../../test/verifies.ts'
import { linesBackwards } from '../src/lib/read-backwards.ts'
import { searchLog } from '../src/lib/search-log.ts'
import { errorOf } from './support/answers.ts'
import { startApp } from './support/app.ts'
import { temporaryFolder } from './support/folder.ts'

interface Line {
  readonly [name: string]: unknown
}
const line = (second: number, msg: string, more: Line = {}): string =>
  `${JSON.stringify({ level: 'info', time: `2026-03-01T12:00:${String(second).padStart(2, '0')}.000Z`, ...more, msg })}\n`

verifies(
  'management.settings-logs-sweeps',
  'the log is searched from its end through the files it was rotated to, by all that a line says',
  async (context) => {
    const file = join(await temporaryFolder(context), 'own.log')
    writeFileSync(`${file}.2`, line(1, 'first', { level: 'debug' }) + line(2, 'second', { run_id: 'run_a' }))
    writeFileSync(
      `${file}.1`,
      `${line(3, 'third', { level: 'warn', request_id: 'job_a', run_id: 'run_a', code: 7 })}no JSON\n42\n{"level":"info"}\n`,
    )
    writeFileSync(
      file,
      line(4, 'fourth', { level: 'error', request_id: 'job_b', err: { stack: 'say "hi"' } }) +
        line(5, 'fifth') +
        '{"level":"info","time":"2026-03-01T12:00:06.000Z","ms',
    )
    writeFileSync(`${file}.3`, line(0, 'beyond the count'))
    const search = async (filter: object = {}) => {
      const { lines, truncated } = await searchLog({ file, backupCount: 2 }, { limit: 100, ...filter })
      return [lines.map(({ message }) => message), truncated]
    }
    assert.deepEqual(await search(), [['fifth', 'fourth', 'third', 'second', 'first'], false])
    assert.deepEqual(await search({ limit: 2 }), [['fifth', 'fourth'], true])
    assert.deepEqual(await search({ limit: 5 }), [['fifth', 'fourth', 'third', 'second', 'first'], false])
    assert.deepEqual(await search({ level: 'warn' }), [['fourth', 'third'], false])
    assert.deepEqual(await search({ runId: 'run_a' }), [['third', 'second'], false])
    assert.deepEqual(await search({ requestId: 'job_a' }), [['third'], false])
    assert.deepEqual(await search({ text: 'FIR' }), [['first'], false])
    assert.deepEqual(await search({ text: 'say "HI"' }), [['fourth'], false])
    assert.deepEqual(await search({ from: '2026-03-01T12:00:03.000Z', to: '2026-03-01T12:00:04.000Z' }), [
      ['fourth', 'third'],
      false,
    ])
    const { lines } = await searchLog({ file, backupCount: 2 }, { limit: 1, requestId: 'job_a' })
    assert.deepEqual(lines, [
      {
        time: '2026-03-01T12:00:03.000Z',
        level: 'warn',
        message: 'third',
        requestId: 'job_a',
        runId: 'run_a',
        fields: { code: 7 },
      },
    ])
    assert.deepEqual(await searchLog({ file: `${file}.none`, backupCount: 5 }, { limit: 9 }), { lines: [], truncated: false })
  },
)

test('only so much of a log is read, and then the answer says that there is more', async (context) => {
  const file = join(await temporaryFolder(context), 'own.log')
  writeFileSync(file, line(1, 'needle') + line(2, 'hay').repeat(5000))
  const found = await searchLog({ file, backupCount: 0 }, { limit: 9, text: 'needle' }, 100_000)
  assert.deepEqual(found, { lines: [], truncated: true })
  const whole = await searchLog({ file, backupCount: 0 }, { limit: 9, text: 'needle' })
  assert.deepEqual([whole.lines.length, whole.truncated], [1, false])
})

test('a log that goes to a pipe is not waited for, and one that is rotated meanwhile is told once', async (context) => {
  const folder = await temporaryFolder(context)
  execFileSync('mkfifo', [join(folder, 'pipe')])
  assert.deepEqual(await searchLog({ file: join(folder, 'pipe'), backupCount: 0 }, { limit: 9 }), { lines: [], truncated: false })
  const file = join(folder, 'own.log')
  writeFileSync(file, line(1, 'once'))
  execFileSync('ln', [file, `${file}.1`])
  assert.equal((await searchLog({ file, backupCount: 1 }, { limit: 9 })).lines.length, 1)
  renameSync(file, `${file}.2`)
  assert.equal((await searchLog({ file, backupCount: 2 }, { limit: 9 })).lines.length, 1)
})

test('lines come backwards as they were written, however long they are and wherever a piece ends', async (context) => {
  const file = join(await temporaryFolder(context), 'lines')
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'é', '你', '😀'), minLength: 1, maxLength: 50 }),
    fc.constantFrom('x'.repeat(70_000), 'é'.repeat(66_000)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 8 }), fc.boolean(), async (lines, isWhole) => {
      writeFileSync(file, lines.join('\n') + (isWhole ? '\n' : ''))
      await using opened = await open(file)
      const told: string[] = []
      for await (const one of linesBackwards(opened, { bytes: Number.POSITIVE_INFINITY })) told.push(one)
      assert.ok(told.length === lines.length && told.every((one, at) => one === lines.at(-1 - at)))
    }),
    { numRuns: 40 },
  )
  writeFileSync(file, `before\n${'x'.repeat(1_100_000)}\nbehind\n`)
  await using opened = await open(file)
  const told: string[] = []
  for await (const one of linesBackwards(opened, { bytes: Number.POSITIVE_INFINITY })) told.push(one)
  assert.deepEqual(told, ['behind', 'before'])
})

verifies(
  'management.settings-logs-sweeps',
  'the log of a run is found by its ids, with LOG_FILE wherever it is, and without a secret',
  async (context) => {
    const folder = await temporaryFolder(context)
    const file = join(folder, 'elsewhere', 'server.log')
    await using app = await startApp({
      env: {
        LOG_FILE: file,
        LOG_MAX_BYTES: '2KiB',
        LOG_BACKUP_COUNT: '50',
        SKILL_RUNNER_PASS_ENV: 'PROVIDER_KEY',
        PROVIDER_KEY: 'provider-key-0123456789',
      },
      skills: [{ id: 'quick' }],
    })
    const { request_id } = await app.run('quick')
    await app.run('quick')
    const { run_id } = await app.job(request_id)
    app.app.runner.logger.error({ request_id, run_id, note: 'provider-key-0123456789' }, 'planted')
    const query = async (text: string) => (await app.get<ServerLogs>(`/v1/management/logs?${text}`)).body
    const all = await query(`request_id=${request_id}`)
    assert.deepEqual(all.lines[0]?.fields, { note: '[masked]' })
    assert.ok(all.lines.some(({ message }) => message === 'job created'))
    assert.ok(all.lines.every((one) => one.request_id === request_id))
    assert.deepEqual(all, await query(`run_id=${run_id}`))
    assert.deepEqual(
      (await query(`request_id=${request_id}&level=error`)).lines.map(({ message }) => message),
      ['planted'],
    )
    const limited = await query('limit=1&q=job%20created')
    assert.deepEqual([limited.lines.length, limited.truncated], [1, true])
    assert.deepEqual(await query('from=2100-01-01'), { lines: [], truncated: false })
    appendFileSync(file, 'not a line of ours\n')
    assert.equal((await query('limit=1')).lines.length, 1)
    for (const wrong of ['level=loud', 'from=today', 'limit=0'])
      assert.equal(errorOf((await app.get(`/v1/management/logs?${wrong}`)).body).code, 'INVALID_REQUEST', wrong)
  },
)
