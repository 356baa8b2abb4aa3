import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { RunFilePreview, RunFileTree } from '@agent-skill-runner/contract/management.ts'
import { verifies } from '../../../../test/verifies.ts'
import { Fault } from '../../src/lib/fault.ts'
import { previewFile } from '../../src/workspace/file-preview.ts'
import { fileTree } from '../../src/workspace/file-tree.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { env as replay, says, talking } from '../support/conversations.ts'
import { temporaryFolder } from '../support/folder.ts'

const key = 'key-of-the-provider-0123456789'
let app: Awaited<ReturnType<typeof startApp>>
let id: string
let folder: string

before(async () => {
  app = await startApp({
    env: { ...replay, SKILL_RUNNER_PASS_ENV: 'PROVIDER_KEY', PROVIDER_KEY: key },
    skills: [{ id: 'quick', sh: 'echo said; echo "{}" > "$SKILL_RESULT_FILE"' }, untilTold, talking('talks', [says('Who?')])],
  })
  id = (await app.run('quick')).request_id
  folder = app.runFolder((await app.job(id)).run_id)
})
after(() => app[Symbol.asyncDispose]())

const place = (path: string): string => join(folder, path)
const put = (path: string, content: string | Buffer): void => {
  mkdirSync(join(place(path), '..'), { recursive: true })
  writeFileSync(place(path), content)
}
const tree = async (job = id): Promise<RunFileTree> => (await app.get<RunFileTree>(`/v1/management/runs/${job}/files`)).body
const ask = (path: string, more = '', job = id) =>
  app.get<RunFilePreview>(`/v1/management/runs/${job}/file?path=${encodeURIComponent(path)}${more}`)
