import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Receipt, ReceiptKeyList } from '@agent-skill-runner/contract/receipt.ts'
import { verifies } from '../../../../test/verifies.ts'
import { readKeys } from '../../src/receipts/key-file.ts'
import { startApp } from '../support/app.ts'
import { bundleOf, commentOf, filesOf, packed } from '../support/bundles.ts'
import { openCommandHost } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

const host = openCommandHost()
after(host.end)

const writer = {
  id: 'writer',
  sh: 'cat > /dev/null; printf hello > "$SKILL_ARTIFACTS_DIR/notes.md"; printf \'{"n":1}\' > "$SKILL_RESULT_FILE"',
}

verifies(
  ['receipts.trust', 'receipts.every-byte', 'receipts.keys-rotate'],
  'the command line shows receipts and keys, and verifies bundles with the keys of a file, a server or this machine',
  async (context) => {
    const cwd = await temporaryFolder(context)
    await using app = await startApp({ skills: [writer] })
    await using other = await startApp({ skills: [writer] })
    const { request_id: id } = await app.run('writer')
    const { run_id } = await app.job(id)
    const bytes = await bundleOf(app, id)
    const bundle = join(cwd, 'bundle.zip')
    writeFileSync(bundle, bytes)
    // Far from the data folder, unless a test says so.
    const elsewhere = join(cwd, 'nobody')
    mkdirSync(elsewhere)
    const run = (args: string[], data = elsewhere) =>
      host.run(args, { cwd: '/', env: { SKILL_RUNNER_DATA_DIR: data, SKILL_RUNNER_URL: app.url } })
    const [key] = readKeys(app.data)

    const receipt = await run(['receipt', id])
    assert.deepEqual([receipt.code, receipt.stderr], [0, ''])
    assert.deepEqual(JSON.parse(receipt.stdout), (await app.get<Receipt>(`/v1/jobs/${id}/receipt`)).body)
    const statement = await run(['receipt', id, '--statement'])
    assert.equal(JSON.parse(statement.stdout).predicate.run_id, run_id)
    assert.equal((await run(['receipt', 'job_none'])).code, 4)

    const listed = await run(['key', 'list', '--json'], app.data)
    assert.deepEqual(JSON.parse(listed.stdout), (await app.get<ReceiptKeyList>('/v1/receipt-keys')).body)
    assert.match((await run(['key', 'list'], app.data)).stdout, new RegExp(`^KEY .*\\n${key?.id}  .* signs\\n$`))
    const exported = await run(['key', 'export'], app.data)
    assert.deepEqual([exported.code, exported.stdout], [0, key?.publicKey])
    const none = await run(['key', 'export'])
    assert.deepEqual([none.code, none.stderr], [1, 'There is no key yet: the server makes one when it starts.\n'])
    const [pem, json] = [join(cwd, 'key.pem'), join(cwd, 'keys.json')]
    writeFileSync(pem, exported.stdout)
    writeFileSync(json, listed.stdout)

    const verifyWith = async (args: string[], data = elsewhere) => {
      const { code, stdout } = await run(['verify', bundle, ...args], data)
      return [code, stdout.split(/\s/)[0]]
    }
    assert.deepEqual(await verifyWith(['--key', pem]), [0, 'verified'])
    assert.deepEqual(await verifyWith(['--key', json]), [0, 'verified'])
    assert.deepEqual(await verifyWith(['--server', app.url]), [0, 'verified'])
    assert.deepEqual(await verifyWith([], app.data), [0, 'verified'])
    assert.deepEqual(await verifyWith([], other.data), [8, 'unverified'])
    assert.deepEqual(await verifyWith(['--server', other.url]), [8, 'unverified'])
    assert.deepEqual(await verifyWith(['--server', 'http://127.0.0.1:1']), [3, ''])
    const alone = await run(['verify', bundle])
    assert.deepEqual([alone.code, alone.stderr], [8, ''])
    assert.equal(
      alone.stdout,
      [
        `unverified ${bundle}`,
        `run        ${run_id} succeeded, skill writer@1.0.0`,
        'files      4 as the receipt has them, 0 more as the server had them later',
        `signed by  key ${key?.id}, not checked: there are no keys in ${elsewhere}/receipt-keys/keys.json. Name a server that you trust with --server, or its keys with --key`,
        '',
      ].join('\n'),
    )
    const whole = JSON.parse((await run(['verify', bundle, '--key', pem, '--json'])).stdout)
    assert.deepEqual(
      [whole.verdict, whole.findings, whole.receipt.run_id, whole.signature, whole.seal, whole.matching, whole.sealed_only],
      ['verified', [], run_id, { key: key?.id, is: 'valid' }, { key: key?.id, is: 'valid' }, 4, []],
    )

    const files = await filesOf(bytes)
    writeFileSync(bundle, packed(files.set('artifacts/notes.md', Buffer.from('bye')), await commentOf(bytes)))
    const changed = await run(['verify', bundle, '--key', pem])
    assert.equal(changed.code, 1)
    assert.deepEqual(changed.stdout.trimEnd().split('\n').slice(-2), [
      'archive    its bytes are not those that were sealed',
      'changed    artifacts/notes.md: it has 3 bytes instead of 5',
    ])
    writeFileSync(bundle, 'no zip at all')
    const noZip = await run(['verify', bundle, '--key', pem])
    assert.deepEqual([noZip.code, noZip.stdout.startsWith('changed ')], [1, true])

    const mistakes: [string[], RegExp][] = [
      [['verify'], /Name the bundle\./],
      [['verify', '/nowhere.zip'], /\/nowhere\.zip is no file\./],
      [['verify', '/'], /\/ is no file\./],
      [['verify', bundle, '--key', pem, '--server', app.url], /Use either --key or --server\./],
      [['verify', bundle, '--key', '/nowhere.pem'], /cannot be read/],
      [['verify', bundle, '--key', bundle], /there is no public key in it/],
      [['key'], /Name a key command\./],
      [['key', 'revoke'], /Unknown command: key revoke/],
      [['key', 'list', 'more'], /Unexpected argument "more"/],
    ]
    for (const [args, says] of mistakes) {
      const { code, stderr } = await run(args)
      assert.deepEqual([code, says.test(stderr)], [2, true], `${args.join(' ')}: ${stderr}`)
    }

    const rotated = await run(['key', 'rotate'], app.data)
    const [, made] = readKeys(app.data)
    assert.deepEqual([rotated.code, rotated.stdout], [0, `${made?.id}\n`])
    writeFileSync(bundle, bytes)
    assert.deepEqual(await verifyWith(['--server', app.url]), [0, 'verified'])
    const young = (await app.run('writer')).request_id
    writeFileSync(bundle, await bundleOf(app, young))
    assert.deepEqual(await verifyWith(['--key', pem]), [8, 'unverified'])
    assert.deepEqual(await verifyWith(['--server', app.url]), [0, 'verified'])
  },
)
