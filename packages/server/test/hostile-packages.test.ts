import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import type { PackageInstall } from '@agent-skill-runner/contract/skill-package.ts'
import { verifies } from '../../../test/verifies.ts'
import { errorOf } from './support/answers.ts'
import { type Answer, startApp } from './support/app.ts'
import { openCosts } from './support/cost.ts'
import { formOf, send } from './support/forms.ts'
import { entriesOf, install, packageWith, validate } from './support/packages.ts'
import { packageOf, type TestSkill } from './support/skills.ts'
import { extraField, in64, mode, withEnd64, withFarDirectory, type ZipEntry, zipOf } from './support/zips.ts'

const app = await startApp()
after(() => app[Symbol.asyncDispose]())

const temporary = (await app.post<{ request_id: string }>('/v1/temp-skill-runs', {})).body.request_id

/** All that is wrong with each of these packages is the one thing that is told. */
const victim: TestSkill = { id: 'victim' }
const beside = (...more: readonly ZipEntry[]): Buffer => packageWith(victim, ...more)
const file = (name: string | Buffer, data = 'x'): ZipEntry => ({ name, data })

/** What is expected of it: a status, a code, and details without the id of the installation. */
interface Hostile {
  readonly zip: Buffer
  readonly status: number
  readonly code: string
  readonly details: object
}

const invalid = (zip: Buffer, entry: string | null, problem: string): Hostile => ({
  zip,
  status: 400,
  code: 'UPLOAD_INVALID',
  details: { entry, problem },
})
const tooLarge = (zip: Buffer, details: object): Hostile => ({ zip, status: 413, code: 'UPLOAD_TOO_LARGE', details })
const misplaced = (zip: Buffer, ...entries: string[]): Hostile => ({
  zip,
  status: 400,
  code: 'PACKAGE_INVALID',
  details: {
    problems: [
      { entry: null, message: 'A package has exactly one folder at its top, which is the skill, and nothing beside it.' },
      ...entries.map((entry) => ({ entry, message: 'is at the top level, beside other entries' })),
    ],
  },
})

const slip = (name: string, problem: string) => invalid(beside(file(name)), name, problem)
const link = (data: string) => invalid(beside({ name: 'victim/link', data, mode: mode.link }), 'victim/link', 'it is a link')
const linkField = (id: number, fixed: number) =>
  invalid(
    beside({ ...file('victim/link'), extra: extraField(id, Buffer.concat([Buffer.alloc(fixed), Buffer.from('/etc/passwd')])) }),
    'victim/link',
    'it is a link',
  )

/** Where the absolute ones would land, on any machine nobody else's. */
const farAway = [`/asr-canary-${process.pid}`, `/asr-canary-host-${process.pid}`] as const

const paths: Record<string, Hostile> = {
  'an absolute path': slip(farAway[0], 'it is absolute'),
  'an absolute path behind the folder': slip(`victim/${farAway[0]}`, 'it holds an empty part or a single dot'),
  'a path up and out': slip('../canary', 'it holds ..'),
  'a path in, up and out': slip('victim/../../../canary', 'it holds ..'),
  'a path up and in again': slip('victim/../victim/canary', 'it holds ..'),
  'two dots alone': slip('..', 'it holds ..'),
  backslashes: slip('victim\\..\\..\\canary', 'it holds a backslash'),
  'a drive letter': slip('C:/canary', 'it is absolute'),
  'a drive letter without a slash': slip('C:canary', 'it is absolute'),
  'a path of another machine': slip(`/${farAway[1]}/share/canary`, 'it is absolute'),
  'a NUL': slip('victim/a\0b', 'it holds a NUL'),
  'a control character': slip('victim/a\u001b[31mb', 'it holds a control character'),
  'a line end': slip('victim/a\nb', 'it holds a control character'),
  'a dot': slip('./victim/a', 'it holds an empty part or a single dot'),
  'an empty part': slip('victim//a', 'it holds an empty part or a single dot'),
  'no name': slip('', 'it is empty'),
  'a long name': slip(`victim/${'é'.repeat(128)}`, 'a part of it is longer than 255 bytes'),
  'a deep one': slip(`victim/${'a/'.repeat(40)}b`, 'it lies deeper than 32 folders'),
  'a link out': link('/etc/passwd'),
  'a link up and out': link('../../canary'),
  'a link inside': link('SKILL.md'),
  // An archive has no entry for a hard link. What can say it is the Unix field of PKWARE, with the other name behind its times and owners.
  'a hard link': linkField(0x000d, 12),
  'a link in a field': linkField(0x756e, 14),
  'a pipe': invalid(beside({ name: 'victim/pipe', mode: mode.pipe }), 'victim/pipe', 'it is neither a file nor a folder'),
  'a device': invalid(beside({ name: 'victim/null', mode: mode.device }), 'victim/null', 'it is neither a file nor a folder'),
  'a top folder beside it': misplaced(beside(file('other/a')), 'other', 'victim'),
  'a file at the top': misplaced(beside(file('canary')), 'canary'),
}

