import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { SkillRunner } from '@agent-skill-runner/sdk/source'
import { download, prepareFolder } from './downloads.ts'

const root = mkdtempSync(join(tmpdir(), 'asr-downloads-'))
after(() => rmSync(root, { recursive: true, force: true }))

const cutOff = () =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('half'))
        stream.error(new Error('cut off'))
      },
    }),
  )

/** It begins, and then nothing more comes; whoever wants it gives up then. */
const leaving = new AbortController()
const endless = () =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('half'))
      },
      pull: () => leaving.abort(),
    }),
  )

/** Each file holds its own name, but for those that say otherwise. */
const runner = new SkillRunner({
  fetch: async (url, init) => {
    init?.signal?.throwIfAborted()
    const name = decodeURIComponent(String(url).split('/').at(-1) ?? '')
    if (name === 'endless') return endless()
    return name === 'cut' ? cutOff() : new Response(name)
  },
})

const never = new AbortController().signal
const bring = (folder: string, names: readonly string[], { force = false, signal = never } = {}) =>
  download(
    runner,
    'job_1',
    names.map((name) => ({ path: `artifacts/${name}` })),
    { folder, force, signal },
  )

/** Every file below a folder, with what it holds. */
const held = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [
        join(parentPath, name).slice(folder.length + 1),
        readFileSync(join(parentPath, name), 'utf8'),
      ]),
  )

test('files come whole or not at all, and one that does not come keeps no other from coming', async () => {
  const folder = join(root, 'whole')
  await prepareFolder(folder)
  const [a, b] = [join(folder, 'a'), join(folder, 'deep/b')]
  assert.deepEqual(await bring(folder, ['a', 'cut', 'deep/b']), {
    files: [a, b],
    problems: ['artifacts/cut was not downloaded: cut off'],
  })
  assert.deepEqual(held(folder), { a: 'a', 'deep/b': 'b' })
})

test('what is there already stays, unless it is to be replaced', async () => {
  const folder = join(root, 'there')
  await prepareFolder(folder)
  writeFileSync(join(folder, 'a'), 'mine')
  const place = join(folder, 'a')
  assert.deepEqual(await bring(folder, ['a']), {
    files: [],
    problems: [`artifacts/a was not downloaded: ${place} exists; --force replaces it`],
  })
  assert.deepEqual(held(folder), { a: 'mine' })
  assert.deepEqual(await bring(folder, ['a'], { force: true }), { files: [place], problems: [] })
  assert.deepEqual(held(folder), { a: 'a' })
})

test('nothing is written outside of the folder or into a repository, and no name reaches the terminal as it is', async () => {
  const folder = join(root, 'within')
  mkdirSync(join(folder, '.git'), { recursive: true })
  const names = ['../a', '.git/config', 'deep/.Git/hooks/x', '.gitignore', 'red\x1b[31m/../../../a']
  const outside = 'was not downloaded: its path leads outside the folder'
  const repository = 'was not downloaded: files inside .git are not written'
  assert.deepEqual(await bring(folder, names, { force: true }), {
    files: [join(folder, '.gitignore')],
    problems: [
      `artifacts/../a ${outside}`,
      `artifacts/.git/config ${repository}`,
      `artifacts/deep/.Git/hooks/x ${repository}`,
      `artifacts/red [31m/../../../a ${outside}`,
    ],
  })
  assert.deepEqual(held(folder), { '.gitignore': '.gitignore' })
})

test('who leaves gets no more files, and a folder that cannot be one is told before', async () => {
  const folder = join(root, 'left')
  await prepareFolder(folder)
  const { signal } = leaving
  assert.deepEqual(await bring(folder, ['a', 'endless', 'deep/b'], { signal }), {
    files: [join(folder, 'a')],
    problems: ['artifacts/endless was not downloaded: interrupted', 'artifacts/deep/b was not downloaded: interrupted'],
  })
  assert.deepEqual(readdirSync(folder), ['a'])
  const file = join(root, 'file')
  writeFileSync(file, '')
  await assert.rejects(prepareFolder(join(file, 'x')), {
    name: 'UsageError',
    message: /^\S+\/file\/x is not writable: ENOTDIR/,
  })
  await assert.rejects(prepareFolder('/proc/none/x'), { message: /^\/proc\/none\/x is not writable: ENOENT/ })
})
