import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { verifies } from '../../../test/verifies.ts'
import { maskOf } from '../src/lib/mask.ts'
import { layoutOf } from '../src/workspace/layout.ts'
import { maskFile } from '../src/workspace/mask-file.ts'
import { maskFiles } from '../src/workspace/mask-files.ts'
import { maskedStream } from '../src/workspace/masked-stream.ts'
import { temporaryFolder } from './support/folder.ts'
import { until } from './support/until.ts'

const secret = 'hunter2/hunter3'
const stars = '*'.repeat(15)

async function runFolder(context: TestContext) {
  const layout = layoutOf(await temporaryFolder(context)).run('run_1')
  for (const folder of [layout.result, layout.artifacts, layout.tmp]) mkdirSync(folder, { recursive: true })
  const at = (path: string) => join(layout.root, path)
  const write = (path: string, text: string | Buffer) => {
    mkdirSync(join(at(path), '..'), { recursive: true })
    writeFileSync(at(path), text)
  }
  return { layout, at, write, read: (path: string) => readFileSync(at(path), 'utf8') }
}

interface Details {
  readonly masked: readonly string[]
  readonly renamed: readonly string[]
}

const detailsOf = (warning: Warning | undefined): Details => warning?.details as Details

verifies(
  'engine.secrets-stay-inside',
  'secrets are covered in every file that a child left, and other files are not touched',
  async (context) => {
    const { layout, at, write, read } = await runFolder(context)
    const encoded = Buffer.from(secret).toString('base64')
    write('result/result.json', `{"key":"${secret}"}`)
    write('artifacts/deep/er/notes.md', `one ${secret}, two ${encoded}`)
    write('artifacts/clean.txt', 'nothing to see')
    write('tmp/log', `${secret}\n`)
    write('.audit/stdout.1.log', secret)
    chmodSync(at('artifacts/deep/er/notes.md'), 0o700)
    const before = statSync(at('artifacts/clean.txt'), { bigint: true })
    assert.deepEqual(await maskFiles(layout, [secret]), [
      {
        code: 'SECRET_MASKED',
        message:
          'Secrets of the server were covered in these files: "result/result.json", "tmp/log", "artifacts/deep/er/notes.md".',
        level: 'warning',
        normalization_level: null,
        details: { masked: ['result/result.json', 'tmp/log', 'artifacts/deep/er/notes.md'], renamed: [], removed: [] },
      },
    ])
    assert.deepEqual(['result/result.json', 'artifacts/deep/er/notes.md', 'tmp/log'].map(read), [
      `{"key":"${stars}"}`,
      `one ${stars}, two ${'*'.repeat(encoded.length)}`,
      `${stars}\n`,
    ])
    assert.equal(statSync(at('artifacts/deep/er/notes.md')).mode & 0o777, 0o700)
    const after = statSync(at('artifacts/clean.txt'), { bigint: true })
    assert.deepEqual([after.ino, after.ctimeNs], [before.ino, before.ctimeNs])
    // Ours, and masked where it was written.
    assert.equal(read('.audit/stdout.1.log'), secret)
    assert.deepEqual(readdirSync(layout.root).sort(), ['.audit', 'artifacts', 'result', 'tmp'])
    assert.deepEqual(await maskFiles(layout, [secret]), [])
  },
)

verifies(
  'engine.secrets-stay-inside',
  'what a child without a sandbox wrote beside its folders is covered too; what is ours or was given is not touched',
  async (context) => {
    const { layout, write, read } = await runFolder(context)
    const theirs = ['notes.txt', 'sub/notes.txt', '.cache/notes.txt', 'auth.json']
    const ours = ['.audit/a', 'logs/a', 'raw/a', 'uploads/a', 'replies/1/a', 'given/a', 'input.json', 'prompt.txt']
    const unseen = '.gemini/settings.json'
    for (const path of [...theirs, ...ours, unseen]) write(path, secret)
    write('hunter2-hunter3', '')
    const [warning] = await maskFiles(layout, [secret, 'hunter2-hunter3'])
    const { masked, renamed } = detailsOf(warning)
    assert.deepEqual([masked.toSorted(), renamed], [theirs.toSorted(), ['x'.repeat(15)]])
    assert.deepEqual(
      theirs.map(read),
      theirs.map(() => stars),
    )
    assert.deepEqual(
      [...ours, unseen].map(read),
      [...ours, unseen].map(() => secret),
    )
  },
)

test('where no secrets are known nothing is opened', async (context) => {
  const { layout, write, read } = await runFolder(context)
  write('artifacts/a', secret)
  assert.deepEqual(await maskFiles(layout, [], 0), [])
  assert.equal(read('artifacts/a'), secret)
})

