import assert from 'node:assert/strict'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { diffOf, type FileChange, withoutSecrets } from '../src/workspace/fs-diff.ts'
import { type SnapshotRequest, takeSnapshot, usualSnapshot } from '../src/workspace/snapshot.ts'
import { temporaryFolder } from './support/folder.ts'

const isRoot = process.getuid?.() === 0

/** A folder with something in it, and what a change of it is told as. */
async function folderOf(context: TestContext, files: Readonly<Record<string, string>>) {
  const root = await temporaryFolder(context)
  const at = (path: string) => join(root, path)
  const write = (path: string, text: string) => {
    mkdirSync(join(at(path), '..'), { recursive: true })
    writeFileSync(at(path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  const look = (more: Partial<SnapshotRequest> = {}) => takeSnapshot({ root, isWanted: () => true, ...more })
  const diffAfter = async (act: () => void, more: Partial<SnapshotRequest> = {}) => {
    const before = await look(more)
    act()
    return diffOf(root, before, await look(more))
  }
  return { root, at, write, look, diffAfter }
}

const told = (changes: readonly FileChange[]) => changes.map(({ path, kind, size }) => `${kind} ${path} ${size}`)

verifies(
  'audit.fs-diff',
  'what was made, changed and removed is told with its kind and size, and nothing else is',
  async (context) => {
    const { at, write, diffAfter } = await folderOf(context, {
      'input.json': '{}',
      'artifacts/kept.txt': 'kept',
      'artifacts/grows.txt': 'ab',
      'artifacts/becomes-link': 'x',
      'tmp/gone/deep.txt': 'gone',
      'tmp/renamed.txt': 'same',
    })
    symlinkSync('input.json', at('tmp/link'))
    const diff = await diffAfter(() => {
      write('artifacts/new/made.txt', 'made')
      symlinkSync('/etc', at('artifacts/outside'))
      appendFileSync(at('artifacts/grows.txt'), 'cd')
      unlinkSync(at('artifacts/becomes-link'))
      symlinkSync('nowhere', at('artifacts/becomes-link'))
      rmSync(at('tmp/gone'), { recursive: true })
      renameSync(at('tmp/renamed.txt'), at('tmp/other.txt'))
    })
    assert.deepEqual(
      { ...diff, created: told(diff.created), modified: told(diff.modified), deleted: told(diff.deleted) },
      {
        created: ['folder artifacts/new 0', 'file artifacts/new/made.txt 4', 'link artifacts/outside 4', 'file tmp/other.txt 4'],
        modified: ['link artifacts/becomes-link 7', 'file artifacts/grows.txt 4'],
        deleted: ['folder tmp/gone 0', 'file tmp/gone/deep.txt 4', 'file tmp/renamed.txt 4'],
        left_out: [],
        left_out_count: 0,
      },
    )
  },
)

verifies('audit.fs-diff', 'a change of the same size is seen although its author sets the time back', async (context) => {
  const { at, diffAfter } = await folderOf(context, { 'input.json': 'true!' })
  const { atime, mtime } = statSync(at('input.json'))
  const diff = await diffAfter(() => {
    writeFileSync(at('input.json'), 'false')
    utimesSync(at('input.json'), atime, mtime)
  })
  assert.equal(statSync(at('input.json')).mtime.getTime(), mtime.getTime())
  assert.deepEqual(told(diff.modified), ['file input.json 5'])
})

verifies(
  'audit.fs-diff',
  'a file that was written again as it was is not told, where its content was read before',
  async (context) => {
    const files = { 'artifacts/same': 'same', 'artifacts/other': 'AAAA', 'input.json': 'same' }
    const { at, diffAfter } = await folderOf(context, files)
    const rewrite = () => {
      writeFileSync(at('artifacts/same'), 'same')
      writeFileSync(at('artifacts/other'), 'BBBB')
      writeFileSync(at('input.json'), 'same')
    }
    const isRead = (path: string) => path.startsWith('artifacts/')
    assert.deepEqual(told((await diffAfter(rewrite, { isRead })).modified), ['file artifacts/other 4', 'file input.json 4'])
  },
)

verifies('audit.fs-diff', 'what is beyond the limits is left out, told, and never taken for new or gone', async (context) => {
  const names = Array.from({ length: 30 }, (_, index) => `many/${index}`)
  const { root, write, look } = await folderOf(context, Object.fromEntries(names.map((name) => [name, ''])))
  const some = { ...usualSnapshot, entries: 10 }
  const [part, whole] = [await look({ limits: some }), await look()]
  write('many/new', '')
  const later = await look()
  assert.deepEqual(told((await diffOf(root, whole, later)).created), ['file many/new 0'])
  const manyLeftOut = { path: 'many', why: 'there are more than 10 files and folders; the rest is left out' }
  const [fromPart, toPart] = [await diffOf(root, part, later), await diffOf(root, whole, part)]
  assert.deepEqual(fromPart, { created: [], modified: [], deleted: [], left_out: [manyLeftOut], left_out_count: 1 })
  assert.deepEqual(toPart, fromPart)

  write('a/b/c/d.txt', '')
  const shallow = await look({ limits: { ...usualSnapshot, depth: 2 }, isWanted: (path) => !path.startsWith('many') })
  assert.deepEqual([...shallow.entries.keys()], ['a', 'a/b', 'a/b/c'])
  assert.deepEqual([...shallow.unread], [['a/b/c', 'it lies deeper than 2 folders']])
})

test('of more that is left out than anybody reads, the first are told and all are counted', async (context) => {
  const long = 'x'.repeat(200)
  const deep = Array.from({ length: 5 }, () => long).join('/')
  const { write, diffAfter } = await folderOf(context, {})
  const diff = await diffAfter(() => {
    for (let index = 0; index < 110; index++) write(`${deep}/${index}-${long}`, '')
  })
  assert.deepEqual([diff.created.length, diff.left_out.length, diff.left_out_count], [5, 100, 110])
  assert.deepEqual(diff.left_out[0], { path: `${deep.slice(0, 255)}…`, why: 'its path is longer than 1024 bytes' })
})

test('a folder that may hold a great many names is read to the limit and no further', async (context) => {
  const names = Array.from({ length: 1000 }, (_, index) => `wide/${index}`)
  const { look } = await folderOf(context, Object.fromEntries(names.map((name) => [name, ''])))
  const part = await look({ limits: { entries: 50, depth: 32 } })
  assert.deepEqual([part.entries.size, [...part.unread.keys()]], [50, ['wide']])
  const whole = await look({ limits: { ...usualSnapshot, entries: 1001 } })
  assert.deepEqual([...whole.entries.keys()].sort(), ['wide', ...names].sort())
  assert.deepEqual(new Map([...whole.entries].sort()), new Map([...(await look()).entries].sort()))
})

test('names that no path can hold are left out, and links are not entered', async (context) => {
  const { root, at, look } = await folderOf(context, { 'real/inside.txt': 'x' })
  writeFileSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x61, 0xff, 0xfe])]), '')
  writeFileSync(at('back\\slash'), '')
  writeFileSync(at('new\nline'), '')
  symlinkSync('real', at('to-real'))
  symlinkSync('..', at('up'))
  const { entries, skipped } = await look()
  assert.deepEqual([...entries.keys()].sort(), ['new\nline', 'real', 'real/inside.txt', 'to-real', 'up'])
  assert.deepEqual(skipped.map(({ path, why }) => `${path}: ${why}`).sort(), [
    'a\ufffd\ufffd: nobody could ask for a file of that name',
    'back\\slash: nobody could ask for a file of that name',
  ])
})

