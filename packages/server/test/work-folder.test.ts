import assert from 'node:assert/strict'
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import type { Mount } from '../src/domain/launch.ts'
import { Placeholders } from '../src/workspace/placeholders.ts'
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

test('the next run gets the same empty places, but none that a child could reach or has left something in', async (context) => {
  const { work, outside, launch } = await bench(context)
  const placeholders = new Placeholders(join(outside, 'kept'))
  const inode = (path: string) => lstatSync(join(work, path)).ino
  const shown = { ...launch, mounts: [...launch.mounts, { from: outside, to: `${cwd}/artifacts`, access: 'write' as const }] }
  await layOutWork(work, shown, placeholders)
  const [file, folder] = [inode('input.json'), inode('artifacts')]
  clearWork(work, shown, placeholders)
  assert.deepEqual(treeOf(work), {})
  await layOutWork(work, shown, placeholders)
  assert.deepEqual([inode('input.json'), inode('artifacts')], [file, folder])
  assert.deepEqual(Object.keys(treeOf(join(outside, 'kept'))), [], 'those on the way are deleted')
  writeFileSync(join(work, 'artifacts/mine'), 'mine')
  chmodSync(join(work, 'input.json'), 0o666)
  clearWork(work, shown, placeholders)
  assert.deepEqual(treeOf(work), { artifacts: null, 'artifacts/mine': 'mine' })
  assert.deepEqual(treeOf(join(outside, 'kept')), {})
})

test('places that cannot be kept for the next run are deleted as before', async (context) => {
  const { work, outside, launch } = await bench(context)
  writeFileSync(join(outside, 'kept'), 'a file where the folder would be made')
  const placeholders = new Placeholders(join(outside, 'kept'))
  await layOutWork(work, launch, placeholders)
  clearWork(work, launch, placeholders)
  assert.deepEqual(treeOf(work), {})
  assert.deepEqual(treeOf(outside), { kept: 'a file where the folder would be made' })
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
