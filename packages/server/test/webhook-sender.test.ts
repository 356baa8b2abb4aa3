import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { verifies } from '../../../test/verifies.ts'
import { nothingCommitted } from '../src/domain/run.ts'
import { type Delivery, usualEvents, type WebhookEvent } from '../src/domain/webhook.ts'
import { realWorld } from '../src/gate/world.ts'
import { systemClock } from '../src/lib/clock.ts'
import { Wakes } from '../src/lib/wakes.ts'
import { usualPace } from '../src/webhooks/back-off.ts'
import { openSender, type SenderDeps } from '../src/webhooks/sender.ts'
import { changeRows } from './support/database.ts'
import { temporaryFolder } from './support/folder.ts'
import { listenOn, worldOf } from './support/gate.ts'
import { hangs, says, startReceiver } from './support/receiver.ts'
import { jobOf, moveNow, queuedRun } from './support/runs.ts'
import { openStore, type Store } from './support/store.ts'
import { until } from './support/until.ts'

const deps: Omit<SenderDeps, 'store'> = {
  world: realWorld,
  allow: ['127.0.0.1'],
  secretOf: () => 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz',
  pace: { backOffMs: [10], giveUpMs: 3_600_000, timeoutMs: 5000 },
  pauseMs: 10,
  userAgent: 'test',
  clock: systemClock,
  wakes: new Wakes(),
  logger: pino({ level: 'silent' }),
  onTried() {},
}

test('what was sent is not sent again because the disk did not take that it was', async (context) => {
  await using receiver = await startReceiver()
  const store = await storeWith(context, receiver.url)
  let writes = 0
  const settle: Settle = async (...what) => {
    if (++writes <= 3) throw new Error('database or disk is full')
    return store.webhooks.settle(...what)
  }
  const sender = openSender({ ...deps, store: { webhooks: { ...store.webhooks, settle } } })
  context.after(() => sender.stop())
  sender.start()
  const [told] = await until('it is written down', async () => {
    const all = await store.webhooks.deliveries('job_1')
    return all[0]?.state === 'delivered' && all
  })
  assert.deepEqual([told?.tries, told?.lastStatus, writes, receiver.got.length], [1, 204, 4, 1])
})

test('a message that cannot even be sent is tried again like any other, and keeps none waiting', async (context) => {
  await using receiver = await startReceiver()
  const store = await storeWith(context, receiver.url)
  let calls = 0
  const connect: SenderDeps['world']['connect'] = (...to) => {
    if (++calls === 1) throw new Error('out of sockets')
    return realWorld.connect(...to)
  }
  const sender = openSender({ ...deps, store, world: { ...realWorld, connect } })
  context.after(() => sender.stop())
  sender.start()
  const [told] = await until('it is delivered', async () => {
    const all = await store.webhooks.deliveries('job_1')
    return all[0]?.state === 'delivered' && all
  })
  assert.deepEqual([told?.tries, receiver.got.length], [2, 1])
})

test('receivers that never answer keep no other waiting, also when there are several and each has much to hear', async (context) => {
  await using opened = new AsyncDisposableStack()
  const silent = await Promise.all(Array.from({ length: 6 }, async () => opened.use(await startReceiver())))
  for (const receiver of silent) receiver.usually(hangs)
  const quick = opened.use(await startReceiver())
  const urls = silent.flatMap(({ url }) => [url, url, url])
  const store = await storeWith(context, ...urls, quick.url)
  const sender = openSender({ ...deps, store, pace: { ...deps.pace, timeoutMs: 3_600_000 } })
  context.after(() => sender.stop())
  sender.start()
  await until('the last of all is told', async () => (await store.webhooks.deliveries('job_19'))[0]?.state === 'delivered')
  await until('each of the others hears two at once', () => silent.every(({ got }) => got.length === 2))
})

