import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Receipt, ReceiptKeyList } from '@agent-skill-runner/contract/receipt.ts'
import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'
import { verifies } from '../../../../test/verifies.ts'
import { sha256 } from '../../src/lib/hash.ts'
import { readKeys, receiptKeysIn, rotateKey } from '../../src/receipts/key-file.ts'
import type { ReceiptStatement } from '../../src/receipts/statement.ts'
import { trustedKey } from '../../src/receipts/trust.ts'
import { receiptOf as makeReceipt } from '../../src/runs/receipt.ts'
import { digestsOf, writeDigests } from '../../src/workspace/digests.ts'
import { errorOf } from '../support/answers.ts'
import { startApp, untilTold } from '../support/app.ts'
import { changeRows } from '../support/database.ts'
import { formOf, send } from '../support/forms.ts'
import { overPostgres } from '../support/over.ts'
import { startTemp } from '../support/temp.ts'

type App = Awaited<ReturnType<typeof startApp>>

const writer = {
  id: 'writer',
  input: {
    type: 'object',
    properties: { text: { type: 'string', 'x-input-source': 'inline' }, paper: { type: 'string', 'x-input-source': 'file' } },
  },
  sh: 'cat > /dev/null; echo said; printf hello > "$SKILL_ARTIFACTS_DIR/notes.md"; printf \'{"n":1}\' > "$SKILL_RESULT_FILE"',
}
const failing = { id: 'failing', sh: 'echo no >&2; exit 3' }

const receiptOf = async (app: App, id: string) => (await app.get<Receipt>(`/v1/jobs/${id}/receipt`)).body
const statementOf = ({ payload }: Receipt): ReceiptStatement => JSON.parse(Buffer.from(payload, 'base64').toString())
const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
const pathsOf = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path)

verifies('receipts.every-run', 'a receipt says what was asked, what ran under which policy, and what came of it', async () => {
  await using app = await startApp({ skills: [writer] })
  const [key] = readKeys(app.data)
  const created = await app.post<{ request_id: string }>('/v1/jobs', {
    skill_id: 'writer',
    input: { text: 'b' },
    await_upload: true,
  })
  const id = created.body.request_id
  assert.equal(created.status, 200, JSON.stringify(created.body))
  const early = await app.get(`/v1/jobs/${id}/receipt`)
  assert.deepEqual([early.status, errorOf(early.body).code], [409, 'RESULT_NOT_READY'])
  await send(app.url, `/v1/jobs/${id}/upload`, formOf({ paper: 'a paper' }))
  const { run_id } = await app.until(id, 'succeeded')
  const envelope = await receiptOf(app, id)
  assert.deepEqual(
    [envelope.payloadType, envelope.signatures.map(({ keyid }) => keyid)],
    ['application/vnd.in-toto+json', [key?.id]],
  )
  const { predicate, ...statement } = statementOf(envelope)
  assert.deepEqual(statement, {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      { name: 'result/result.json', digest: { sha256: sha256('{"n":1}') } },
      { name: 'artifacts/notes.md', digest: { sha256: sha256('hello') } },
    ],
    predicateType: 'urn:agent-skill-runner:receipt:v1',
  })
  const { times, attempts, records, skill, server, inputs, ...facts } = predicate
  assert.deepEqual(facts, {
    run_id,
    request_id: id,
    engine: { name: 'script', version: null, model: null },
    execution_mode: 'auto',
    outcome: {
      state: 'succeeded',
      error_code: null,
      normalization_level: null,
      result_sha256: sha256('{"n":1}'),
      artifacts: 1,
    },
  })
  assert.deepEqual([skill.id, skill.version, /^[0-9a-f]{64}$/.test(skill.digest)], ['writer', '1.0.0', true])
  assert.deepEqual(inputs, {
    input_sha256: sha256('{"text":"b"}'),
    parameter_sha256: sha256('{}'),
    files: [{ path: 'paper', size: 7, sha256: sha256('a paper') }],
    replies: [],
  })
  assert.deepEqual([server.version, server.key_id, server.node_id], ['0.7.0', key?.id, app.app.runner.store.nodeId])
  const job = await app.job(id)
  assert.deepEqual(times, { created_at: job.created_at, started_at: job.started_at, finished_at: job.finished_at })
  const [attempt] = attempts
  assert.deepEqual([attempts.length, attempt?.number, attempt?.sandbox?.network], [1, 1, { level: 'off', hosts: [] }])
  assert.deepEqual([attempt?.sandbox?.status, attempt?.sandbox?.system_calls_filtered], ['bubblewrap', true])
  assert.deepEqual(pathsOf(attempt?.records ?? []), [
    '.audit/events.1.jsonl',
    '.audit/fcmp_events.1.jsonl',
    '.audit/stdout.1.log',
    '.audit/stderr.1.log',
    '.audit/stdin.1.log',
    '.audit/meta.1.json',
  ])
  assert.deepEqual(pathsOf(records), [
    'result/result.json',
    'input.json',
    'skill.json',
    'manifest.json',
    'result/validation.json',
  ])
  for (const { path, sha256, size } of [...records, ...(attempt?.records ?? [])]) {
    const file = join(app.runFolder(run_id), path)
    assert.deepEqual([path, sha256, size], [path, hashOf(file), statSync(file).size])
  }
})

