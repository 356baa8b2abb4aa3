import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { pino } from 'pino'
import { nothingCommitted } from '../src/domain/run.ts'
import { usualEvents } from '../src/domain/webhook.ts'
import { realWorld } from '../src/gate/world.ts'
import { systemClock } from '../src/lib/clock.ts'
import { Wakes } from '../src/lib/wakes.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { openSender, type SenderDeps } from '../src/webhooks/sender.ts'
import { temporaryFolder } from './support/folder.ts'
import { hangs, startReceiver } from './support/receiver.ts'
import { jobOf, queuedRun } from './support/runs.ts'
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
  const settle: Store['webhooks']['settle'] = async (id, tried) => {
    if (++writes <= 3) throw new Error('database or disk is full')
    return store.webhooks.settle(id, tried)
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

/** A store in which the ends of jobs are to be told, one to each of these. */
async function storeWith(context: TestContext, ...urls: string[]): Promise<Store> {
  const store = await openStore(await temporaryFolder(context))
  context.after(() => store.close())
  const error = { code: 'CANCELED_BY_USER', message: 'm', details: null } as const
  for (const [index, url] of urls.entries()) {
    const run = queuedRun(`run_${index + 1}`)
    const at = new Date().toISOString()
    await store.queue.admit(jobOf(run), run, 100, { webhook: { url, events: usualEvents, secretRef: null } })
    await store.runs.move({ run: run.id, trigger: 'run.canceled', committed: nothingCommitted, at, error })
  }
  return store
}