test('what may not be entered is told as such', async (context) => {
  const { root, at, look } = await folderOf(context, { 'closed/inside.txt': 'x' })
  chmodSync(root, 0o755)
  const before = await look()
  chmodSync(at('closed'), 0)
  const after = await asSomebody(look)
  chmodSync(at('closed'), 0o755)
  const closed = { path: 'closed', why: 'it may not be read' }
  const nothing = { created: [], modified: [], deleted: [], left_out: [closed], left_out_count: 1 }
  assert.deepEqual(await diffOf(root, before, after), nothing)
})

/** Root may enter everything, so it looks with the eyes of somebody else. */
async function asSomebody<T>(look: () => Promise<T>): Promise<T> {
  if (isRoot) process.seteuid?.(65534)
  try {
    return await look()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

test('a folder that is a link for a moment shows nothing of where it leads', async (context) => {
  const { at, look } = await folderOf(context, { 'artifacts/a/own.txt': '' })
  const outside = await temporaryFolder(context)
  writeFileSync(join(outside, 'theirs.txt'), '')
  let isOver = false
  const swapping = (async () => {
    while (!isOver) {
      renameSync(at('artifacts/a'), at('artifacts/b'))
      symlinkSync(outside, at('artifacts/a'))
      await new Promise((resolve) => setImmediate(resolve))
      unlinkSync(at('artifacts/a'))
      renameSync(at('artifacts/b'), at('artifacts/a'))
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const seen = new Set<string>()
  for (let round = 0; round < 300; round++) for (const path of (await look()).entries.keys()) seen.add(path)
  isOver = true
  await swapping
  assert.ok(
    [...seen].some((path) => path.endsWith('/own.txt')),
    'something was seen',
  )
  assert.deepEqual(
    [...seen].filter((path) => path.includes('theirs')),
    [],
  )
})

test('a name that holds a secret is shown with stars, wherever it stands', () => {
  const secret = 'sesame-open-1'
  const change = (path: string): FileChange => ({ path, kind: 'file', size: 1 })
  const diff = {
    created: [change('a'), change(`artifacts/${secret}/x`)],
    modified: [change(secret)],
    deleted: [change('b')],
    left_out: [{ path: `tmp/${secret}`, why: 'it may not be read' }],
    left_out_count: 7,
  }
  const stars = '*'.repeat(secret.length)
  assert.deepEqual(withoutSecrets(diff, [secret]), {
    created: [change('a'), change(`artifacts/${stars}/x`)],
    modified: [change(stars)],
    deleted: [change('b')],
    left_out: [{ path: `tmp/${stars}`, why: 'it may not be read' }],
    left_out_count: 7,
  })
  assert.deepEqual(withoutSecrets(diff, []), diff)
})