const read = async (path: string, more = '', job = id): Promise<RunFilePreview> => {
  const { status, body } = await ask(path, more, job)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

verifies('management.file-preview', 'the files of a run are told in order, every folder before what lies in it', async () => {
  put('artifacts/b/two.md', '# Two')
  put('artifacts/b-side.txt', 'side')
  put('artifacts/a.json', '{}')
  symlinkSync('/etc/passwd', place('artifacts/link'))
  execFileSync('mkfifo', [place('artifacts/pipe')])
  const { request_id, run_id, entries, truncated } = await tree()
  assert.deepEqual([request_id, run_id, truncated], [id, (await app.job(id)).run_id, false])
  const entry = (path: string, name: string, depth: number, kind: string, size: number | null) => {
    return { rel_path: path, name, is_dir: kind === 'folder', depth, path, kind, size }
  }
  assert.deepEqual(
    entries.filter(({ path }) => path.startsWith('artifacts')).map(({ modified_at: _, ...rest }) => rest),
    [
      entry('artifacts', 'artifacts', 0, 'folder', null),
      entry('artifacts/a.json', 'a.json', 1, 'file', 2),
      entry('artifacts/b', 'b', 1, 'folder', null),
      entry('artifacts/b/two.md', 'two.md', 2, 'file', 5),
      entry('artifacts/b-side.txt', 'b-side.txt', 1, 'file', 4),
      entry('artifacts/link', 'link', 1, 'link', null),
      entry('artifacts/pipe', 'pipe', 1, 'other', null),
    ],
  )
  const paths = entries.map(({ path }) => path)
  for (const known of ['.audit', '.audit/stdout.1.log', 'input.json', 'manifest.json', 'result/result.json', 'skill.json'])
    assert.ok(paths.includes(known), known)
  assert.ok(entries.every(({ modified_at }) => modified_at !== null && !Number.isNaN(Date.parse(modified_at))))
  assert.deepEqual(await read('.audit/stdout.1.log'), {
    request_id: id,
    run_id,
    path: '.audit/stdout.1.log',
    preview: { mode: 'text', content: 'said\n', size: 5, meta: '5 bytes, utf-8' },
    size: 5,
    mime: 'text/plain',
    is_binary: false,
    encoding: 'utf-8',
    content: 'said\n',
    truncated: false,
  })
})

verifies('management.file-preview', 'a preview says whether it is text, how large the file is, and when it is cut', async () => {
  put('artifacts/long.txt', 'long text')
  put('artifacts/picture.jpg', Buffer.from('ffd8ffe000104a46494600', 'hex'))
  assert.deepEqual((await read('artifacts/long.txt', '&max_bytes=4')).preview, {
    mode: 'text',
    content: 'long',
    size: 9,
    meta: 'the beginning of 9 bytes, utf-8',
  })
  assert.deepEqual((await read('artifacts/picture.jpg')).preview, {
    mode: 'binary',
    content: null,
    size: 11,
    meta: '11 bytes, image/jpeg',
  })
})

verifies('management.file-preview', 'a run that has no folder yet, or no longer, has no files', async () => {
  const waiting = (await app.post<{ request_id: string }>('/v1/jobs', { skill_id: 'quick', await_upload: true })).body.request_id
  const gone = (await app.run('quick')).request_id
  assert.equal((await ask('input.json', '', gone)).status, 200)
  rmSync(app.runFolder((await app.job(gone)).run_id), { recursive: true })
  for (const job of [waiting, gone]) {
    const { run_id } = await app.job(job)
    assert.deepEqual(await tree(job), { request_id: job, run_id, entries: [], truncated: false })
    assert.equal(errorOf((await ask('input.json', '', job)).body).code, 'FILE_NOT_FOUND')
  }
})

/** A file whose content must not be told, and every way that leads to it. */
verifies(
  'management.file-preview',
  'no path leads out of the run or through a link, though each would reach the file by itself',
  async () => {
    const outside = join(app.folder, 'canary')
    mkdirSync(join(outside, 'below'), { recursive: true })
    writeFileSync(join(outside, 'file'), 'canary')
    symlinkSync(join(outside, 'file'), place('tmp-link'))
    symlinkSync(outside, place('artifacts/away'))
    symlinkSync('../../../../canary/file', place('artifacts/relative'))
    mkdirSync(place('artifacts/way/on'), { recursive: true })
    symlinkSync(outside, place('artifacts/way/on/out'))
    const up = '../../../canary/file'
    for (const path of [
      up,
      `artifacts/../${up}`,
      'tmp-link',
      'artifacts/away/file',
      'artifacts/relative',
      'artifacts/way/on/out/file',
    ]) {
      assert.equal(readFileSync(place(path), 'utf8'), 'canary', `${path} reaches it without the guard`)
      const { status, body } = await ask(path)
      assert.deepEqual([status, errorOf(body).code], [400, 'PATH_INVALID'], path)
    }
    assert.equal(readFileSync(join(outside, 'file'), 'utf8'), 'canary')
    for (const path of [
      join(outside, 'file'),
      '/etc/passwd',
      'C:/x',
      'artifacts\\a.json',
      'a\0b',
      './input.json',
      'artifacts//a.json',
      'artifacts/',
      '..',
    ])
      assert.equal(errorOf((await ask(path)).body).code, 'PATH_INVALID', JSON.stringify(path))
    for (const path of ['artifacts', 'none', 'artifacts/none', 'input.json/x', 'artifacts/b/two.md/x', 'x'.repeat(300)])
      assert.equal(errorOf((await ask(path)).body).code, 'FILE_NOT_FOUND', path)
    for (const query of [
      '',
      'path=',
      `path=${'x'.repeat(4097)}`,
      'path=input.json&max_bytes=0',
      'path=input.json&max_bytes=1048577',
    ])
      assert.equal(errorOf((await app.get(`/v1/management/runs/${id}/file?${query}`)).body).code, 'INVALID_REQUEST', query)
  },
)

verifies('management.file-preview', 'a pipe is not waited for, and of a huge file only the beginning is read', async () => {
  assert.equal(errorOf((await ask('artifacts/pipe')).body).code, 'PATH_INVALID')
  closeSync(openSync(place('artifacts/sparse.bin'), 'w'))
  truncateSync(place('artifacts/sparse.bin'), 5 * 1024 ** 3)
  const { content, ...rest } = await read('artifacts/sparse.bin', '&max_bytes=1048576')
  assert.deepEqual(
    [content, rest.size, rest.is_binary, rest.encoding, rest.mime],
    [null, 5 * 1024 ** 3, true, null, 'application/octet-stream'],
  )
  rmSync(place('artifacts/sparse.bin'))
})

verifies('management.file-preview', 'a long text is cut between two characters, in every encoding', async () => {
  put('artifacts/long.md', '你'.repeat(200_000))
  const { content, ...usual } = await read('artifacts/long.md')
  assert.deepEqual([usual.size, usual.mime, usual.truncated], [600_000, 'text/markdown', true])
  assert.ok(content === '你'.repeat(87_381))
  const shown = async (max: number) => {
    const { content: text, truncated } = await read('artifacts/long.md', `&max_bytes=${max}`)
    return [text, truncated]
  }
  assert.deepEqual(
    [await shown(1), await shown(3), await shown(5)],
    [
      ['', true],
      ['你', true],
      ['你', true],
    ],
  )
  const whole = await read('artifacts/long.md', '&max_bytes=1048576')
  assert.deepEqual([whole.truncated, whole.content === '你'.repeat(200_000)], [false, true])

  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a😀b', 'utf16le')])
  put('artifacts/wide.txt', wide)
  const wideShown = async (max: number) => (await read('artifacts/wide.txt', `&max_bytes=${max}`)).content
  assert.deepEqual([await wideShown(5), await wideShown(7), await wideShown(8), await wideShown(10)], ['a', 'a', 'a😀', 'a😀b'])
  // 你好 and 世界, in bytes that were looked up: the first two in GB18030, the others in Big5.
  put('artifacts/gb.txt', Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7, 0xa1, 0xa3]))
  const gb = await read('artifacts/gb.txt', '&max_bytes=3')
  assert.deepEqual([gb.encoding, gb.content, gb.truncated, gb.size], ['gb18030', '你', true, 12])
  assert.equal((await read('artifacts/gb.txt')).content, '你好，世界。')
  put('artifacts/big5.txt', Buffer.from([0xa7, 0x41, 0xa6, 0x6e, 0xa1, 0x41, 0xa5, 0x40, 0xac, 0xc9, 0xa1, 0x43]))
  const big5 = await read('artifacts/big5.txt')
  assert.deepEqual([big5.encoding, big5.content], ['big5', '你好，世界。'])
  put('artifacts/marked.txt', '\ufeffmarked')
  assert.equal((await read('artifacts/marked.txt')).content, 'marked')
})

