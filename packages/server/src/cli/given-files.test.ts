import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileAt, readWhole } from './given-values.ts'
import { packageAt } from './zip-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'asr-given-'))
after(() => rmSync(root, { recursive: true, force: true }))

test('what is not a file that knows its size is read to its end, and not taken for empty', async () => {
  const path = '/proc/self/cmdline'
  assert.equal(await (await fileAt(path)).text(), readFileSync(path, 'utf8'))
  writeFileSync(join(root, 'empty'), '')
  assert.equal((await fileAt(join(root, 'empty'))).size, 0)
  await assert.rejects(readWhole('/dev/zero', 10), { message: 'it is a stream with more than 10 bytes: save it as a file first' })
  await assert.rejects(fileAt(root), { name: 'UsageError', message: `${root} cannot be read: it is a directory` })
})

test('a file of a package that cannot be read is told by its name', async () => {
  const [folder, path] = [join(root, 'skill'), join(root, 'skill/locked')]
  mkdirSync(folder)
  writeFileSync(path, 'x')
  assert.ok((await packageAt(folder)).size > 0)
  for (const open of [root, folder]) chmodSync(open, 0o755)
  chmodSync(path, 0)
  await asNobody(() =>
    assert.rejects(packageAt(folder), { name: 'UsageError', message: new RegExp(`^${path} cannot be read: EACCES`) }),
  )
})

/** Nothing is locked for root. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65534)
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}
