import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { verifies } from '../../../test/verifies.ts'
import { Fault } from '../src/lib/fault.ts'
import { unzip } from '../src/workspace/unzip.ts'
import { type UploadLimits, usualUploadLimits } from '../src/workspace/upload-file.ts'
import { type Names, UploadNames } from '../src/workspace/upload-names.ts'
import { temporaryFolder } from './support/folder.ts'
import { unzip as readByAnother } from './support/unzip.ts'
import { extraField, mode, withFarDirectory, type ZipEntry, zipOf } from './support/zips.ts'

interface Tried {
  readonly inside: string
  /** What came of it: the files, or the code and details of the refusal. */
  readonly outcome: unknown
}

/** Unpacks into a folder two levels below that of the test. */
async function attempt(
  context: TestContext,
  zip: Buffer,
  limits: Partial<UploadLimits> = {},
  names: Names = new UploadNames(),
): Promise<Tried & { folder: string }> {
  const folder = await temporaryFolder(context)
  const inside = join(folder, 'deep', 'inside')
  mkdirSync(inside, { recursive: true })
  writeFileSync(join(folder, 'archive.zip'), zip)
  const outcome = await unzip(join(folder, 'archive.zip'), inside, { ...usualUploadLimits, ...limits }, { names }).catch(
    refusalOf,
  )
  return { folder, inside, outcome }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof Fault) return [error.code, error.details]
  throw error
}

const slips = ['../canary', 'a/../../canary', '../../canary', '..']
const noNames = ['/canary', 'C:\\canary', 'C:canary', 'a\\..\\..\\canary', 'a\0b', './canary', 'a//b', '', 'a\u0007b', '../', '/']

verifies(
  'hostile.zip-inputs',
  'an entry that would land elsewhere, or has no plain name, is refused by name',
  async (context) => {
    for (const name of [...slips, ...noNames]) {
      const { folder, inside, outcome } = await attempt(
        context,
        zipOf([
          { name: 'fine', data: 'x' },
          { name, data: '' },
        ]),
      )
      const [code, details] = outcome as [string, { entry: string; problem: string }]
      assert.deepEqual([code, details.entry], ['UPLOAD_INVALID', name])
      assert.deepEqual(readdirSync(inside), [], 'nothing is written before all names are judged')
      assert.deepEqual(readdirSync(folder).sort(), ['archive.zip', 'deep'])
    }
  },
)

test('without the guard the same archive writes outside, so it is the guard that holds', async (context) => {
  const anyName: Names = { add: () => null }
  const zip = zipOf([{ name: '../../canary', data: 'out' }])
  const { folder } = await attempt(context, zip, {}, anyName)
  assert.equal(readFileSync(join(folder, 'canary'), 'utf8'), 'out')
})

verifies('hostile.zip-inputs', 'a name in the Unicode field of an entry is judged like any other', async (context) => {
  const plain = Buffer.from('plain')
  const extra = Buffer.concat([Buffer.alloc(9), Buffer.from('../../canary')])
  extra.writeUInt16LE(0x7075, 0)
  extra.writeUInt16LE(extra.length - 4, 2)
  extra.writeUInt8(1, 4)
  extra.writeUInt32LE(crc32(plain), 5)
  const { folder, outcome } = await attempt(context, withExtra(zipOf([{ name: plain, data: 'x' }]), plain, extra))
  assert.deepEqual(outcome, ['UPLOAD_INVALID', { entry: '../../canary', problem: 'it holds ..' }])
  assert.equal(existsSync(join(folder, 'canary')), false)
})

/** Adds an extra field to the one entry of an archive, in its table. */
function withExtra(zip: Buffer, name: Buffer, extra: Buffer): Buffer {
  const table = zip.indexOf('PK\x01\x02')
  const copy = Buffer.from(zip)
  copy.writeUInt16LE(extra.length, table + 30)
  copy.writeUInt32LE(copy.readUInt32LE(copy.length - 10) + extra.length, copy.length - 10)
  const cut = table + 46 + name.length
  return Buffer.concat([copy.subarray(0, cut), extra, copy.subarray(cut)])
}