verifies(
  'engine.secrets-stay-inside',
  'names that hold a secret are changed, whatever bears them, and whatever else is in them',
  async (context) => {
    const { layout, at, write, read } = await runFolder(context)
    const plain = 'hunter2-hunter3'
    write(`artifacts/a-${plain}.txt`, 'one')
    write(`artifacts/${plain}/inside`, plain)
    write('artifacts/hunter2/hunter3', 'across a border')
    write(`result/${plain}`, '')
    write('result/hunter4-hunter5', '')
    symlinkSync('nowhere', at(`tmp/${plain}-link`))
    execFileSync('mkfifo', [at(`tmp/${plain}-pipe`)])
    writeFileSync(Buffer.concat([Buffer.from(`${at('tmp')}/`), Buffer.from([0xff]), Buffer.from(plain)]), '')
    const [warning] = await maskFiles(layout, [plain, 'hunter4-hunter5', secret])
    const letters = 'x'.repeat(15)
    const namesIn = (path: string) => readdirSync(at(path), { encoding: 'latin1' }).sort()
    assert.deepEqual(namesIn('artifacts'), [`a-${letters}.txt`, 'hunter2', letters].sort())
    assert.deepEqual([namesIn('artifacts/hunter2'), read(`artifacts/${letters}/inside`)], [['xxxxxxx'], stars])
    assert.deepEqual(namesIn('tmp'), [`${letters}-link`, `${letters}-pipe`, `\xff${letters}`])
    // Neither takes the place of the other.
    const [first = '', second = ''] = namesIn('result')
    assert.deepEqual([first, second.length, second.slice(0, 16)], [letters, 24, `${letters}-`])
    const { renamed, masked } = detailsOf(warning)
    assert.deepEqual([renamed.length, masked], [8, [`artifacts/${letters}/inside`]])
    assert.doesNotMatch(JSON.stringify(warning), /hunter2.hunter3|hunter4/)
  },
)

verifies(
  'engine.secrets-stay-inside',
  'no link is followed, and a file with a second name elsewhere keeps what it holds there',
  async (context) => {
    const { layout, at, read } = await runFolder(context)
    const outside = join(layout.root, '../../outside')
    mkdirSync(join(outside, 'folder'), { recursive: true })
    for (const name of ['linked', 'folder/linked', 'named-twice']) writeFileSync(join(outside, name), secret)
    symlinkSync(join(outside, 'linked'), at('artifacts/link'))
    symlinkSync(join(outside, 'folder'), at('artifacts/folder'))
    linkSync(join(outside, 'named-twice'), at('artifacts/second-name'))
    const [warning] = await maskFiles(layout, [secret])
    assert.deepEqual(warning?.details, { masked: ['artifacts/second-name'], renamed: [], removed: [] })
    for (const name of ['linked', 'folder/linked', 'named-twice']) assert.equal(readFileSync(join(outside, name), 'utf8'), secret)
    assert.equal(read('artifacts/second-name'), stars)
    assert.ok(lstatSync(at('artifacts/link')).isSymbolicLink())
  },
)

test('a folder that nobody may write to is no way to keep a secret', async (context) => {
  const { layout, at, write, read } = await runFolder(context)
  write('artifacts/closed/a', secret)
  chmodSync(at('artifacts/closed'), 0o555)
  await maskFiles(layout, [secret])
  assert.equal(read('artifacts/closed/a'), stars)
})

test('a large file is covered wherever a secret lies in it', async (context) => {
  const { layout, at } = await runFolder(context)
  const piece = 256 * 1024
  const size = 8 * piece + 100
  const bytes = Buffer.alloc(size, 'a')
  const places = [0, piece - 1, 2 * piece - 7, 3 * piece - 15, 4 * piece, size - 15]
  for (const place of places) bytes.write(secret, place)
  writeFileSync(at('artifacts/large'), bytes)
  await maskFiles(layout, [secret])
  for (const place of places) bytes.write(stars, place)
  assert.ok(bytes.equals(readFileSync(at('artifacts/large'))))
})

verifies('engine.secrets-stay-inside', 'what is more than can be searched goes, and is named', async (context) => {
  const { layout, at, write } = await runFolder(context)
  write('artifacts/b-small', 'fine')
  write('tmp/endless', '')
  truncateSync(at('tmp/endless'), 2 ** 40)
  const [warning] = await maskFiles(layout, [secret])
  assert.equal(warning?.message, 'These could not be searched for secrets and were removed: "tmp/endless".')
  assert.deepEqual([readdirSync(at('tmp')), readdirSync(at('artifacts'))], [[], ['b-small']])
})

test('a file that cannot be replaced goes', async (context) => {
  const { at, write } = await runFolder(context)
  write('artifacts/a', secret)
  await using folder = await open(at('artifacts'))
  const target = { ourFolder: at('not-there'), folder, place: at('artifacts/a') }
  assert.equal(await maskFile(target, maskOf([secret]), { bytes: 100 }), 'removed')
  assert.deepEqual(readdirSync(at('artifacts')), [])
})

test('many files are told by number', async (context) => {
  const { layout, write } = await runFolder(context)
  for (let number = 0; number < 23; number++) write(`artifacts/${number}`, secret)
  const [warning] = await maskFiles(layout, [secret])
  assert.match(warning?.message ?? '', / and 3 more\.$/)
  assert.equal(detailsOf(warning).masked.length, 20)
})

verifies(
  'engine.secrets-stay-inside',
  'any part of a file is sent as it is in the file once that is covered',
  async (context) => {
    const { at, write } = await runFolder(context)
    const text = `${secret} and ${encodeURIComponent(secret)}, ${secret}${secret}`
    write('artifacts/a', text)
    const size = text.length
    const whole = `${stars} and ${'*'.repeat(17)}, ${stars}${stars}`
    for (let from = 0; from <= size; from++) {
      for (let to = from; to <= size; to++) {
        const file = await open(at('artifacts/a'))
        assert.equal(await readAll(maskedStream(file, { from, to, size }, [secret])), whole.slice(from, to))
      }
    }
  },
)

test('whoever leaves before the end leaves no file open', async (context) => {
  const { at, write } = await runFolder(context)
  write('artifacts/a', 'a'.repeat(1_000_000))
  const file = await open(at('artifacts/a'))
  const stream = maskedStream(file, { from: 0, to: 1_000_000, size: 1_000_000 }, [secret])
  for await (const _ of stream) break
  await until('the file is closed', () => file.fd === -1)
})