verifies(
  'receipts.every-run',
  'runs that fail, never start, come with their skill or are answered from the cache have receipts too',
  async () => {
    await using app = await startApp({ skills: [writer, failing, untilTold], env: { SKILL_RUNNER_MAX_RUNNING_JOBS: '1' } })
    const outcomeOf = async (id: string, path = '/v1/jobs') =>
      statementOf((await app.get<Receipt>(`${path}/${id}/receipt`)).body).predicate
    const failed = await app.run('failing')
    const { outcome, attempts } = await outcomeOf(failed.request_id)
    assert.deepEqual(
      [outcome, attempts.length],
      [{ state: 'failed', error_code: 'SCRIPT_FAILED', normalization_level: null, result_sha256: null, artifacts: 0 }, 1],
    )

    const busy = await app.create('until-told')
    await app.until(busy, 'running')
    const waiting = await app.create('writer')
    await app.post(`/v1/jobs/${waiting}/cancel`)
    const canceled = await receiptOf(app, waiting)
    const { predicate, subject } = statementOf(canceled)
    assert.deepEqual(
      [predicate.outcome.state, predicate.outcome.error_code, predicate.times.started_at, pathsOf(predicate.records)],
      ['canceled', 'CANCELED_BY_USER', null, []],
    )
    // It left no file, and a statement is always about something: here, about what it was asked.
    assert.deepEqual(subject, [{ name: `run/${predicate.run_id}/input`, digest: { sha256: sha256('{}') } }])
    assert.deepEqual(pathsOf(predicate.attempts[0]?.records ?? []), ['.audit/events.1.jsonl', '.audit/fcmp_events.1.jsonl'])
    await app.tell(busy)
    await app.until(busy, 'succeeded')

    const temporary = await startTemp(app, { id: 'temporary', sh: 'echo "{}" > "$SKILL_RESULT_FILE"' })
    await app.until(temporary, 'succeeded')
    assert.equal((await outcomeOf(temporary, '/v1/temp-skill-runs')).skill.id, 'temporary')

    const ask = { skill_id: 'writer', input: { text: 'again' } }
    const [first, second] = [
      (await app.post<{ request_id: string }>('/v1/jobs?wait=240', ask)).body.request_id,
      (await app.post<{ request_id: string }>('/v1/jobs?wait=240', ask)).body.request_id,
    ]
    assert.equal((await app.job(second)).cache_hit, true)
    assert.deepEqual(await receiptOf(app, second), await receiptOf(app, first))
    assert.equal(statementOf(await receiptOf(app, second)).predicate.request_id, first)
  },
)

verifies('receipts.every-run', 'of a run from before there were receipts, the server says so', async () => {
  await using app = await startApp({ skills: [writer] })
  const { request_id } = await app.run('writer')
  const { run_id } = await app.job(request_id)
  await changeRows(app.data, 'delete from receipts')
  const answer = await app.get(`/v1/jobs/${request_id}/receipt`)
  assert.deepEqual([answer.status, errorOf(answer.body).code], [404, 'RECEIPT_NOT_FOUND'])
  assert.deepEqual(errorOf(answer.body).details, { run_id })
  assert.equal((await app.get('/v1/jobs/job_none/receipt')).status, 404)
})

verifies('receipts.every-run', 'a run that a crash cut off has its receipt once it has ended', async () => {
  await using folder = await startApp({ skills: [untilTold], env: { SKILL_RUNNER_DRAIN_SEC: '0' } })
  const id = await folder.create('until-told')
  const { run_id } = await folder.until(id, 'running')
  await folder.stop()
  await using app = await startApp({ folder: folder.folder })
  assert.equal((await app.job(id)).status === 'failed' || (await app.job(id)).status === 'canceled', true)
  const { predicate } = statementOf(await receiptOf(app, id))
  const job = await app.job(id)
  assert.deepEqual(
    [predicate.run_id, predicate.outcome.state, predicate.outcome.error_code],
    [run_id, job.status, job.error?.code ?? null],
  )
})