verifies('management.file-preview', 'what bundles leave out is not there', async () => {
  for (const path of [
    'tmp/node_modules/x/index.js',
    '.gemini/oauth_creds.json',
    'tmp/.env',
    'tmp/id_rsa',
    'tmp/.ssh/known_hosts',
  ]) {
    put(path, 'hidden')
    assert.equal(errorOf((await ask(path)).body).code, 'FILE_NOT_FOUND', path)
  }
  put('artifacts/.env', 'the caller asked for this')
  const paths = (await tree()).entries.map(({ path }) => path)
  assert.deepEqual(
    paths.filter((path) => /node_modules|oauth|\.env|id_rsa|\.ssh/.test(path)),
    ['artifacts/.env'],
  )
  assert.equal((await read('artifacts/.env')).content, 'the caller asked for this')
})

verifies(
  'management.file-preview',
  'secrets of the run are covered in its files, also where a preview ends in the middle of one, and never stand in a name',
  async () => {
    const job = (await app.run('talks', { engine: 'replay', runtime_options: { execution_mode: 'interactive' } })).request_id
    const { run_id } = await app.until(job, 'waiting_user')
    const secret = join(app.runFolder(run_id), 'tmp')
    await mkdir(secret, { recursive: true })
    await writeFile(join(secret, 'told.txt'), `the key is ${key}, and again: ${Buffer.from(key).toString('base64')}`)
    await writeFile(join(secret, 'wide.txt'), Buffer.from(`\ufeffthe key is ${key}.`, 'utf16le'))
    await writeFile(join(secret, `${key}.txt`), '')
    const stars = '*'.repeat(key.length)
    assert.ok((await read('tmp/told.txt', '', job)).content?.startsWith(`the key is ${stars}, and again: ****`))
    assert.equal((await read('tmp/told.txt', '&max_bytes=16', job)).content, 'the key is *****')
    assert.equal((await read('tmp/wide.txt', '', job)).content, `the key is ${stars}.`)
    assert.equal((await read('tmp/wide.txt', '&max_bytes=34', job)).content, 'the key is *****')
    assert.equal((await read('tmp/told.txt', '', job)).content?.includes(key.slice(0, 8)), false)
    const { entries } = await tree(job)
    assert.deepEqual(
      entries.filter(({ path }) => path.startsWith('tmp/')).map(({ path }) => path),
      ['tmp/told.txt', 'tmp/wide.txt'],
    )
  },
)

verifies('management.file-preview', 'files of a run that is under way can be read while they grow', async () => {
  const job = await app.create('until-told')
  const { run_id } = await app.until(job, 'running')
  const file = join(app.runFolder(run_id), 'artifacts', 'growing.txt')
  await mkdir(join(file, '..'), { recursive: true })
  for (let length = 0; length < 20; length++) {
    writeFileSync(file, 'x'.repeat(length * 1000))
    const { size, content, truncated } = await read('artifacts/growing.txt', '', job)
    assert.deepEqual([size, content?.length, truncated], [length * 1000, length * 1000, false])
  }
  await app.tell(job)
  await app.until(job, 'succeeded')
})