const text = 'some text that is there'
const overlapping: ZipEntry[] = ['a', 'b'].map((name) => ({ name, data: text, offset: 0 }))
const refused: Record<string, { zip: Buffer; details: object }> = {
  'a link': {
    zip: zipOf([{ name: 'link', data: '/etc/passwd', mode: mode.link }]),
    details: { entry: 'link', problem: 'it is a link' },
  },
  'a link with a slash': {
    zip: zipOf([{ name: 'link/', mode: mode.link }]),
    details: { entry: 'link/', problem: 'it is a link' },
  },
  'a pipe': {
    zip: zipOf([{ name: 'pipe', mode: mode.pipe }]),
    details: { entry: 'pipe', problem: 'it is neither a file nor a folder' },
  },
  'a device': {
    zip: zipOf([{ name: 'device', mode: mode.device }]),
    details: { entry: 'device', problem: 'it is neither a file nor a folder' },
  },
  'a folder that is named like a file': {
    zip: zipOf([{ name: 'folder', mode: mode.folder }]),
    details: { entry: 'folder', problem: 'it is neither a file nor a folder' },
  },
  'a folder with bytes': {
    zip: zipOf([{ name: 'folder/', data: 'x' }]),
    details: { entry: 'folder/', problem: 'it is a folder that holds bytes of its own' },
  },
  'the same name twice': {
    zip: zipOf([
      { name: 'a', data: '1' },
      { name: 'a', data: '2' },
    ]),
    details: { entry: 'a', problem: 'it is there twice' },
  },
  'the same name in another case': {
    zip: zipOf([
      { name: 'a', data: '1' },
      { name: 'A', data: '2' },
    ]),
    details: { entry: 'A', problem: 'it differs from "a" in nothing but upper and lower case or accents' },
  },
  'a file that is also a folder': {
    zip: zipOf([
      { name: 'a', data: '1' },
      { name: 'a/b', data: '2' },
    ]),
    details: { entry: 'a/b', problem: 'it is both a file and a folder' },
  },
  'an encrypted file': {
    zip: zipOf([{ name: 'secret', data: text, flags: 0x801 }]),
    details: { entry: 'secret', problem: 'it is encrypted' },
  },
  'a file with strong encryption': {
    zip: zipOf([{ name: 'secret', data: text, flags: 0x841 }]),
    details: { entry: null, problem: 'strong encryption is not supported' },
  },
  'a method nobody knows': {
    zip: zipOf([{ name: 'odd', data: text, method: 14 }]),
    details: { entry: 'odd', problem: 'its compression method (14) is not known here; use deflate' },
  },
  'a wrong checksum': {
    zip: zipOf([{ name: 'a', data: text, crc: 1 }]),
    details: { entry: 'a', problem: 'its checksum is wrong: it was damaged on the way' },
  },
  'fewer bytes than said': {
    zip: zipOf([{ name: 'a', data: text, deflate: true, size: 1000 }]),
    details: { entry: 'a', problem: 'it holds fewer bytes than the archive says' },
  },
  'more bytes than said': {
    zip: zipOf([{ name: 'a', data: text.repeat(1000), deflate: true, size: 10 }]),
    details: { entry: 'a', problem: 'it holds more bytes than the archive says' },
  },
  'a stored file of two sizes': {
    zip: zipOf([{ name: 'a', data: text, size: 10 }]),
    details: { entry: 'a', problem: 'it holds more bytes than the archive says' },
  },
  'deflate that is none': {
    zip: zipOf([{ name: 'a', data: text, method: 8, raw: Buffer.from([0x07]) }]),
    details: { entry: 'a', problem: 'invalid block type' },
  },
  'deflate that ends too early': {
    zip: zipOf([{ name: 'a', data: text, method: 8, raw: deflateRawSync(Buffer.from(text)).subarray(0, 12) }]),
    details: { entry: 'a', problem: 'unexpected end of file' },
  },
  'no bytes at all': {
    zip: Buffer.alloc(0),
    details: {
      entry: null,
      problem: 'End of central directory record signature not found. Either not a zip file, or file is truncated.',
    },
  },
  'something else': {
    zip: Buffer.from('%PDF-1.7 and so on, which is no archive'),
    details: {
      entry: null,
      problem: 'End of central directory record signature not found. Either not a zip file, or file is truncated.',
    },
  },
  'an archive without its end': {
    zip: zipOf([{ name: 'a', data: text }]).subarray(0, -10),
    details: {
      entry: null,
      problem: 'End of central directory record signature not found. Either not a zip file, or file is truncated.',
    },
  },
  'an archive without its beginning': {
    zip: zipOf([{ name: 'a', data: text }]).subarray(20),
    details: { entry: null, problem: 'invalid central directory file header signature: 0x17' },
  },
  'fewer entries than there are': {
    zip: zipOf(
      ['a', 'b', 'c'].map((name) => ({ name, data: text })),
      2,
    ),
    details: { entry: null, problem: 'it lists more entries than it says' },
  },
  'two entries for the same bytes': {
    zip: zipOf(overlapping),
    details: { entry: 'b', problem: 'it shares bytes of the archive with a' },
  },
  'a hard link, as far as an archive can say it': {
    zip: zipOf([{ name: 'a', data: text, extra: extraField(0x000d, Buffer.alloc(12 + 11, '/etc/passwd')) }]),
    details: { entry: 'a', problem: 'it is a link' },
  },
  'a name that is not UTF-8': {
    zip: zipOf([{ name: Buffer.from([0x61, 0xff]), data: text }]),
    details: { entry: 'a\ufffd', problem: 'its name is not valid UTF-8' },
  },
  'more entries than there are': {
    zip: zipOf([{ name: 'a', data: text }], 2),
    details: { entry: 'the one after a', problem: 'it ends too early' },
  },
  'a directory far outside': {
    zip: withFarDirectory(zipOf([{ name: 'a', data: text }]), 2n ** 64n - 1n),
    details: { entry: null, problem: 'it ends too early' },
  },
  'a directory just outside': {
    zip: withFarDirectory(zipOf([{ name: 'a', data: text }]), 2n ** 53n - 1n),
    details: { entry: null, problem: 'it ends too early' },
  },
}