/** As somebody has it who knows nothing of us: Sigstore's verifier, with our public key and without its public logs. */
function publicVerdict(envelope: Receipt, keys: ReceiptKeyList): 'valid' | 'invalid' {
  const [signature] = envelope.signatures
  try {
    const bundle = bundleFromJSON({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: { publicKey: { hint: signature?.keyid ?? '' }, tlogEntries: [] },
      dsseEnvelope: envelope,
    })
    const nobody = { mediaType: '', certificateAuthorities: [], ctlogs: [], timestampAuthorities: [], tlogs: [] }
    const trusted = toTrustMaterial(nobody, (hint) => {
      const known = keys.keys.find(({ id }) => id === hint)
      if (!known) throw new Error('unknown key')
      return { publicKey: trustedKey(known.public_key).key, validFor: () => true }
    })
    new Verifier(trusted, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }).verify(toSignedEntity(bundle))
    return 'valid'
  } catch {
    return 'invalid'
  }
}

verifies(
  ['receipts.public-verifier', 'receipts.keys-rotate'],
  'Sigstore verifies receipts of every key of a server, and no others',
  async () => {
    await using app = await startApp({ skills: [writer] })
    await using other = await startApp({ skills: [writer] })
    const old = await receiptOf(app, (await app.run('writer')).request_id)
    const before = readKeys(app.data)
    const [, made] = await rotateKey(app.data, new Date())
    const young = await receiptOf(app, (await app.run('writer')).request_id)
    const keys = (await app.get<ReceiptKeyList>('/v1/receipt-keys')).body
    const foreign = await receiptOf(other, (await other.run('writer')).request_id)
    const changed = { ...young, payload: Buffer.from(JSON.stringify(statementOf(old))).toString('base64') }

    assert.deepEqual(
      [old, young].map(({ signatures: [one] }) => one?.keyid),
      [before[0]?.id, made?.id],
    )
    assert.deepEqual(
      [old, young, foreign, changed].map((one) => publicVerdict(one, keys)),
      ['valid', 'valid', 'invalid', 'invalid'],
    )
    assert.deepEqual(
      keys.keys.map(({ id, retired_at }) => [id, retired_at === null]),
      [
        [before[0]?.id, false],
        [made?.id, true],
      ],
    )
  },
)

verifies(
  'receipts.keys-rotate',
  'keys are files of the server alone, and only the one that signs has a private half',
  async () => {
    await using app = await startApp({ skills: [writer] })
    const folder = receiptKeysIn(app.data)
    const [first] = readKeys(app.data)
    const private_ = () => readdirSync(folder).filter((name) => name.endsWith('.pem'))
    assert.deepEqual(private_(), [`${first?.id}.pem`])
    for (const name of readdirSync(folder).filter((name) => name !== 'lock'))
      assert.equal((statSync(join(folder, name)).mode & 0o777).toString(8), '600', name)
    await rotateKey(app.data, new Date('2027-01-01T00:00:00Z'))
    const keys = readKeys(app.data)
    assert.deepEqual(private_(), [`${keys[1]?.id}.pem`])
    assert.deepEqual([keys[0], keys[1]?.retiredAt], [{ ...first, retiredAt: '2027-01-01T00:00:00.000Z' }, null])
    assert.equal(existsSync(join(folder, 'keys.json.new')), false)
  },
)

verifies('receipts.cheap', 'a receipt takes less than a millisecond of CPU time', async () => {
  await using app = await startApp({ skills: [writer] })
  const { run_id } = await app.job((await app.run('writer')).request_id)
  const { runner } = app.app
  const seen = await runner.store.runs.get(run_id)
  assert.ok(seen?.state === 'succeeded')
  const move = { seen, trigger: 'turn.succeeded', committed: seen.committed, at: seen.finishedAt } as const
  const layout = runner.layout.run(run_id)
  const whole = await cpuMs(() => makeReceipt({ ...runner, version: '0.7.0' }, move, 'succeeded'))
  // The digests were there before receipts, and are now written with them.
  const digests = await cpuMs(async () => writeDigests(layout, await digestsOf(layout, 1, true)))
  // The questions to Postgres cross a socket.
  assert.ok(
    whole - digests < (overPostgres ? 5 : 1),
    `${whole.toFixed(2)} ms each, ${digests.toFixed(2)} of them for digests.json`,
  )
})

/** Of one call, from many. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const rounds = 300
  for (let count = 0; count < 50; count++) await work()
  const before = process.cpuUsage()
  for (let count = 0; count < rounds; count++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / rounds
}
