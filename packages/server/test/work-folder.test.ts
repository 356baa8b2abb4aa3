import assert from 'node:assert/strict'
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { Mount } from '../src/domain/launch.ts'
import { clearWork, layOutWork } from '../src/workspace/work-folder.ts'
import { temporaryFolder } from './support/folder.ts'

const cwd = '/workspace'

/** Everything below a folder, with what files hold. */
const treeOf = (folder: string): Record<string, string | null> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => [name, lstatSync(join(folder, name)).isFile() ? readFileSync(join(folder, name), 'utf8') : null]),
  )

async function bench(context: Parameters<typeof temporaryFolder>[0]) {
  const root = await temporaryFolder(context)
  const [work, given, outside] = ['work', 'given', 'outside'].map((name) => join(root, name)) as [string, string, string]
  for (const folder of [work, join(given, 'skill'), outside]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(given, 'input.json'), 'ours')
  writeFileSync(join(given, 'skill/SKILL.md'), 'ours')
  const mount = (from: string, to: string): Mount => ({ from: join(given, from), to: `${cwd}/${to}`, access: 'read' })
  const mounts: Mount[] = [
    { from: work, to: cwd, access: 'write' },
    mount('input.json', 'input.json'),
    mount('skill', '.agents/skills/x'),
    // Over a file of the one before.
    mount('input.json', '.agents/skills/x/SKILL.md'),
    { from: given, to: '/elsewhere', access: 'read' },
  ]
  return { work, outside, launch: { cwd, mounts } }
}

test('the places for mounts are made before a launch, and taken away after it unless something is in them', async (context) => {
  const { work, launch } = await bench(context)
  await layOutWork(work, launch)
  const laid = { '.agents': null, '.agents/skills': null, '.agents/skills/x': null, 'input.json': '' }
  assert.deepEqual(treeOf(work), laid)
  await layOutWork(work, launch)
  assert.deepEqual(treeOf(work), laid)
  writeFileSync(join(work, 'report.md'), 'mine')
  clearWork(work, launch)
  assert.deepEqual(treeOf(work), { 'report.md': 'mine' })
  await layOutWork(work, launch)
  writeFileSync(join(work, '.agents/note'), 'mine')
  clearWork(work, launch)
  assert.deepEqual(treeOf(work), { '.agents': null, '.agents/note': 'mine', 'report.md': 'mine' })
  clearWork(work, launch)
})

verifies(
  'sandbox.working-folder-is-writable',
  'what an earlier child put in the place of a folder leads nobody out of it; where links were followed, it would',
  async (context) => {
    const plant = ({ work, outside }: { work: string; outside: string }) => {
      symlinkSync(outside, join(work, '.agents'))
      symlinkSync(join(outside, 'input.json'), join(work, 'input.json'))
    }
    const guarded = await bench(context)
    plant(guarded)
    await layOutWork(guarded.work, guarded.launch)
    assert.deepEqual(treeOf(guarded.outside), {})
    assert.deepEqual(treeOf(guarded.work), {
      '.agents': null,
      '.agents/skills': null,
      '.agents/skills/x': null,
      'input.json': '',
    })
    plant({ ...guarded, work: join(guarded.work, '.agents/skills') })
    clearWork(guarded.work, guarded.launch)
    assert.deepEqual(treeOf(guarded.outside), {})

    const naive = await bench(context)
    plant(naive)
    mkdirSync(join(naive.work, '.agents/skills/x'), { recursive: true })
    writeFileSync(join(naive.work, 'input.json'), '')
    assert.deepEqual(treeOf(naive.outside), { 'input.json': '', skills: null, 'skills/x': null })
  },
)