for (const [what, { zip, details }] of Object.entries(refused)) {
  verifies('hostile.zip-inputs', `${what}: refused, and said why`, async (context) => {
    const { outcome, folder } = await attempt(context, zip)
    assert.deepEqual(outcome, ['UPLOAD_INVALID', details])
    assert.deepEqual(readdirSync(folder).sort(), ['archive.zip', 'deep'])
  })
}

test('to another reader entries that share their bytes are as many files, so it is our own look that holds', async () => {
  assert.deepEqual(await readByAnother(zipOf(overlapping)), { a: text, b: text })
})

const bomb: ZipEntry = { name: 'zeros', data: Buffer.alloc(8 * 2 ** 20), deflate: true }

verifies('hostile.zip-inputs', 'what unpacks to far more than it is, is refused before a byte is written', async (context) => {
  const zip = zipOf([bomb])
  const { inside, outcome } = await attempt(context, zip, { ratioFloorBytes: 2 ** 20 })
  assert.deepEqual(outcome, [
    'UPLOAD_TOO_LARGE',
    {
      entry: 'zeros',
      problem: 'with it the archive holds more than 100 times its own size',
      archive_bytes: zip.length,
      bytes: 8 * 2 ** 20,
    },
  ])
  assert.deepEqual(readdirSync(inside), [])
})

test('without the ratio the same archive is unpacked, so it is the ratio that holds', async (context) => {
  const { inside } = await attempt(context, zipOf([bomb]), { ratio: Number.POSITIVE_INFINITY, ratioFloorBytes: 0 })
  assert.equal(statSync(join(inside, 'zeros')).size, 8 * 2 ** 20)
})

verifies('hostile.zip-inputs', 'a bomb that hides its size is stopped at the size it claims', async (context) => {
  const { inside, outcome } = await attempt(context, zipOf([{ ...bomb, size: 1000 }]))
  assert.deepEqual(outcome, ['UPLOAD_INVALID', { entry: 'zeros', problem: 'it holds more bytes than the archive says' }])
  assert.ok(statSync(join(inside, 'zeros')).size <= 1000)
})

verifies('hostile.zip-inputs', 'too many entries, too large a file and too much in all are refused', async (context) => {
  const three = zipOf(['a', 'b', 'c'].map((name) => ({ name, data: text })))
  const cases = [
    [{ files: 2 }, { entries: 3, limit_entries: 2 }],
    [{ fileBytes: 22 }, { entry: 'a', bytes: 23, limit_bytes: 22 }],
    [{ totalBytes: 60 }, { entry: 'c', bytes: 69, limit_bytes: 60 }],
  ] as const
  for (const [limits, details] of cases) {
    const { outcome } = await attempt(context, three, limits)
    assert.deepEqual(outcome, ['UPLOAD_TOO_LARGE', details])
  }
})

