import assert from 'node:assert/strict'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { openLog } from '../src/lib/log.ts'
import { RotatingFile } from '../src/lib/rotate.ts'
import { startDoor } from './support/door.ts'
import { temporaryFolder } from './support/folder.ts'
import { until } from './support/until.ts'

const options = { level: 'info', maxBytes: 1_000_000, backupCount: 2, secrets: [] }
const parse = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

test('a line goes to the terminal and to the file, and carries what its child carries', async (context) => {
  const file = join(await temporaryFolder(context), 'logs', 'skill-runner.log')
  const seen: string[] = []
  const { logger, close } = await openLog({ ...options, file, terminal: { write: (line) => seen.push(line) } })
  logger.child({ request_id: 'job_1', run_id: 'run_1' }).info({ attempt: 2 }, 'started')
  logger.debug('below the level')
  close()
  assert.equal(readFileSync(file, 'utf8'), seen.join(''))
  const [{ time, ...line } = {}, ...others] = parse(seen.join(''))
  assert.match(String(time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  assert.deepEqual(line, { level: 'info', request_id: 'job_1', run_id: 'run_1', attempt: 2, msg: 'started' })
  assert.deepEqual(others, [])
  assert.equal(statSync(file).mode & 0o077, 0)
})

verifies(
  'log.files-rotate',
  'files rotate before they grow too large, and only the configured number is kept',
  async (context) => {
    const folder = await temporaryFolder(context)
    const file = join(folder, 'a.log')
    const log = new RotatingFile({ file, maxBytes: 100, backupCount: 2, onTrouble: assert.fail })
    for (let number = 0; number < 10; number += 1) log.write(`${String(number).padStart(39, '0')}\n`)
    log.close()
    const numbers = (name: string) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').map(Number)
    assert.deepEqual(readdirSync(folder).sort(), ['a.log', 'a.log.1', 'a.log.2'])
    assert.deepEqual(
      [numbers('a.log.2'), numbers('a.log.1'), numbers('a.log')],
      [
        [4, 5],
        [6, 7],
        [8, 9],
      ],
    )
  },
)

verifies('log.files-rotate', 'a file of an earlier start counts, and with no backups the file starts anew', async (context) => {
  const folder = await temporaryFolder(context)
  const file = join(folder, 'a.log')
  writeFileSync(file, 'x'.repeat(99))
  const log = new RotatingFile({ file, maxBytes: 100, backupCount: 0, onTrouble: assert.fail })
  log.write('new\n')
  log.close()
  assert.deepEqual([readdirSync(folder), readFileSync(file, 'utf8')], [['a.log'], 'new\n'])
})

test('a file that cannot be written is said once on the terminal, and the log goes on', async (context) => {
  const folder = await temporaryFolder(context)
  writeFileSync(join(folder, 'in-the-way'), '')
  const seen: string[] = []
  const file = join(folder, 'in-the-way', 'a.log')
  const { logger, close } = await openLog({ ...options, file, terminal: { write: (line) => seen.push(line) } })
  logger.info('one')
  logger.info('two')
  close()
  const [trouble, ...lines] = parse(seen.join(''))
  assert.match(
    String(trouble?.['msg']),
    /in-the-way\/a\.log is not writable \((ENOTDIR|EEXIST)\); logging continues without it\.$/,
  )
  assert.deepEqual(
    lines.map((line) => line['msg']),
    ['one', 'two'],
  )
})

test('a file that can be written again is written again', async (context) => {
  const folder = await temporaryFolder(context)
  const way = join(folder, 'logs')
  writeFileSync(way, '')
  const said: string[] = []
  const log = new RotatingFile({
    file: join(way, 'a.log'),
    maxBytes: 100,
    backupCount: 1,
    retryMs: 0,
    onTrouble: (message) => said.push(message),
  })
  log.write('lost\n')
  rmSync(way)
  log.write('kept\n')
  log.close()
  assert.equal(readFileSync(join(way, 'a.log'), 'utf8'), 'kept\n')
  assert.equal(said.length, 2)
})

verifies('log.no-secrets', 'no token reaches a line, however it was sent', async (context) => {
  const token = 'planted-token-0123456789'
  const file = join(await temporaryFolder(context), 'a.log')
  const { logger, close } = await openLog({ ...options, level: 'trace', file, secrets: [token], terminal: { write: () => {} } })
  await using door = await startDoor({ log: logger }, (app) => {
    app.get('/careless', async (request) => {
      request.log.warn({ headers: request.headers, url: request.url }, `careless about ${token}`)
      throw new Error(`a bug that knows ${token}`)
    })
  })
  const headers = { authorization: `Bearer ${token}`, cookie: `session=${token}` }
  await door.ask(`/careless?token=${token}`, { headers })
  await door.ask(`/v1/skills/${token}`, { headers })
  await until('both answers are logged', () => readFileSync(file, 'utf8').split('"answered"').length === 3)
  close()
  const text = readFileSync(file, 'utf8')
  assert.match(text, /careless about \[masked\]/)
  assert.ok(!text.includes(token))
  assert.ok(!text.includes('planted'))
})
