import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { readEnvelope, signed } from '../src/lib/dsse.ts'
import { inToto } from '../src/lib/in-toto.ts'
import { rotateKey } from '../src/receipts/key-file.ts'
import { startApp } from './support/app.ts'
import { bundleOf, commentOf, filesOf, keysOf, packed, shortly, verified, withComment } from './support/bundles.ts'
import { mode, type ZipEntry, zipOf } from './support/zips.ts'

/** Leaves artifacts of every kind of name and compression, and files that no receipt names. */
const writer = {
  id: 'writer',
  js: `
    import { mkdirSync, writeFileSync } from 'node:fs'
    const at = (name) => process.env.SKILL_ARTIFACTS_DIR + '/' + name
    mkdirSync(at('sub'), { recursive: true })
    writeFileSync(at('notes.md'), 'hello '.repeat(200))
    writeFileSync(at('empty'), '')
    writeFileSync(at('sub/odd "é" name.txt'), 'odd')
    writeFileSync('result/extra.txt', 'extra')
    writeFileSync('kept.txt', 'left in the working folder')
    console.log('said')
    writeFileSync(process.env.SKILL_RESULT_FILE, '{"n":1}')
  `,
}

let app: Awaited<ReturnType<typeof startApp>>
let folder: string
let keys: string
let plain: Buffer
let debug: Buffer
let job: string
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'asr-verify-'))
  app = await startApp({ skills: [writer] })
  job = (await app.run('writer')).request_id
  keys = await keysOf(app)
  plain = await bundleOf(app, job)
  debug = await bundleOf(app, job, '?debug=1')
})
after(async () => {
  await app[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const verdictOf = async (bytes: Buffer, trusted: string | null = keys, leniency = {}) =>
  shortly(await verified(folder, bytes, trusted, leniency))

/** The same bundle with one file changed, packed by somebody else who left the comment as it was. */
async function changedIn(bundle: Buffer, change: (files: Map<string, Buffer>) => void): Promise<Buffer> {
  const files = await filesOf(bundle)
  change(files)
  return packed(files, await commentOf(bundle))
}

verifies('receipts.every-byte', 'bundles are verified as the server made them, debug bundles with their event logs', async () => {
  const small = await verified(folder, plain, keys)
  assert.deepEqual([shortly(small), small.matching, small.sealedOnly], [['verified'], 6, ['result/extra.txt']])
  assert.deepEqual([small.signature?.is, small.seal?.is, small.receipt?.request_id], ['valid', 'valid', job])
  const whole = await verified(folder, debug, keys)
  assert.deepEqual(shortly(whole), ['verified'])
  assert.ok(whole.matching > 12 && whole.sealedOnly.includes('work/kept.txt'), JSON.stringify(whole))
  assert.ok(!whole.sealedOnly.includes('.audit/events.1.jsonl'))
})

verifies('receipts.every-byte', 'artifacts that a debug bundle leaves out are told, and not taken for removed', async () => {
  const installer = {
    id: 'installer',
    sh: 'cd "$SKILL_ARTIFACTS_DIR"; mkdir -p app/node_modules/x; echo 1 > app/node_modules/x/i.js; echo "{}" > "$SKILL_RESULT_FILE"',
  }
  await using other = await startApp({ skills: [installer] })
  const { request_id } = await other.run('installer')
  const trusted = await keysOf(other)
  assert.deepEqual(await verdictOf(await bundleOf(other, request_id), trusted), ['verified'])
  const whole = await bundleOf(other, request_id, '?debug=1')
  assert.deepEqual(await verdictOf(whole, trusted), ['verified'])
  const { left_out: leftOut } = JSON.parse(String((await filesOf(whole)).get('left-out.json')))
  assert.deepEqual(leftOut.at(-1), { path: 'artifacts/app/node_modules/x/i.js', why: 'debug bundles have no node_modules' })
})

verifies(
  'receipts.every-byte',
  'each file of a bundle that is changed, shortened, removed or added is named; unless nobody looks at the digests',
  async () => {
    for (const bundle of [plain, debug]) {
      const whole = await filesOf(bundle)
      const names = [...whole.keys()]
      assert.ok(names.length >= 8, names.join())
      for (const name of names) {
        const changes: readonly ((files: Map<string, Buffer>) => void)[] = [
          (files) => files.set(name, Buffer.concat([files.get(name) ?? Buffer.alloc(0), Buffer.from(' ')])),
          (files) => void files.delete(name),
          (files) => files.set(name, flipped(files.get(name) ?? Buffer.alloc(0), 0)),
        ]
        // An empty file has no byte to flip.
        const possible = whole.get(name)?.length === 0 ? changes.slice(0, 2) : changes
        for (const [index, change] of possible.entries()) {
          const bytes = await changedIn(bundle, change)
          const [verdict, ...found] = await verdictOf(bytes)
          assert.equal(verdict, 'changed')
          assert.ok(
            found.some((one) => one.endsWith(` ${name}`)),
            `${name}, change ${index}: ${found.join(', ')}`,
          )
        }
      }
      const [verdict, ...found] = await verdictOf(
        await changedIn(bundle, (files) => files.set('artifacts/new', Buffer.from('n'))),
      )
      assert.deepEqual([verdict, found], ['changed', ['added artifacts/new', 'archive -']])
    }
    const tampered = await changedIn(plain, (files) => files.set('artifacts/notes.md', Buffer.from('bye')))
    assert.deepEqual(await verdictOf(tampered), ['changed', 'archive -', 'changed artifacts/notes.md'])
    assert.deepEqual(await verdictOf(tampered, keys, { digests: false }), ['verified'])
  },
)

function flipped(bytes: Buffer, at: number, by = 1): Buffer {
  const copy = Buffer.from(bytes)
  if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ by
  return copy
}

verifies('receipts.every-byte', 'a changed byte anywhere in the archive is found, be it of no file at all', async () => {
  const random = randomFrom(20_261_119)
  for (const bundle of [plain, debug]) {
    for (let round = 0; round < 150; round++) {
      const [at, by] = [random() % bundle.length, 1 + (random() % 255)]
      const { verdict, findings } = await verified(folder, flipped(bundle, at, by), keys)
      assert.deepEqual([verdict, findings.length > 0], ['changed', true], `byte ${at} of ${bundle.length} by ${by}`)
    }
    for (let round = 0; round < 20; round++) {
      const cut = random() % bundle.length
      assert.equal((await verified(folder, bundle.subarray(0, cut), keys)).verdict, 'changed', `cut at ${cut}`)
    }
    for (const at of [0, 1]) {
      const longer = at === 0 ? Buffer.concat([Buffer.from('x'), bundle]) : Buffer.concat([bundle, Buffer.from('x')])
      assert.equal((await verified(folder, longer, keys)).verdict, 'changed')
    }
  }
})

/** The same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let count = 0
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32LE()
}

/** What somebody does who has the whole bundle and another key: everything fits, and only the signatures are false. */
async function forged(sign: (payload: string, keyId: string) => object): Promise<Buffer> {
  const files = await filesOf(plain)
  const swap = (text: string, from: Buffer, to: Buffer) => text.replaceAll(hash(from), hash(to))
  const notes = Buffer.from('bye '.repeat(300))
  const before = files.get('artifacts/notes.md') ?? Buffer.alloc(0)
  const manifest = files.get('manifest.json') ?? Buffer.alloc(0)
  const manifestAfter = Buffer.from(swap(String(manifest), before, notes))
  files.set('artifacts/notes.md', notes).set('manifest.json', manifestAfter)
  const read = readEnvelope(String(files.get('receipt.json')))
  assert.ok(typeof read !== 'string')
  const payload = swap(swap(String(read.payload), before, notes), manifest, manifestAfter)
  files.set('receipt.json', Buffer.from(JSON.stringify(sign(payload, read.keyId))))
  files.delete('contents.json')
  const list = [...files].map(([path, bytes]) => ({ path, size: bytes.length, sha256: hash(bytes) }))
  files.set('contents.json', Buffer.from(JSON.stringify({ files: list })))
  const archive = packed(files, Buffer.alloc(0))
  const seal = readEnvelope(String(await commentOf(plain)))
  assert.ok(typeof seal !== 'string')
  const statement = JSON.parse(String(seal.payload))
  statement.subject = [
    { name: 'bundle.zip', digest: { sha256: hash(archive) } },
    { name: 'contents.json', digest: { sha256: hash(files.get('contents.json') ?? Buffer.alloc(0)) } },
  ]
  return withComment(archive, Buffer.from(JSON.stringify(sign(JSON.stringify(statement), seal.keyId))))
}

const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

verifies(
  'receipts.trust',
  'a bundle in which everything fits but the signatures is found; with the signatures not looked at, it passes',
  async () => {
    await using other = await startApp({ skills: [writer] })
    const { key } = other.app.runner.receiptKeys.signing()
    const bytes = await forged((payload, id) => signed({ id, key }, inToto, payload))
    const [verdict, ...found] = await verdictOf(bytes)
    assert.deepEqual([verdict, found.includes('signature -'), found.includes('signature receipt.json')], ['changed', true, true])
    const lenient = await verified(folder, bytes, keys, { signatures: false })
    assert.deepEqual(
      lenient.findings.filter(({ path }) => path !== 'result/extra.txt'),
      [],
    )
    // Under its own id it is a bundle of somebody else.
    const own = other.app.runner.receiptKeys.signing()
    const foreign = await forged((payload) => signed(own, inToto, payload))
    assert.deepEqual(await verdictOf(foreign), ['unverified'])
    assert.deepEqual(await verdictOf(foreign, await keysOf(other)), ['verified'])
  },
)

verifies(
  ['receipts.trust', 'receipts.keys-rotate'],
  'only keys that were given are trusted: of another server, of none, and of one whose key was replaced',
  async () => {
    await using other = await startApp({ skills: [writer] })
    assert.deepEqual(await verdictOf(plain, await keysOf(other)), ['unverified'])
    assert.deepEqual(await verdictOf(plain, null), ['unverified'])
    const id = (await other.run('writer')).request_id
    const [early, pinned] = [await bundleOf(other, id), await keysOf(other)]
    await rotateKey(other.data, new Date())
    const late = await bundleOf(other, id)
    const now = await keysOf(other)
    assert.deepEqual(await Promise.all([early].map((one) => verdictOf(one, now))), [['verified']])
    assert.deepEqual(await verdictOf(late, now), ['verified'])
    // Its receipt is of the old key, its seal of the new one, which whoever pinned the old key does not know.
    const half = await verified(folder, late, pinned)
    assert.deepEqual([half.verdict, half.signature?.is, half.seal?.is], ['unverified', 'valid', 'unknown_key'])
  },
)

verifies('receipts.trust', 'a true receipt or seal of another run does not pass for that of this one', async () => {
  const second = (await app.run('writer')).request_id
  const others = await bundleOf(app, second)
  const receipt = (await filesOf(others)).get('receipt.json') ?? Buffer.alloc(0)
  const swapped = await changedIn(plain, (files) => files.set('receipt.json', receipt))
  const [verdict, ...found] = await verdictOf(swapped)
  assert.deepEqual([verdict, found.includes('changed receipt.json')], ['changed', true])
  const sealOfOther = packed(await filesOf(plain), await commentOf(others))
  assert.equal((await verified(folder, sealOfOther, keys)).verdict, 'changed')
  const unsealed = packed(await filesOf(plain), Buffer.alloc(0))
  assert.deepEqual(await verdictOf(unsealed), ['changed', 'added result/extra.txt', 'archive -'])
})

verifies('receipts.hostile-bundles', 'archives and envelopes that lie have a clear answer, and never pass', async () => {
  const files = await filesOf(plain)
  const comment = await commentOf(plain)
  const entries = [...files].map(([name, data]): ZipEntry => ({ name, data, deflate: true }))
  const receipt = JSON.parse(String(files.get('receipt.json')))
  const [signature] = receipt.signatures
  const withEntries = (...more: ZipEntry[]) => withComment(zipOf([...entries, ...more]), comment)
  const withReceipt = (text: string | object) => {
    const changed = new Map(files).set('receipt.json', Buffer.from(typeof text === 'string' ? text : JSON.stringify(text)))
    return packed(changed, comment)
  }
  const hostile: Record<string, Buffer> = {
    'no zip': Buffer.from('this is no zip'),
    empty: Buffer.alloc(0),
    'an empty zip': zipOf([]),
    'without a receipt': zipOf([{ name: 'a', data: 'b' }]),
    'the same name twice': withEntries({ name: 'manifest.json', data: '{}' }),
    traversal: withEntries({ name: '../outside', data: 'x' }),
    absolute: withEntries({ name: '/etc/passwd', data: 'x' }),
    'a link': withEntries({ name: 'artifacts/link', data: '/etc/passwd', mode: mode.link }),
    'a folder': withEntries({ name: 'artifacts/', mode: mode.folder }),
    'a device': withEntries({ name: 'artifacts/dev', mode: mode.device }),
    'a bomb that no receipt names': withEntries({ name: 'artifacts/bomb', data: Buffer.alloc(64 * 2 ** 20), deflate: true }),
    'an entry that holds more than it says': withEntries({ name: 'x', data: Buffer.alloc(2 ** 20), deflate: true, size: 10 }),
    'an entry that says more than a bundle may hold': withEntries({ name: 'x', data: 'x', size: 2 ** 32 - 2 }),
    'a huge envelope': withReceipt(JSON.stringify({ ...receipt, more: 'x'.repeat(40 * 2 ** 20) })),
    'a deep envelope': withReceipt('['.repeat(1_000_000)),
    'another payload type': withReceipt({ ...receipt, payloadType: 'application/json' }),
    'two signatures': withReceipt({ ...receipt, signatures: [signature, signature] }),
    'no signature': withReceipt({ ...receipt, signatures: [] }),
    'a key id that is no text': withReceipt({ ...receipt, signatures: [{ ...signature, keyid: ['x'] }] }),
    'base64 with a line break': withReceipt({ ...receipt, payload: `${receipt.payload}\n` }),
    base64url: withReceipt({
      ...receipt,
      signatures: [{ ...signature, sig: signature.sig.replaceAll('+', '-').replaceAll('/', '_') }],
    }),
    'a payload that is no JSON': withReceipt({ ...receipt, payload: Buffer.from('no').toString('base64') }),
    'null as a payload': withReceipt({ ...receipt, payload: Buffer.from('null').toString('base64') }),
    'null as an envelope': withReceipt('null'),
    'a statement of nothing': withReceipt({
      ...receipt,
      payload: Buffer.from(JSON.stringify({ _type: 'https://in-toto.io/Statement/v1' })).toString('base64'),
    }),
    'a comment that is no seal': packed(files, Buffer.from('hello')),
    'a comment of any bytes': packed(files, Buffer.alloc(65_535, 0xff)),
    'a receipt as the seal': packed(files, files.get('receipt.json') ?? Buffer.alloc(0)),
  }
  for (const [what, bytes] of Object.entries(hostile)) {
    const { verdict, findings } = await verified(folder, bytes, keys)
    assert.equal(verdict, 'changed', what)
    assert.ok(
      findings.every(({ problem }) => problem.length > 0 && problem.length < 2000),
      what,
    )
  }
  // Signed by somebody, and made of what no server ever wrote.
  const { key } = app.app.runner.receiptKeys.signing()
  for (const list of ['null', '[]', '{"files":null}', '{"files":[null,1,{"path":5}]}', 'no json']) {
    const changed = new Map(files).set('contents.json', Buffer.from(list)).set('left-out.json', Buffer.from(list))
    const archive = packed(changed, Buffer.alloc(0))
    const seal = readEnvelope(String(comment))
    assert.ok(typeof seal !== 'string')
    const statement = JSON.parse(String(seal.payload))
    statement.subject[0].digest.sha256 = hash(archive)
    statement.subject[1].digest.sha256 = hash(Buffer.from(list))
    const bytes = withComment(
      archive,
      Buffer.from(JSON.stringify(signed({ id: 'unknown', key }, inToto, JSON.stringify(statement)))),
    )
    assert.equal((await verified(folder, bytes, keys)).verdict, 'changed', list)
  }
})

verifies('receipts.hostile-bundles', 'a bundle that holds much more than memory has is verified by and by', async () => {
  const sparse = { id: 'sparse', sh: 'truncate -s 512M "$SKILL_ARTIFACTS_DIR/zeros"; echo "{}" > "$SKILL_RESULT_FILE"' }
  await using other = await startApp({ skills: [sparse] })
  const bytes = await bundleOf(other, (await other.run('sparse')).request_id)
  const trusted = await keysOf(other)
  await verified(folder, plain, null)
  for (const [known, verdict] of [[null, 'unverified'] as const, [trusted, 'verified'] as const]) {
    const before = process.memoryUsage().rss
    let peak = before
    const look = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 10)
    assert.equal((await verified(folder, bytes, known)).verdict, verdict)
    clearInterval(look)
    assert.ok(peak - before < 100 * 2 ** 20, `${(peak - before) >> 20} MiB more`)
  }
})