const differs = (path: string) => `it differs from ${JSON.stringify(path)} in nothing but upper and lower case or accents`
const text = 'some text that is there'
const megabytes = (count: number) => Buffer.alloc(count * 2 ** 20)
const bomb = packageWith(victim, { name: 'victim/zeros', data: megabytes(32), deflate: true })
const shared = (name: string): ZipEntry => ({ name, data: text, offset: 0 })
const header = { ...file('victim/inner', text) }
const holder = Buffer.from(zipOf([header])).subarray(0, 30 + 12 + text.length)
const outer: ZipEntry = { name: 'outer', data: holder }
const many = Array.from({ length: 100_000 }, (_, index) => ({ name: `victim/${index}` }))
const ending = 'End of central directory record signature not found. Either not a zip file, or file is truncated.'

const archives: Record<string, Hostile> = {
  'far more than it is': tooLarge(bomb, {
    entry: 'victim/zeros',
    problem: 'with it the archive holds more than 100 times its own size',
    archive_bytes: bomb.length,
    bytes: 32 * 2 ** 20 + unpackedBytes(victim),
  }),
  'far more than it says': invalid(
    beside({ name: 'victim/zeros', data: megabytes(32), deflate: true, size: 1000 }),
    'victim/zeros',
    'it holds more bytes than the archive says',
  ),
  'far less than it says': invalid(
    beside({ name: 'victim/a', data: text, deflate: true, size: 1_000_000 }),
    'victim/a',
    'it holds fewer bytes than the archive says',
  ),
  'one file larger than all may be': tooLarge(beside({ name: 'victim/a', data: text, size: 300 * 2 ** 20 }), {
    entry: 'victim/a',
    bytes: 300 * 2 ** 20,
    limit_bytes: 200 * 2 ** 20,
  }),
  'two entries for the same bytes': invalid(
    zipOf([shared('victim/SKILL.md'), shared('victim/b')]),
    'victim/b',
    'it shares bytes of the archive with victim/SKILL.md',
  ),
  'an entry inside another': invalid(
    zipOf([outer, { ...header, offset: 30 + 5 }]),
    'victim/inner',
    'it shares bytes of the archive with outer',
  ),
  'a hundred thousand entries': tooLarge(withEnd64(zipOf(many, 0xffff), 100_000), {
    entries: 100_000,
    limit_entries: 2000,
  }),
  'a hundred thousand entries, and one that is told': invalid(zipOf(many, 1), null, 'it lists more entries than it says'),
  'the same name twice': invalid(beside(file('victim/a'), file('victim/a')), 'victim/a', 'it is there twice'),
  'the same name in another case': invalid(beside(file('victim/skill.MD')), 'victim/skill.MD', differs('victim/SKILL.md')),
  'a folder in another case': invalid(beside(file('victim/Assets/a')), 'victim/Assets/a', differs('victim/assets')),
  'the same accent in two ways': invalid(beside(file('victim/é'), file('victim/e\u0301')), 'victim/e\u0301', differs('victim/é')),
  'a file that is also a folder': invalid(
    beside(file('victim/SKILL.md/a')),
    'victim/SKILL.md/a',
    'it is both a file and a folder',
  ),
  'a wrong checksum': invalid(
    beside({ ...file('victim/a'), crc: 1 }),
    'victim/a',
    'its checksum is wrong: it was damaged on the way',
  ),
  'an encrypted file': invalid(beside({ ...file('victim/a'), flags: 0x801 }), 'victim/a', 'it is encrypted'),
  'a method nobody knows': invalid(
    beside({ ...file('victim/a'), method: 14 }),
    'victim/a',
    'its compression method (14) is not known here; use deflate',
  ),
  'its second half cut off': invalid(packageOf(victim).subarray(0, 500), null, ending),
  'its first half cut off': invalid(packageOf(victim).subarray(500), null, 'it ends too early'),
  'no bytes at all': invalid(Buffer.alloc(0), null, ending),
  'something else': invalid(Buffer.from('%PDF-1.7 and so on, which is no archive'), null, ending),
  'sizes in 64 bits that lie': tooLarge(beside(in64(file('victim/a', text), 2 ** 45, text.length)), {
    entry: 'victim/a',
    bytes: 2 ** 45,
    limit_bytes: 200 * 2 ** 20,
  }),
  'a little lie in 64 bits': invalid(
    beside(in64(file('victim/a', text), 10, text.length)),
    'victim/a',
    'it holds more bytes than the archive says',
  ),
  'a table of contents far outside': invalid(withFarDirectory(packageOf(victim), 2n ** 64n - 1n), null, 'it ends too early'),
  'a name that is not UTF-8': invalid(
    beside(file(Buffer.from('victim/\xff\xfe', 'latin1'))),
    'victim/\ufffd\ufffd',
    'its name is not valid UTF-8',
  ),
}

function unpackedBytes(skill: TestSkill): number {
  return entriesOf(skill).reduce((sum, { data = '' }) => sum + Buffer.byteLength(data), 0)
}

/** Everything that lies in the folders of the server but its own records. */
function lying(): string[] {
  const all = readdirSync(app.folder, { recursive: true, encoding: 'utf8' })
  return all.filter((path) => !/^data\/(?:logs\/|runs\.db|lock\.db)/.test(path)).sort()
}

