import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { appendFileSync, closeSync, openSync, readdirSync, truncateSync, writeSync } from 'node:fs'
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type TestContext, test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { bundle, isPrivate } from '../src/workspace/bundle.ts'
import type { ArtifactEntry } from '../src/workspace/manifest.ts'
import { openFiles } from './support/descriptors.ts'
import { temporaryFolder } from './support/folder.ts'
import { until } from './support/until.ts'
import { unzip } from './support/unzip.ts'

const artifact = (path_rel: string): ArtifactEntry => ({
  role: 'output',
  path_rel,
  filename: path_rel.split('/').at(-1) ?? '',
  mime: 'text/plain',
  size: 1,
  sha256: null,
  required: false,
})

/** A run folder as a run leaves it, with a canary beside it. */
async function runFolder(context: TestContext, files: Record<string, string>): Promise<string> {
  const root = await temporaryFolder(context)
  const run = join(root, 'run')
  await mkdir(join(root, 'outside'))
  await writeFile(join(root, 'outside/canary'), 'canary')
  for (const [path, text] of Object.entries({ 'result/result.json': '{}', 'artifacts/a.txt': 'a', ...files })) {
    await mkdir(join(run, path, '..'), { recursive: true })
    await writeFile(join(run, path), text)
  }
  return run
}

async function read(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}

verifies(
  'artifacts.bundle-streams',
  'a bundle holds the manifest, the result and the artifacts, byte for byte',
  async (context) => {
    const big = 'x'.repeat(3_000_000)
    const run = await runFolder(context, {
      'result/validation.json': '{"valid":true}',
      'artifacts/empty': '',
      'artifacts/sub/big "quoted" é\n%41.png': big,
      'input.json': 'not for everyone',
      '.audit/stdout.1.log': 'log',
    })
    const artifacts = ['artifacts/a.txt', 'artifacts/empty', 'artifacts/sub/big "quoted" é\n%41.png'].map(artifact)
    assert.deepEqual(await unzip(await read(await bundle({ runFolder: run, artifacts, debug: false }))), {
      'manifest.json': JSON.stringify({ artifacts }, null, 2),
      'result/result.json': '{}',
      'result/validation.json': '{"valid":true}',
      'artifacts/a.txt': 'a',
      'artifacts/empty': '',
      'artifacts/sub/big "quoted" é\n%41.png': big,
    })
  },
)

test('whoever asks later gets the same bytes', async (context) => {
  const run = await runFolder(context, {})
  const asked = { runFolder: run, artifacts: [artifact('artifacts/a.txt')], debug: false }
  context.mock.timers.enable({ apis: ['Date'], now: new Date('2026-01-01T12:00:00Z') })
  const first = await read(await bundle(asked))
  context.mock.timers.tick(3_600_000)
  assert.deepEqual(await read(await bundle(asked)), first)
})

verifies(
  ['artifacts.bundle-streams', 'artifacts.special-files-are-refused'],
  'a debug bundle holds the whole run folder but credentials, node_modules, links and pipes, and says what it leaves out',
  async (context) => {
    const run = await runFolder(context, {
      'manifest.json': 'written anew',
      'input.json': '{"input":{}}',
      '.audit/stdout.1.log': 'log',
      'uploads/auth.json': 'an input',
      'artifacts/auth.json': 'an artifact',
      'own/auth.json': 'secret',
      'own/.ssh/config': 'secret',
      '.codex/auth.json': 'secret',
      '.env': 'secret',
      'own/node_modules/x/index.js': 'code',
      'artifacts/node_modules/y.js': 'code',
      'own/notes.txt': 'notes',
    })
    await mkdir(join(run, 'logs'))
    await symlink('../.audit/stdout.1.log', join(run, 'logs/stdout.txt'))
    await symlink('../outside/canary', join(run, 'leak'))
    await symlink('../../outside', join(run, 'own/folder'))
    execFileSync('mkfifo', [join(run, 'own/pipe')])
    const artifacts = [artifact('artifacts/a.txt')]
    const { 'left-out.json': leftOut, ...files } = await unzip(
      await read(await bundle({ runFolder: run, artifacts, debug: true })),
    )
    assert.deepEqual(files, {
      'manifest.json': JSON.stringify({ artifacts }, null, 2),
      'input.json': '{"input":{}}',
      '.audit/stdout.1.log': 'log',
      'uploads/auth.json': 'an input',
      'artifacts/auth.json': 'an artifact',
      'artifacts/a.txt': 'a',
      'result/result.json': '{}',
      'own/notes.txt': 'notes',
    })
    const { left_out } = JSON.parse(leftOut ?? '') as { left_out: { path: string; why: string }[] }
    assert.deepEqual(left_out.map(({ path, why }) => `${path}: ${why}`).toSorted(), [
      'leak: it is a link',
      'logs/stdout.txt: it is a link',
      'own/folder: it is a link',
      'own/pipe: it is not a regular file',
    ])
  },
)

test('names that stand for credentials are known wherever they lie, but not among what the caller gave or was given', () => {
  const secret = [
    '.env',
    '.env.local',
    'tmp/id_rsa',
    'tmp/a.pem',
    '.aws/x',
    'tmp/.credentials.json',
    '.gemini/oauth_creds.json',
    '.netrc',
    // What the operator has set, as it is shown to an engine.
    '.gemini/settings.json',
    '.iflow/settings.json',
  ]
  const open = [
    'artifacts/id_rsa',
    'uploads/.env',
    'result/auth.json',
    'environment',
    'tmp/author.json',
    'tmp/keys.txt',
    'artifacts/.vscode/settings.json',
    'tmp/settings.json',
    '.audit/meta.1.json',
  ]
  assert.deepEqual([secret.filter((path) => !isPrivate(path)), open.filter(isPrivate)], [[], []])
  assert.ok(isPrivate('artifacts/node_modules/x.js'))
})

