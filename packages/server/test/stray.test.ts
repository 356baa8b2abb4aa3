import assert from 'node:assert/strict'
import { mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { verifies } from '../../../test/verifies.ts'
import { mostAtOneLook, StraySearch } from '../src/exec/stray.ts'
import { temporaryFolder } from './support/folder.ts'

const old = new Date('2026-01-01T00:00:00Z')

verifies(
  'exec.reaper',
  'each look for what nobody owns goes through a thousand folders and no more, and the looks together through all',
  async (context) => {
    const folder = await temporaryFolder(context)
    const names = Array.from({ length: 2500 }, (_, index) => `task_${index}`)
    for (const name of names) {
      mkdirSync(join(folder, name))
      utimesSync(join(folder, name), old, old)
    }
    const strays = ['task_3', 'task_1700', 'task_2499']
    const asked: string[] = []
    let questions = 0
    const known = async (ids: readonly string[]) => {
      questions++
      asked.push(...ids)
      return new Set(ids.filter((id) => !strays.includes(id)))
    }
    const search = new StraySearch([{ folder, known }])
    const found: string[] = []
    const looks: number[] = []
    for (let look = 0; look < 3; look++) {
      const before = asked.length
      found.push(...(await search.next(Date.now())))
      looks.push(asked.length - before)
    }
    assert.deepEqual([mostAtOneLook, looks, questions], [1000, [1000, 1000, 500], 10])
    assert.deepEqual(asked.toSorted(), names.toSorted())
    assert.deepEqual(found.toSorted(), strays.map((name) => join(folder, name)).toSorted())
    // Then from the beginning: what came meanwhile is found.
    asked.length = 0
    await search.next(Date.now())
    assert.equal(asked.length, 1000)
    await search.close()
  },
)

verifies('exec.reaper', 'what is young is left alone, and a folder that is not there is no problem', async (context) => {
  const folder = await temporaryFolder(context)
  mkdirSync(join(folder, 'task_young'))
  const known = async () => new Set<string>()
  const search = new StraySearch([
    { folder, known },
    { folder: join(folder, 'missing'), known },
  ])
  assert.deepEqual(await search.next(Date.now() - 3_600_000), [])
  assert.deepEqual(await search.next(Date.now() + 3_600_000), [join(folder, 'task_young')])
  await search.close()
})