const upload = (zip: Buffer) => send(app.url, `/v1/temp-skill-runs/${temporary}/upload`, formOf({ skill_package: zip }))

/** What the caller was told; the id of the installation is given apart. */
function told({ status, body }: Answer): { said: unknown; id: string | null } {
  const { code, details } = errorOf(body)
  const { package_request_id: id = null, ...rest } = details as { package_request_id?: string }
  return { said: [status, code, rest], id }
}

/** None of them takes a tenth of that time; one that kept its 32 MiB would be seen at once. */
const affordable = openCosts({ cpuMs: 2000, peakMb: 128, keptMb: 24, grownMb: 300 })

async function refuse({ zip, status, code, details }: Hostile): Promise<void> {
  const { said, id } = told(await affordable(() => install(app, zip)))
  assert.deepEqual(said, [status, code, details])
  const record = (await app.get<PackageInstall>(`/v1/skill-packages/${id}`)).body
  assert.deepEqual([record.status, record.error?.code, record.error?.details], ['failed', code, details])
  const { said: saidOnce } = told(await affordable(() => upload(zip)))
  assert.deepEqual(saidOnce, [status, code, code === 'PACKAGE_INVALID' ? details : { ...details, part: 'skill_package' }])
}

// The folders that are made once are there before anybody looks.
await refuse(invalid(Buffer.alloc(0), null, ending))
const before = lying()

for (const [what, hostile] of Object.entries(paths))
  verifies('packages.hostile-paths', `${what}: refused by entry, and nothing of it is anywhere`, async () => {
    await refuse(hostile)
    assert.deepEqual(lying(), before)
    assert.deepEqual(farAway.filter(existsSync), [])
  })

for (const [what, hostile] of Object.entries(archives))
  verifies('packages.hostile-archives', `${what}: refused in time with flat memory, and nothing of it is anywhere`, async () => {
    await refuse(hostile)
    assert.deepEqual(lying(), before)
  })

test('work that takes too much of the processor, takes too much memory or keeps it is seen, also where a thread keeps it', async () => {
  const most = { cpuMs: 10_000, peakMb: 10_000, keptMb: 10_000, grownMb: 10_000 }
  const tooMuch = (key: keyof typeof most) => ({ message: new RegExp(`^${key} is \\d+, and may be 20$`) })
  const burn = async () => {
    const began = process.cpuUsage()
    while (process.cpuUsage(began).user < 30_000);
  }
  await assert.rejects(openCosts({ ...most, cpuMs: 20 })(burn), tooMuch('cpuMs'))
  const take = async () => {
    const below = process.resourceUsage().maxRSS * 1024 - process.memoryUsage().rss
    return Buffer.alloc(below + 64 * 2 ** 20, 1)
  }
  await assert.rejects(openCosts({ ...most, peakMb: 20 })(take), tooMuch('peakMb'))
  const kept: Buffer[] = []
  const keep = async () => kept.push(Buffer.alloc(32 * 2 ** 20))
  await assert.rejects(openCosts({ ...most, keptMb: 20 })(keep), tooMuch('keptMb'))
  const hoarder = `
    const { parentPort } = require('node:worker_threads')
    const kept = Buffer.alloc(64 * 2 ** 20, 1)
    parentPort.on('message', () => kept)
    parentPort.postMessage('ready')`
  const threads: Worker[] = []
  const hoard = async () => {
    const thread = new Worker(hoarder, { eval: true })
    threads.push(thread)
    await once(thread, 'message')
  }
  await assert.rejects(openCosts({ ...most, keptMb: 20, grownMb: 20 })(hoard), tooMuch('grownMb'))
  await Promise.all(threads.map((thread) => thread.terminate()))
})

test('names that mean something to a program, archives in archives, and honest 64 bits are only files', async () => {
  const inner = zipOf([file('../../canary'), file('deep')])
  const odd: TestSkill = { id: 'odd', sh: 'echo \'{"seen":true}\'' }
  const entries = [
    ...entriesOf(odd),
    file('odd/__proto__/polluted', 'true'),
    file('odd/constructor', 'x'),
    file('odd/toString/__proto__', 'x'),
    in64(file('odd/large', text)),
    { name: 'odd/inner.zip', data: inner },
  ]
  const zip = withEnd64(zipOf(entries), entries.length)
  assert.equal((await validate(app, zip)).body.valid, true)
  assert.equal((await install(app, zip)).status, 200)
  assert.equal(({} as { polluted?: unknown }).polluted, undefined)
  const place = (path: string) => join(app.skillsDir, 'odd', path)
  assert.deepEqual([readFileSync(place('large'), 'utf8'), readFileSync(place('inner.zip'))], [text, inner])
  assert.ok(lstatSync(place('__proto__/polluted')).isFile())
  assert.deepEqual((await app.run('odd')).result?.data, { seen: true })
  // As the name of a skill they are none.
  const named = (await validate(app, zipOf(entriesOf({ id: '__proto__' })))).body
  assert.deepEqual([named.valid, named.skill_id], [false, '__proto__'])
})
