import assert from 'node:assert/strict'
import { chmodSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Readiness } from '@agent-skill-runner/contract/health.ts'
import { startApp } from '../support/app.ts'
import { asOrdinaryUser } from '../support/ordinary-user.ts'

test('a server whose folder of runs cannot be written to says so, and is ready again when it can', async () => {
  await using app = await startApp()
  const runs = join(app.data, 'runs')
  const disk = async () => {
    const { status, body } = await app.get<Readiness>('/readyz')
    return [status, body.ready, body.checks.disk.message.replace(/^\d+ MiB/, 'some MiB')]
  }
  const message = (code: string) => `The folder runs of the data folder cannot be written to (${code}).`
  assert.deepEqual(await disk(), [200, true, 'some MiB free.'])
  renameSync(runs, `${runs}.away`)
  assert.deepEqual(await disk(), [503, false, message('ENOENT')])
  writeFileSync(runs, '')
  assert.deepEqual(await disk(), [503, false, message('ENOTDIR')])
  renameSync(runs, `${runs}.file`)
  renameSync(`${runs}.away`, runs)
  assert.deepEqual(await disk(), [200, true, 'some MiB free.'])
})

const skip = process.getuid?.() === 0 ? 'root may write everywhere' : false

test('so does one that may not write there', { skip }, async () => {
  await using app = await startApp()
  const runs = join(app.data, 'runs')
  const ready = async () => {
    const { status, body } = await app.get<Readiness>('/readyz')
    return [status, body.ready, body.checks.disk.ok]
  }
  chmodSync(runs, 0o500)
  const { body } = await app.get<Readiness>('/readyz')
  assert.equal(body.checks.disk.message, 'The folder runs of the data folder cannot be written to (EACCES).')
  assert.deepEqual(await ready(), [503, false, false])
  chmodSync(runs, 0o755)
  assert.deepEqual(await ready(), [200, true, true])
})

asOrdinaryUser(import.meta.url, 1)