test('what is left out is judged all the same, and what could be executed can be when it is asked for', async (context) => {
  const folder = await temporaryFolder(context)
  const archive = join(folder, 'archive.zip')
  const entries = [
    { name: 'run', data: '1', mode: 0o100755 },
    { name: 'read', data: '2', mode: mode.file },
    { name: 'clutter', data: '3' },
  ]
  const leavesOut = (path: string) => path.startsWith('clutter')
  const places = ['kept', 'not', 'judged'].map((name) => join(folder, name))
  for (const place of places) mkdirSync(place)
  const [kept = '', not = '', judged = ''] = places
  writeFileSync(archive, zipOf(entries))
  await unzip(archive, kept, usualUploadLimits, { leavesOut, keepsExecutables: true, isPassing: true })
  await unzip(archive, not, usualUploadLimits)
  const modes = (place: string) => readdirSync(place).map((name) => [name, statSync(join(place, name)).mode & 0o777])
  assert.deepEqual(modes(kept), [
    ['read', 0o444],
    ['run', 0o555],
  ])
  assert.deepEqual(modes(not), [
    ['clutter', 0o444],
    ['read', 0o444],
    ['run', 0o444],
  ])
  writeFileSync(archive, zipOf([...entries, { name: 'clutter/../../canary' }]))
  assert.deepEqual(await unzip(archive, judged, usualUploadLimits, { leavesOut }).catch(refusalOf), [
    'UPLOAD_INVALID',
    { entry: 'clutter/../../canary', problem: 'it holds ..' },
  ])
})

test('small files and large ones are held to what the archive says of them, and where they only pass nothing is written before', async (context) => {
  const wrong = [
    [{ crc: 1 }, 'its checksum is wrong: it was damaged on the way'],
    [{ size: 7 }, 'it holds more bytes than the archive says'],
    [{ size: 1_000_000 }, 'it holds fewer bytes than the archive says'],
  ] as const
  for (const [lie, problem] of wrong)
    for (const data of ['small file', 'large file '.repeat(50_000)])
      for (const deflate of [true, false]) {
        const folder = await temporaryFolder(context)
        const archive = join(folder, 'archive.zip')
        mkdirSync(join(folder, 'inside'))
        // As many stored bytes as it says: the reader itself looks no further.
        const stored = deflate || !('size' in lie) ? {} : { compressedSize: data.length }
        const lying = { name: 'deep/lying', data, deflate, ...lie, ...stored }
        writeFileSync(archive, zipOf([{ name: 'fine', data }, lying]))
        const outcome = await unzip(archive, join(folder, 'inside'), usualUploadLimits, { isPassing: true }).catch(refusalOf)
        assert.deepEqual(outcome, ['UPLOAD_INVALID', { entry: 'deep/lying', problem }])
        assert.deepEqual(readdirSync(join(folder, 'inside')), [])
      }
})

test('what an ordinary program packs is unpacked, byte for byte', async (context) => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from('one'), 'paper')
  zip.addBuffer(Buffer.from('two '.repeat(1000)), '论文/第一章.txt', { compress: true })
  zip.addEmptyDirectory('empty')
  zip.addBuffer(Buffer.alloc(0), 'nothing')
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece))
  const before = process.umask(0o077)
  const { inside, outcome } = await attempt(context, Buffer.concat(pieces)).finally(() => process.umask(before))
  assert.deepEqual(
    (outcome as { path: string; size: number }[]).map(({ path, size }) => [path, size]),
    [
      ['paper', 3],
      ['论文/第一章.txt', 4000],
      ['nothing', 0],
    ],
  )
  assert.deepEqual(readdirSync(inside).sort(), ['empty', 'nothing', 'paper', '论文'])
  assert.equal(readFileSync(join(inside, '论文/第一章.txt'), 'utf8'), 'two '.repeat(1000))
  const modes = ['paper', 'empty'].map((name) => (statSync(join(inside, name)).mode & 0o777).toString(8))
  assert.deepEqual(modes, ['444', '755'], 'whoever the child is can read them, whatever the umask of the server')
})
