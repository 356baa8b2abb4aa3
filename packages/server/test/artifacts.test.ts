import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { chmod, mkdir, open, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { note, verifies } from '../../../test/verifies.ts'
import { Fault } from '../src/lib/fault.ts'
import { sha256 } from '../src/lib/hash.ts'
import { hashFile } from '../src/lib/hash-file.ts'
import { collect, listSoFar } from '../src/workspace/artifacts.ts'
import { layoutOf } from '../src/workspace/layout.ts'
import { makeLasting } from '../src/workspace/make-lasting.ts'
import { writeManifest } from '../src/workspace/manifest.ts'
import { writeValidation } from '../src/workspace/result.ts'
import { openInside, resolveInside } from '../src/workspace/safe-path.ts'
import { reasonOf } from '../src/workspace/walk-files.ts'
import { temporaryFolder } from './support/folder.ts'
import { until } from './support/until.ts'

const isRoot = process.getuid?.() === 0

/** A run folder with artifacts/, and a secret beside it that nothing may reach. */
async function runFolder(context: TestContext): Promise<{ run: string; secret: string }> {
  const root = await temporaryFolder(context)
  const run = join(root, 'run')
  await mkdir(join(run, 'artifacts/sub'), { recursive: true })
  await mkdir(join(root, 'secrets'))
  const secret = join(root, 'secrets/canary')
  await writeFile(secret, 'canary')
  await writeFile(join(run, 'artifacts/plain.txt'), 'plain')
  await writeFile(join(run, 'artifacts/sub/deep.txt'), 'deep')
  return { run, secret }
}

/** Root may read everything, so it looks with the eyes of somebody else. */
async function asOrdinaryUser<T>(look: () => Promise<T>): Promise<T> {
  if (isRoot) process.seteuid?.(65534)
  try {
    return await look()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

/** What a client gets to see: the text, `null`, or the refusal. */
async function seen(root: string, path: string): Promise<string | null> {
  try {
    await using file = await openInside(root, path)
    return file && (await file.readFile('utf8'))
  } catch (error) {
    assert.ok(error instanceof Fault, String(error))
    note('error', error.code)
    return error.code
  }
}

/** The same without the guard. */
async function unguarded(root: string, path: string): Promise<string> {
  await using file = await open(join(root, path))
  return file.readFile('utf8')
}

test('files are put on the disk with every folder that leads to them, and what is gone or a link is passed over', async (context) => {
  const { run, secret } = await runFolder(context)
  await symlink(secret, join(run, 'artifacts/link'))
  const synced: string[] = []
  const paths = ['artifacts/plain.txt', 'artifacts/sub/deep.txt', 'artifacts/link', 'artifacts/none', 'result/result.json']
  await makeLasting(run, paths, async (fd) => void synced.push(readlinkSync(`/proc/self/fd/${fd}`)))
  const expected = ['', '/artifacts', '/artifacts/plain.txt', '/artifacts/sub', '/artifacts/sub/deep.txt']
  assert.deepEqual(synced.toSorted(), [join(run, '..'), ...expected.map((path) => `${run}${path}`)])
})

verifies('run.artifact-paths-stay-inside', 'a plain path is opened, a missing one and a folder are null', async (context) => {
  const { run } = await runFolder(context)
  const paths = [
    'artifacts/plain.txt',
    'artifacts/sub/deep.txt',
    'artifacts/none',
    'artifacts/none/deep',
    'artifacts/plain.txt/x',
    'artifacts/sub',
    `artifacts/${'x'.repeat(300)}`,
  ]
  assert.deepEqual(await Promise.all(paths.map((path) => seen(run, path))), ['plain', 'deep', null, null, null, null, null])
})

verifies('run.artifact-paths-stay-inside', 'a path that is not written plainly is refused before anything is touched', () => {
  const paths = [
    '',
    '.',
    '..',
    '/etc/passwd',
    '../secrets/canary',
    'artifacts/../../secrets/canary',
    'artifacts/..',
    'a\\..\\b',
    '..\\x',
    'C:/x',
    'c:x',
    'a\0b',
    'a//b',
    'a/./b',
    'a/',
    './a',
    'x/'.repeat(3000),
  ]
  for (const path of paths) {
    assert.throws(
      () => resolveInside('/run', path),
      (error) => error instanceof Fault && error.code === 'PATH_INVALID',
      JSON.stringify(path),
    )
  }
  assert.equal(resolveInside('/run', 'artifacts/a b/..c/%2e%2e/…'), '/run/artifacts/a b/..c/%2e%2e/…')
})

const attacks: Record<string, (run: string, secret: string) => Promise<string>> = {
  'dots that climb out': async () => '../secrets/canary',
  'a link to a file': async (run, secret) => {
    await symlink(secret, join(run, 'artifacts/link'))
    return 'artifacts/link'
  },
  'a relative link to a file': async (run) => {
    await symlink('../../secrets/canary', join(run, 'artifacts/link'))
    return 'artifacts/link'
  },
  'a link to a folder on the way': async (run) => {
    await symlink('../../secrets', join(run, 'artifacts/folder'))
    return 'artifacts/folder/canary'
  },
  'artifacts itself turned into a link': async (run) => {
    await rm(join(run, 'artifacts'), { recursive: true })
    await symlink('../secrets', join(run, 'artifacts'))
    return 'artifacts/canary'
  },
  'a link to a link': async (run) => {
    await symlink('../../secrets', join(run, 'artifacts/one'))
    await symlink('one/canary', join(run, 'artifacts/two'))
    return 'artifacts/two'
  },
}

verifies('run.artifact-paths-stay-inside', 'a root that was turned into a link is not followed', async (context) => {
  const { run } = await runFolder(context)
  await rm(join(run, 'artifacts'), { recursive: true })
  await symlink('../secrets', join(run, 'artifacts'))
  assert.deepEqual(
    [await unguarded(join(run, 'artifacts'), 'canary'), await seen(join(run, 'artifacts'), 'canary')],
    ['canary', 'PATH_INVALID'],
  )
})

for (const [name, prepare] of Object.entries(attacks)) {
  verifies(
    'run.artifact-paths-stay-inside',
    `${name} reads the canary without the guard, and nothing with it`,
    async (context) => {
      const { run, secret } = await runFolder(context)
      const path = await prepare(run, secret)
      assert.deepEqual([await unguarded(run, path), await seen(run, path)], ['canary', 'PATH_INVALID'])
    },
  )
}

verifies('run.artifact-paths-stay-inside', 'pipes, sockets and devices are refused at once', async (context) => {
  const { run } = await runFolder(context)
  execFileSync('mkfifo', [join(run, 'artifacts/pipe')])
  const server = createServer().listen(join(run, 'artifacts/socket'))
  context.after(() => server.close())
  assert.deepEqual([await seen(run, 'artifacts/pipe'), await seen(run, 'artifacts/socket')], ['PATH_INVALID', 'PATH_INVALID'])
  assert.equal(await seen('/dev', 'null'), 'PATH_INVALID')
})

verifies(
  'run.artifact-paths-stay-inside',
  'a folder that is swapped for a link and back while we look never shows what lies outside',
  async (context) => {
    const { run } = await runFolder(context)
    const at = (name: string) => join(run, 'artifacts', name)
    await writeFile(at('sub/canary'), 'harmless')
    await symlink('../../secrets', at('link'))
    const over = new Int32Array(new SharedArrayBuffer(4))
    // In a thread of its own, so that it happens at any moment of ours.
    const swapper = new Worker(
      `const { renameSync } = require('node:fs')
       const { folder, aside, link, over } = require('node:worker_threads').workerData
       while (!Atomics.load(over, 0)) { renameSync(folder, aside); renameSync(link, folder); renameSync(folder, link); renameSync(aside, folder) }`,
      { eval: true, workerData: { folder: at('sub'), aside: at('aside'), link: at('link'), over } },
    )
    await once(swapper, 'online')
    const [guarded, bare] = [new Set<string | null>(), new Set<string | null>()]
    for (let i = 0; i < 3000; i += 1) {
      guarded.add(await seen(run, 'artifacts/sub/canary'))
      bare.add(await unguarded(run, 'artifacts/sub/canary').catch(() => null))
    }
    Atomics.store(over, 0, 1)
    await once(swapper, 'exit')
    assert.deepEqual([guarded.has('canary'), bare.has('canary')], [false, true])
    assert.equal(await seen(run, 'artifacts/sub/canary'), 'harmless')
  },
)

verifies('artifacts.manifest', 'artifacts are listed by contract: role, type, size, hash', async (context) => {
  const { run } = await runFolder(context)
  await writeFile(join(run, 'artifacts/data.json'), '{}')
  await writeFile(join(run, 'artifacts/noending'), '')
  const sum = (path: string) => execFileSync('sha256sum', [join(run, path)], { encoding: 'utf8' }).slice(0, 64)
  const collected = await collect(run, [
    { role: 'texts', pattern: '**/*.txt', mime: 'text/x-mine', required: true },
    { role: 'plain', pattern: 'plain.txt', mime: null, required: true },
    { role: 'data', pattern: '*.json', mime: null, required: false },
  ])
  const entry = (role: string, path_rel: string, mime: string, size: number, required: boolean) => ({
    role,
    path_rel,
    filename: path_rel.split('/').at(-1),
    mime,
    size,
    sha256: sum(path_rel),
    required,
  })
  assert.deepEqual(collected, {
    manifest: [
      entry('data', 'artifacts/data.json', 'application/json', 2, false),
      entry('output', 'artifacts/noending', 'application/octet-stream', 0, false),
      entry('texts', 'artifacts/plain.txt', 'text/x-mine', 5, true),
      entry('texts', 'artifacts/sub/deep.txt', 'text/x-mine', 4, true),
    ],
    missing: [],
    warnings: [],
  })
})

verifies('run.required-artifacts', 'a required artifact that is not there is named, an optional one is not', async (context) => {
  const { run } = await runFolder(context)
  await mkdir(join(run, 'artifacts/folder.md'))
  await symlink('plain.txt', join(run, 'artifacts/link.csv'))
  const { missing } = await collect(run, [
    { role: 'a', pattern: 'plain.txt', mime: null, required: true },
    { role: 'b', pattern: 'none.txt', mime: null, required: true },
    { role: 'c', pattern: '*.md', mime: null, required: true },
    { role: 'd', pattern: '*.csv', mime: null, required: true },
    { role: 'e', pattern: '*.png', mime: null, required: false },
  ])
  assert.deepEqual(missing, ['artifacts/none.txt', 'artifacts/*.md', 'artifacts/*.csv'])
})

verifies('run.required-artifacts', 'files that nothing declares are listed as output', async (context) => {
  const { run } = await runFolder(context)
  const { manifest } = await collect(run, [])
  assert.deepEqual(
    manifest.map(({ role, path_rel, required }) => [role, path_rel, required]),
    [
      ['output', 'artifacts/plain.txt', false],
      ['output', 'artifacts/sub/deep.txt', false],
    ],
  )
})

verifies(
  'run.artifact-paths-stay-inside',
  'links, pipes and unaskable names are left out with a warning, and never followed',
  async (context) => {
    const { run, secret } = await runFolder(context)
    await symlink(secret, join(run, 'artifacts/link'))
    await symlink('../../secrets', join(run, 'artifacts/folder'))
    execFileSync('mkfifo', [join(run, 'artifacts/pipe')])
    await writeFile(join(run, 'artifacts/back\\slash'), '')
    await writeFile(Buffer.concat([Buffer.from(join(run, 'artifacts/')), Buffer.from([0xff, 0xfe])]), '')
    const { manifest, warnings } = await collect(run, [])
    assert.deepEqual(
      manifest.map(({ path_rel }) => path_rel),
      ['artifacts/plain.txt', 'artifacts/sub/deep.txt'],
    )
    assert.deepEqual(
      warnings.map(({ code, level, message }) => [code, level, message]).toSorted(),
      [
        ['"artifacts/back\\\\slash" is not listed: nobody could ask for a file of that name.'],
        ['"artifacts/folder" is not listed: it is a link.'],
        ['"artifacts/link" is not listed: it is a link.'],
        ['"artifacts/pipe" is not listed: it is not a regular file.'],
        ['"artifacts/\ufffd\ufffd" is not listed: nobody could ask for a file of that name.'],
      ].map((message) => ['ARTIFACT_SKIPPED', 'warning', ...message]),
    )
  },
)

verifies(
  'run.artifact-paths-stay-inside',
  'artifacts turned into a link, or gone, is an empty list and a warning',
  async (context) => {
    const { run } = await runFolder(context)
    await rm(join(run, 'artifacts'), { recursive: true })
    const told = async () => {
      const { manifest, warnings } = await collect(run, [])
      return [manifest, warnings.map(({ message }) => message)]
    }
    assert.deepEqual(await told(), [[], ['"artifacts" is not listed: it is gone.']])
    await symlink('../secrets', join(run, 'artifacts'))
    assert.deepEqual(await told(), [[], ['"artifacts" is not listed: it is not a folder.']])
  },
)

test('what may not be read is left out with a warning', async (context) => {
  const { run } = await runFolder(context)
  await chmod(join(run, '..'), 0o755)
  await chmod(join(run, 'artifacts/plain.txt'), 0)
  await chmod(join(run, 'artifacts/sub'), 0)
  const { manifest, warnings } = await asOrdinaryUser(() => collect(run, []))
  // So that the folder can be removed.
  await chmod(join(run, 'artifacts/sub'), 0o755)
  assert.deepEqual(
    [manifest, warnings.map(({ message }) => message)],
    [
      [],
      [
        '"artifacts/sub" is not listed: it may not be read.',
        '"artifacts/plain.txt" is not listed: it is gone, or may not be read.',
      ],
    ],
  )
})

/** The digest without the guard. */
async function hashed(path: string): Promise<string | undefined> {
  await using file = await open(path)
  return (await hashFile(file.fd, Number.MAX_SAFE_INTEGER))?.sha256
}

/** Folder in folder, each with a long name: entered one by one, since no path of that length can be given to the system. */
function digDeep(folder: string, levels: number): void {
  const dig = `for (let n = 0; n < ${levels}; n += 1) { fs.mkdirSync('d'.repeat(240)); process.chdir('d'.repeat(240)) } fs.writeFileSync('deep.txt', 'x')`
  execFileSync(process.execPath, ['-e', dig], { cwd: folder })
}

test('a path that is longer than the system takes is left out with a warning, by collecting and by listing', async (context) => {
  const { run } = await runFolder(context)
  digDeep(join(run, 'artifacts'), 25)
  // A file with a path that still can be opened, in letters of two bytes: as characters it would be far from the limit.
  const wide = Array.from({ length: 9 }, () => 'é'.repeat(120)).join('/')
  await mkdir(join(run, 'artifacts', wide), { recursive: true })
  await writeFile(join(run, 'artifacts', wide, 'wide.txt'), 'wide')
  try {
    const { manifest, warnings } = await collect(run, [])
    const paths = ['artifacts/plain.txt', 'artifacts/sub/deep.txt', `artifacts/${wide}/wide.txt`]
    assert.deepEqual(
      manifest.map(({ path_rel }) => path_rel),
      paths,
    )
    assert.deepEqual(
      (await listSoFar(run, [])).map(({ path_rel, size, sha256 }) => [path_rel, size, sha256]),
      paths.map((path, index) => [path, [5, 4, 4][index], null]),
    )
    assert.deepEqual(
      warnings.map(({ details }) => (details as { why: string }).why),
      ['its path is longer than the system takes'],
    )
    assert.ok((warnings[0]?.message.length ?? 999) < 400)
    assert.equal(await seen(run, `artifacts/${`${'d'.repeat(240)}/`.repeat(16)}deep.txt`), null)
  } finally {
    // Node cannot remove it either.
    execFileSync('rm', ['-rf', join(run, 'artifacts')])
  }
})

verifies(
  'artifacts.changing-files-are-told',
  'a file that changes while it is hashed is left out, and never listed with a digest of neither',
  async (context) => {
    const { run } = await runFolder(context)
    const path = join(run, 'artifacts/busy.bin')
    await writeFile(path, Buffer.alloc(32 * 1024 * 1024))
    const over = new Int32Array(new SharedArrayBuffer(8))
    const writer = new Worker(
      `const { openSync, writeSync, closeSync } = require('node:fs')
     const { path, over } = require('node:worker_threads').workerData
     const file = openSync(path, 'r+')
     for (let n = 1; !Atomics.load(over, 0); n += 1) {
       // First everything that was read long ago, then the end: no state of the file ever had both.
       writeSync(file, String(n).padEnd(20), 0)
       writeSync(file, String(n).padEnd(20), 32 * 1024 * 1024 - 20)
       Atomics.store(over, 1, n)
     }
     closeSync(file)`,
      { eval: true, workerData: { path, over } },
    )
    await until('it writes', () => Atomics.load(over, 1) > 10)
    const { manifest, warnings } = await collect(run, [])
    const unguarded = await hashed(path)
    Atomics.store(over, 0, 1)
    await once(writer, 'exit')
    assert.deepEqual(
      [manifest.map(({ path_rel }) => path_rel), warnings.map(({ message }) => message)],
      [
        ['artifacts/plain.txt', 'artifacts/sub/deep.txt'],
        ['"artifacts/busy.bin" is not listed: it was changed while it was read.'],
      ],
    )
    // Without the guard there is a digest, and it belongs to no file that ever was whole: its two ends differ.
    assert.match(unguarded ?? '', /^[0-9a-f]{64}$/)
    const after = await collect(run, [])
    assert.equal(after.manifest.find(({ path_rel }) => path_rel === 'artifacts/busy.bin')?.sha256, sha256(await readFile(path)))
    assert.notEqual(unguarded, sha256(await readFile(path)))
  },
)

verifies(
  'artifacts.special-files-are-refused',
  'pipes, sockets, devices and links among the artifacts neither block nor leak',
  async (context) => {
    const { run, secret } = await runFolder(context)
    execFileSync('mkfifo', [join(run, 'artifacts/pipe')])
    const server = createServer().listen(join(run, 'artifacts/socket'))
    context.after(() => server.close())
    await symlink(secret, join(run, 'artifacts/link'))
    const devices = isRoot
      ? [
          ['zero', 'c', '1', '5'],
          ['disk', 'b', '7', '250'],
        ]
      : []
    for (const [name = '', ...numbers] of devices) execFileSync('mknod', [join(run, 'artifacts', name), ...numbers])
    const { manifest, warnings } = await collect(run, [])
    assert.deepEqual(
      manifest.map(({ path_rel }) => path_rel),
      ['artifacts/plain.txt', 'artifacts/sub/deep.txt'],
    )
    assert.deepEqual(
      (await listSoFar(run, [])).map(({ path_rel }) => path_rel),
      manifest.map(({ path_rel }) => path_rel),
    )
    assert.deepEqual(
      warnings.map(({ message }) => message).toSorted(),
      [
        ...devices.map(([name]) => `"artifacts/${name}" is not listed: it is not a regular file.`),
        '"artifacts/link" is not listed: it is a link.',
        '"artifacts/pipe" is not listed: it is not a regular file.',
        '"artifacts/socket" is not listed: it is not a regular file.',
      ].toSorted(),
    )
  },
)

test('what is there so far is listed without reading it', async (context) => {
  const { run } = await runFolder(context)
  await truncate(join(run, 'artifacts/plain.txt'), 1024 ** 4)
  const began = process.cpuUsage()
  assert.deepEqual(
    (await listSoFar(run, [{ role: 'text', pattern: '*.txt', mime: 'text/x-mine', required: true }])).map((entry) =>
      Object.values(entry),
    ),
    [
      ['text', 'artifacts/plain.txt', 'plain.txt', 'text/x-mine', 1024 ** 4, true, null],
      ['output', 'artifacts/sub/deep.txt', 'deep.txt', 'text/plain', 4, false, null],
    ],
  )
  // Reading a tebibyte takes minutes of a processor.
  const { user, system } = process.cpuUsage(began)
  assert.ok(user + system < 5_000_000)
})

test('trouble of the machine is no reason to leave a file out, and trouble with the file is', () => {
  const thrown = (code: string) => Object.assign(new Error(code), { code, syscall: 'open' })
  assert.deepEqual(
    ['EACCES', 'ENOENT', 'ENAMETOOLONG', 'ESTALE'].map((code) => reasonOf(thrown(code))),
    ['it may not be read', 'it is gone', 'its path is longer than the system takes', 'the system refuses it (ESTALE)'],
  )
  for (const code of ['EMFILE', 'ENOSPC', 'ENOMEM', 'EIO', 'ERR_INVALID_ARG_TYPE'])
    assert.throws(() => reasonOf(thrown(code)), { code })
})

test('there is an end to what is listed: entries, depth, bytes, warnings', async (context) => {
  const { run } = await runFolder(context)
  const limits = { entries: 10_000, depth: 32, bytes: 1024 }
  const messages = async (change: Partial<typeof limits>) =>
    (await collect(run, [], { ...limits, ...change })).warnings.map(({ message }) => message)
  assert.deepEqual(await messages({}), [])
  assert.deepEqual(await messages({ entries: 1 }), [
    '"artifacts" is not listed: there are more than 1 files and folders; the rest is left out.',
  ])
  assert.deepEqual(await messages({ depth: 1 }), ['"artifacts/sub" is not listed: it lies deeper than 1 folders.'])
  await writeFile(join(run, 'artifacts/sparse'), '')
  await truncate(join(run, 'artifacts/sparse'), 1024 ** 4)
  assert.deepEqual(await messages({}), ['"artifacts/sparse" is not listed: it is too large to be listed.'])
  for (let i = 0; i < 30; i += 1) await symlink('x', join(run, `artifacts/link${i}`))
  const many = await messages({})
  assert.deepEqual([many.length, many.at(-1)], [21, '11 more are not listed.'])
})

test('the manifest is written whole, over what was there, link or not', async (context) => {
  const { run, secret } = await runFolder(context)
  await symlink(secret, join(run, 'manifest.json'))
  const { manifest } = await collect(run, [])
  await writeManifest(run, manifest)
  assert.deepEqual(JSON.parse(await readFile(join(run, 'manifest.json'), 'utf8')), { artifacts: manifest })
  assert.equal(await readFile(secret, 'utf8'), 'canary')
  assert.deepEqual((await readdir(run)).toSorted(), ['artifacts', 'manifest.json'])
})

const leftByChild: Record<string, (path: string, secret: string) => Promise<void> | void> = {
  'a link': (path, secret) => symlink(secret, path),
  'a pipe': (path) => void execFileSync('mkfifo', [path]),
  'a folder': async (path) => void (await mkdir(join(path, 'sub'), { recursive: true })),
}

for (const [name, leave] of Object.entries(leftByChild)) {
  verifies(
    'sandbox.host-is-out-of-reach',
    `${name} that a child left where a file of ours goes is replaced, and nothing is written through it`,
    async (context) => {
      const { secret } = await runFolder(context)
      const layout = layoutOf(await temporaryFolder(context)).run('run_1')
      await mkdir(layout.result, { recursive: true })
      await leave(layout.validation, secret)
      await writeValidation(layout, { valid: true })
      assert.deepEqual(
        [await readFile(layout.validation, 'utf8'), await readFile(secret, 'utf8'), await readdir(layout.root)],
        ['{\n  "valid": true\n}', 'canary', ['result']],
      )
    },
  )
}

verifies('sandbox.host-is-out-of-reach', 'without that, a link of a child leads what we write to the canary', async (context) => {
  const { run, secret } = await runFolder(context)
  await symlink(secret, join(run, 'validation.json'))
  await writeFile(join(run, 'validation.json'), 'overwritten')
  assert.equal(await readFile(secret, 'utf8'), 'overwritten')
})