verifies(
  'webhooks.every-end-is-delivered',
  'the end of a job is told although its start was refused, and after a start that was given up because it took too long',
  async (context) => {
    for (const { status, pace, start } of [
      { status: 422, pace: { ...deps.pace, backOffMs: [3_600_000], giveUpMs: 7_200_000 }, start: 'pending' },
      { status: 500, pace: { ...deps.pace, giveUpMs: 0 }, start: 'given_up' },
    ]) {
      await using receiver = await startReceiver()
      receiver.next(says(status))
      const store = await storeWith(context)
      await tellOf(store, 'run_1', receiver.url, ['job.started', 'job.canceled'])
      const sender = openSender({ ...deps, store, pace })
      context.after(() => sender.stop())
      sender.start()
      const told = await until('the end is told', async () => {
        const all = await store.webhooks.deliveries('job_1')
        return all[1]?.state === 'delivered' && all
      })
      assert.deepEqual(
        told.map(({ event, state, tries, lastStatus }) => [event, state, tries, lastStatus]),
        [
          ['job.started', start, 1, status],
          ['job.canceled', 'delivered', 1, 204],
        ],
      )
    }
  },
)

/** Two servers send one message at the same time: what is told of it then, and whether what the second one met was recorded. */
async function sentTwice(context: TestContext, [first, second]: readonly [number, number], isGuarded = true) {
  await using receiver = await startReceiver()
  const answers: ((status: number) => void)[] = []
  const waits = (response: ServerResponse) => void answers.push((status) => says(status)(response))
  receiver.next(waits, waits)
  receiver.usually(hangs)
  const folder = await temporaryFolder(context)
  const store = await storeIn(context, folder, receiver.url)
  const recorded = Promise.withResolvers<boolean>()
  const settle: Settle = async (...what) => {
    const answer = isGuarded ? await store.webhooks.settle(...what) : await settleBlindly(folder, ...what)
    recorded.resolve(answer)
    return answer
  }
  const pace = { backOffMs: [3_600_000], giveUpMs: 7_200_000, timeoutMs: 3_600_000 }
  await using sending = new AsyncDisposableStack()
  const begin = (webhooks: Store['webhooks']) => {
    const sender = openSender({ ...deps, wakes: new Wakes(), pace, store: { webhooks } })
    sending.defer(() => sender.stop())
    sender.start()
  }
  begin(store.webhooks)
  await until('the first has sent it', () => answers.length === 1)
  begin({ ...store.webhooks, settle })
  await until('the second has sent it', () => answers.length === 2)
  answers[0]?.(first)
  const toldOf = async () => (await store.webhooks.deliveries('job_1'))[0]
  await until('the first has recorded it', async () => (await toldOf())?.tries === 1)
  answers[1]?.(second)
  const isRecorded = await recorded.promise
  if (!isGuarded) await until('it is sent again', () => receiver.got.length === 3)
  const told = await toldOf()
  return [told?.state, told?.tries, told?.lastStatus, isRecorded]
}

type Settle = Store['webhooks']['settle']

/** Whatever became of the message meanwhile. */
async function settleBlindly(folder: string, ...[{ id }, { lastStatus }]: Parameters<Settle>): Promise<boolean> {
  const text = `update deliveries set state = 'pending', tries = tries + 1, last_status = ?, next_try_at = created_at where id = ?`
  await changeRows(folder, text, [lastStatus, id])
  return true
}

verifies(
  'webhooks.taken-is-taken',
  'of two servers that send one message at once, what was taken counts, else what was recorded first; without the guard it is sent again',
  async (context) => {
    assert.deepEqual(await sentTwice(context, [204, 500]), ['delivered', 1, 204, false])
    assert.deepEqual(await sentTwice(context, [500, 204]), ['delivered', 2, 204, true])
    assert.deepEqual(await sentTwice(context, [410, 204]), ['given_up', 1, 410, false])
    assert.deepEqual(await sentTwice(context, [500, 503]), ['pending', 1, 500, false])
    assert.deepEqual(await sentTwice(context, [204, 500], false), ['pending', 2, 500, true])
  },
)

