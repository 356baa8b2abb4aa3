import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { CommandResult } from '@agent-skill-runner/contract/exec.ts'
import { verifies } from '../../../test/verifies.ts'
import { tooLarge, writeUpload } from '../src/workspace/upload-file.ts'
import { startApp } from './support/app.ts'
import { exec, tool } from './support/exec.ts'
import { temporaryFolder } from './support/folder.ts'

test('an upload is written as long as it leaves enough of the disk, and rejected with its first piece else', async (context) => {
  const folder = await temporaryFolder(context)
  const write = (name: string, keptFreeBytes: number) =>
    writeUpload(join(folder, name), pieces(), 100, () => tooLarge({}), { keptFreeBytes })
  // More than any disk has.
  await assert.rejects(write('none', Number.MAX_SAFE_INTEGER), { name: 'Fault', code: 'DISK_LOW' })
  assert.equal(readFileSync(join(folder, 'none'), 'utf8'), '')
  for (const kept of [0, 1]) assert.equal((await write(`all-${kept}`, kept)).size, 6)
})

verifies(
  'exec.artifacts',
  'an output is not stored where it would leave so little of the disk that what runs is ended',
  async () => {
    for (const [diskLowBytes, expected] of [
      [4, ['succeeded', ['f'], []]],
      [Number.MAX_SAFE_INTEGER, ['succeeded', [], [['f', 'failed']]]],
    ] as const) {
      await using app = await startApp({ skills: [tool], execLimits: { diskLowBytes } })
      const asked = { skill_name: 'tool', command: 'echo left > f', outputs: [{ path: 'f' }] }
      const { body } = await app.post<CommandResult>(`${exec}/commands`, asked)
      const { status, created_artifacts: created, output_errors: problems } = body
      assert.deepEqual([status, created.map(({ path }) => path), problems.map(({ path, code }) => [path, code])], expected)
    }
  },
)

async function* pieces() {
  yield Buffer.from('one')
  yield Buffer.from('two')
}