test('names that nobody could ask for are told as such, and odd ones can be read', async () => {
  mkdirSync(place('tmp/odd'), { recursive: true })
  writeFileSync(Buffer.concat([Buffer.from(place('tmp/odd/')), Buffer.from([0x62, 0xff, 0x64])]), 'x')
  put('tmp/odd/back\\slash', 'x')
  put('tmp/odd/line\nbreak \u0007', 'odd')
  put('tmp/odd/100%&?#.txt', 'percent')
  const entries = (await tree()).entries.filter(({ path }) => path.startsWith('tmp/odd/')).map(({ path, kind }) => [path, kind])
  assert.deepEqual(entries, [
    ['tmp/odd/100%&?#.txt', 'file'],
    ['tmp/odd/back\\slash', 'other'],
    ['tmp/odd/b\ufffdd', 'other'],
    ['tmp/odd/line\nbreak \u0007', 'file'],
  ])
  assert.equal((await read('tmp/odd/line\nbreak \u0007')).content, 'odd')
  assert.equal((await read('tmp/odd/100%&?#.txt')).content, 'percent')
})

test('a tree without end is told up to a bound, and says so', async (context) => {
  const root = await temporaryFolder(context)
  const many = join(root, 'many')
  mkdirSync(many)
  for (let at = 0; at < 3000; at++) writeFileSync(join(many, String(at)), '')
  mkdirSync(join(root, 'zebra'))
  writeFileSync(join(root, 'zebra/stripe'), '')
  let deep = join(root, 'deep')
  for (let level = 0; level < 40; level++) deep = join(deep, 'd')
  mkdirSync(deep, { recursive: true })
  const { entries, truncated } = await fileTree(root, [])
  assert.deepEqual([entries.length, truncated], [2000, true])
  for (const path of ['many', 'zebra', 'zebra/stripe'])
    assert.equal(entries.filter((entry) => entry.path === path).length <= 1, true)
  assert.ok(['many', 'zebra', 'deep'].every((path) => entries.some((entry) => entry.path === path)))
  await rm(many, { recursive: true })
  const rest = await fileTree(root, [])
  assert.deepEqual([rest.entries.filter(({ path }) => path.startsWith('deep')).length, rest.truncated], [16, true])
  assert.deepEqual(await fileTree(join(root, 'nowhere'), []), { entries: [], truncated: false })
  const keys = join(root, 'keys')
  mkdirSync(keys)
  for (let at = 0; at < 20; at++) writeFileSync(join(keys, `${at}.pem`), '')
  const hidden = await fileTree(keys, [], { entries: 10, depth: 16 })
  assert.deepEqual(hidden, { entries: [], truncated: true }, 'names that are not told count too')
})

verifies(
  'management.file-preview',
  'a folder that becomes a link to another while it is read shows neither names nor content of that',
  async (context) => {
    const root = await temporaryFolder(context)
    const outside = await temporaryFolder(context)
    await writeFile(join(outside, 'canary'), 'canary')
    const run = join(root, 'run')
    await mkdir(join(run, 'real'), { recursive: true })
    await writeFile(join(run, 'real/canary'), 'harmless')
    await writeFile(join(outside, 'foreign'), '')
    await symlink(outside, join(root, 'link'))
    let isOver = false
    const swap = async () => {
      while (!isOver) {
        await rename(join(run, 'real'), join(root, 'aside'))
        await rename(join(root, 'link'), join(run, 'real'))
        await rename(join(run, 'real'), join(root, 'link'))
        await rename(join(root, 'aside'), join(run, 'real'))
      }
    }
    const swapping = swap()
    try {
      for (let round = 0; round < 400; round++) {
        const { entries } = await fileTree(run, [])
        assert.ok(!entries.some(({ path }) => path === 'real/foreign'))
        const content = await previewFile({ runFolder: run, path: 'real/canary', maxBytes: 100, secretsOf: async () => [] }).then(
          ({ text }) => text?.content,
          (error) => {
            if (error instanceof Fault) return null
            throw error
          },
        )
        assert.notEqual(content, 'canary')
      }
    } finally {
      isOver = true
      await swapping
    }
    // While the link stands there, the plain way leads out.
    renameSync(join(run, 'real'), join(root, 'aside'))
    renameSync(join(root, 'link'), join(run, 'real'))
    assert.equal(readFileSync(join(run, 'real/canary'), 'utf8'), 'canary')
  },
)