test('a receiver that says when it wants to be asked again is left alone until then', async (context) => {
  await using receiver = await startReceiver()
  receiver.next(says(503, { 'retry-after': '1800' }))
  const store = await storeWith(context, receiver.url)
  const sender = openSender({ ...deps, store, pace: usualPace })
  context.after(() => sender.stop())
  sender.start()
  const { lastTryAt, nextTryAt } = await until('it was tried', () => triedOnce(store, 'job_1'))
  const pause = (Date.parse(nextTryAt ?? '') - Date.parse(lastTryAt ?? '')) / 60_000
  assert.ok(pause >= 30 && pause <= 36, `${pause} minutes`)
})

test('under TLS a message goes to nobody but the host it is for: a certificate of an unknown signer and one of another name are refused', async (context) => {
  const pem = readFileSync(join(import.meta.dirname, 'fixtures/tls/hooks.example.com.pem'), 'utf8')
  const arrived: string[] = []
  const server = createServer({ key: pem, cert: pem }, (request, response) => {
    arrived.push(`${request.headers.host}`)
    request.resume()
    response.writeHead(200).end()
  })
  const port = await listenOn(context, server)
  const names = { 'hooks.example.com': ['93.184.216.34'], 'other.example.com': ['93.184.216.34'] }
  const store = await storeWith(context, 'https://hooks.example.com/', 'https://other.example.com/')
  const sender = openSender({ ...deps, store, world: worldOf(names, port) })
  context.after(() => sender.stop())
  sender.start()
  const problem = (code: string) => `the host could not be reached, or said nothing that is HTTP (${code})`
  const hasFailedBy = async (job: string, code: string) => (await store.webhooks.deliveries(job))[0]?.lastError === problem(code)
  await until('the signer is unknown', () => hasFailedBy('job_1', 'DEPTH_ZERO_SELF_SIGNED_CERT'))

  // As an operator does with NODE_EXTRA_CA_CERTS; this process is this file's own.
  setDefaultCACertificates([...getCACertificates('default'), pem.slice(pem.indexOf('-----BEGIN CERTIFICATE-----'))])
  const told = await until('it is delivered', async () => {
    const [delivery] = await store.webhooks.deliveries('job_1')
    return delivery?.state === 'delivered' && delivery
  })
  await until('it is the certificate of another', () => hasFailedBy('job_2', 'ERR_TLS_CERT_ALTNAME_INVALID'))
  assert.deepEqual([told.lastStatus, arrived], [200, ['hooks.example.com']])
})

async function triedOnce(store: Store, job: string): Promise<Delivery | null> {
  const [delivery] = await store.webhooks.deliveries(job)
  return delivery && delivery.tries > 0 ? delivery : null
}

/** A store in which the ends of jobs are to be told, one to each of these. */
const storeWith = async (context: TestContext, ...urls: string[]): Promise<Store> =>
  storeIn(context, await temporaryFolder(context), ...urls)

async function storeIn(context: TestContext, folder: string, ...urls: string[]): Promise<Store> {
  const store = await openStore(folder)
  context.after(() => store.close())
  for (const [index, url] of urls.entries()) await tellOf(store, `run_${index + 1}`, url, usualEvents)
  return store
}

/** A run that began and was canceled. */
async function tellOf(store: Store, id: string, url: string, events: readonly WebhookEvent[]): Promise<void> {
  const run = queuedRun(id)
  const move = { committed: nothingCommitted, at: new Date().toISOString() }
  const error = { code: 'CANCELED_BY_USER', message: 'm', details: {} } as const
  await store.queue.admit(jobOf(run), run, 100, { webhook: { url, events, secretRef: null } })
  await moveNow(store, id, { ...move, trigger: 'turn.started', begins: { attempt: 1, owner: 'boot' } })
  await moveNow(store, id, { ...move, trigger: 'run.canceled', error })
}
