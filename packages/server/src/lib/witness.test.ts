import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm, symlink, truncate, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWitness } from './witness.ts'

test('a file is true while it holds what was seen and nothing else', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'asr-witness-'))
  context.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'log')
  const witness = openWitness()
  assert.equal(await witness.isTrue(path), false, 'there is no file yet')
  await writeFile(path, '')
  assert.equal(await witness.isTrue(path), true, 'nothing was seen, and nothing is there')
  for (const text of ['one ', 'zwölf\n']) {
    witness.saw(text)
    await appendFile(path, text)
  }
  assert.equal(await witness.isTrue(path), true)
  assert.equal(await witness.isTrue(path), true, 'looking changes nothing')

  const trueText = 'one zwölf\n'
  const lies: [what: string, tell: () => Promise<void>][] = [
    ['another byte of the same size', () => writeFile(path, 'one zwölg\n')],
    ['something added', () => appendFile(path, 'x')],
    ['something cut', () => truncate(path, 3)],
    ['no file', () => unlink(path)],
    [
      'a link to a true copy',
      async () => {
        await writeFile(`${path}.copy`, trueText)
        await unlink(path)
        await symlink(`${path}.copy`, path)
      },
    ],
  ]
  for (const [what, tell] of lies) {
    await rm(path, { force: true })
    await writeFile(path, trueText)
    assert.equal(await witness.isTrue(path), true, `before ${what}`)
    await tell()
    assert.equal(await witness.isTrue(path), false, what)
  }
})
