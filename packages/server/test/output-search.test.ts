import assert from 'node:assert/strict'
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { ExecTask } from '../src/domain/exec.ts'
import { OutputSearch } from '../src/exec/output-search.ts'
import { layoutOf } from '../src/workspace/layout.ts'
import { temporaryFolder } from './support/folder.ts'

/** A search through what is printed here, and how much text it has looked at. */
async function searchHere(context: TestContext) {
  const layout = layoutOf(await temporaryFolder(context))
  const folder = layout.execTask('task_x')
  await mkdir(folder, { recursive: true })
  const looked = { characters: 0 }
  const fitsPattern = async (pattern: string, lines: readonly string[]) => {
    looked.characters += lines.join('\n').length
    // A search that never comes to an end fails here, and not by a time.
    assert.ok(looked.characters < 1_000_000, 'it looks at the same bytes again and again')
    return lines.some((line) => new RegExp(pattern, 'u').test(line))
  }
  const task = { id: 'task_x' } as ExecTask
  const search = new OutputSearch({ layout, fitsPattern }, task, '^ready$')
  return { search, looked, print: (bytes: Buffer | string) => appendFile(join(folder, 'stdout.log'), bytes) }
}

verifies('exec.services', 'bytes that are no characters do not hold up the search for a line', async (context) => {
  const { search, print } = await searchHere(context)
  // Each of them is decoded to a mark of three bytes: the unfinished line counts as much longer than it is.
  await print(Buffer.concat([Buffer.from('begin\n'), Buffer.alloc(65_530, 0xff)]))
  assert.equal(await search.finds(), false)
  await print(Buffer.alloc(200_000, 0xff))
  assert.equal(await search.finds(), false)
  await print('\nready\n')
  assert.equal(await search.finds(), true)
})

verifies('exec.services', 'a short beginning of such bytes is looked at again once its line is whole', async (context) => {
  const { search, print } = await searchHere(context)
  await print(Buffer.from('fffe80', 'hex'))
  assert.equal(await search.finds(), false)
  await print('\nrea')
  assert.equal(await search.finds(), false)
  await print('dy\n')
  assert.equal(await search.finds(), true)
})

verifies('exec.services', 'what was looked at in whole lines is not looked at again', async (context) => {
  const { search, looked, print } = await searchHere(context)
  await print(`${'é'.repeat(1000)}\nunfinished`)
  await search.finds()
  await search.finds()
  assert.equal(looked.characters, 1011 + 'unfinished'.length)
})