verifies(
  'artifacts.huge-files-stay-flat',
  'there is an end to what is bundled, and what lies behind it is named',
  async (context) => {
    const run = await runFolder(context, { 'result/x': 'x'.repeat(600), 'result/y': 'y'.repeat(600), 'result/z': 'z' })
    await truncate(join(run, 'result/result.json'), 1024 ** 4)
    const request = { runFolder: run, artifacts: [], debug: false }
    const { 'left-out.json': leftOut, ...files } = await unzip(
      await read(await bundle(request, { entries: 100, depth: 10, bytes: 1000 })),
    )
    assert.deepEqual(Object.keys(files), ['manifest.json', 'result/x', 'result/z'])
    assert.deepEqual(JSON.parse(leftOut ?? ''), {
      left_out: [
        { path: 'result/result.json', why: 'it is too large to be bundled' },
        { path: 'result/y', why: 'it is too large to be bundled' },
      ],
    })
    assert.deepEqual(openFiles(run), [])
  },
)

verifies('artifacts.bundle-streams', 'a file that is no longer as the manifest says breaks the stream', async (context) => {
  const run = await runFolder(context, { 'artifacts/a.txt': 'longer than one' })
  const artifacts = [{ ...artifact('artifacts/a.txt'), sha256: 'f'.repeat(64) }]
  await assert.rejects(async () => read(await bundle({ runFolder: run, artifacts, debug: false })), /was changed since/)
  const files = await unzip(await read(await bundle({ runFolder: run, artifacts, debug: true })))
  assert.equal(files['artifacts/a.txt'], 'longer than one')
})

const changes: Record<string, (path: string) => void> = {
  grows: (path) => appendFileSync(path, 'more'),
  shrinks: (path) => truncateSync(path, 4_000_000),
  'is written over': (path) => {
    const file = openSync(path, 'r+')
    writeSync(file, 'x', 0)
    closeSync(file)
  },
}

for (const [what, change] of Object.entries(changes)) {
  verifies('artifacts.bundle-streams', `a file that ${what} while it is bundled breaks the stream`, async (context) => {
    const run = await runFolder(context, {})
    const path = join(run, 'artifacts/random.zip')
    execFileSync('dd', ['if=/dev/urandom', `of=${path}`, 'bs=1M', 'count=8', 'status=none'])
    const stream = await bundle({ runFolder: run, artifacts: [artifact('artifacts/random.zip')], debug: false })
    let bytes = 0
    const reading = async () => {
      for await (const piece of stream) {
        // Well inside the file, and only once.
        if (bytes < 1_000_000 && bytes + piece.length >= 1_000_000) change(path)
        bytes += piece.length
      }
    }
    await assert.rejects(reading, /while it was read/)
    assert.deepEqual(openFiles(run), [])
  })
}

verifies(
  'artifacts.bundle-streams',
  'a file that is gone or turned into a link by its turn breaks the stream',
  async (context) => {
    for (const swap of [() => Promise.resolve(), (path: string) => symlink('../../outside/canary', path)]) {
      const run = await runFolder(context, {})
      const path = join(run, 'artifacts/a.txt')
      const request = { runFolder: run, artifacts: [artifact('artifacts/a.txt')], debug: false }
      await rm(path)
      await swap(path)
      await assert.rejects(async () => read(await bundle(request)), /went away|leads out of its folder/)
    }
  },
)

verifies(
  ['artifacts.bundle-streams', 'artifacts.huge-files-stay-flat'],
  'a bundle waits for its reader, opens one file at a time, and closes it when the reader leaves',
  async (context) => {
    const run = await runFolder(context, {})
    const names = Array.from({ length: 50 }, (_, n) => `artifacts/${n}.zip`)
    for (const name of names) await truncate(join(run, name), 0).catch(() => writeFile(join(run, name), ''))
    for (const name of names) await truncate(join(run, name), 4 * 1024 * 1024)
    const stream = await bundle({ runFolder: run, artifacts: names.map(artifact), debug: false })
    const open = () => openFiles(run).map((path) => path.split('/').slice(-2).join('/'))
    await until('it has filled its buffers', () => open().includes('artifacts/0.zip'))
    const before = stream.readableLength
    assert.ok(before < 1024 * 1024, `${before} bytes wait for a reader that reads nothing`)
    assert.deepEqual(open(), ['artifacts/0.zip'])
    stream.destroy()
    await finished(stream).catch(() => {})
    await until('its file is closed', () => openFiles(run).length === 0)
  },
)

verifies(
  'artifacts.bundle-streams',
  'thousands of empty files with long names do not pile up before a reader who waits',
  async (context) => {
    const run = await runFolder(context, {})
    const names = Array.from({ length: 3000 }, (_, n) => `artifacts/${'x'.repeat(200)}${n}`)
    for (const name of names) await writeFile(join(run, name), '')
    const stream = await bundle({ runFolder: run, artifacts: names.map(artifact), debug: false })
    await until('it waits', () => stream.readableLength > 0)
    await new Promise((resolve) => setImmediate(resolve))
    const { writableLength = 0 } = stream as { writableLength?: number } & Readable
    assert.ok(stream.readableLength + writableLength < 512 * 1024)
    const files = await unzip(await read(stream))
    assert.equal(Object.keys(files).length, 3002)
    assert.equal(readdirSync(join(run, 'artifacts')).length, 3001)
  },
)
