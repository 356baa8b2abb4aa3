import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { TestContext } from 'node:test'
import { createServer as createTlsServer } from 'node:tls'
import type { Delivery, DeliveryList } from '@agent-skill-runner/contract/webhook.ts'
import { verifies } from '../../../test/verifies.ts'
import { startApp } from './support/app.ts'
import { listenOn, worldOf } from './support/gate.ts'
import { startReceiver } from './support/receiver.ts'
import { until } from './support/until.ts'

const publicAddress = '93.184.216.34'
const limits = { webhooks: { backOffMs: [10], giveUpMs: 3_600_000, timeoutMs: 60_000 } }
const skills = [{ id: 'ok' }]

/** Names that change their mind, seen by a server that does or does not take them for private ones that it may call. */
async function tellChangingName(allow: string) {
  await using canary = await startReceiver()
  await using app = await startApp({
    skills,
    limits,
    env: { SKILL_RUNNER_WEBHOOK_ALLOW: allow },
    gateWorld: worldOf({ 'hooks.example.com': () => ['127.0.0.1'] }, canary.port),
  })
  const { request_id } = await app.run('ok', { webhook: { url: `http://hooks.example.com:${canary.port}/` } })
  const tried = await until(
    'it was tried',
    async () => (await deliveries(app, request_id)).find(({ tries }) => tries > 0) ?? null,
  )
  return { state: tried.state, reason: tried.last_error, arrived: canary.got.length }
}

type App = Awaited<ReturnType<typeof startApp>>

const deliveries = async (app: App, id: string): Promise<Delivery[]> =>
  (await app.get<DeliveryList>(`/v1/jobs/${id}/deliveries`)).body.deliveries

verifies(
  'webhooks.private-ranges-are-refused',
  'a public name that leads to a private address is not called; without the guard the same message arrives',
  async () => {
    const reason = 'the host leads to an address that is not public'
    assert.deepEqual(await tellChangingName(''), { state: 'pending', reason, arrived: 0 })
    assert.deepEqual(await tellChangingName('hooks.example.com'), { state: 'delivered', reason: null, arrived: 1 })
  },
)

verifies(
  'webhooks.private-ranges-are-refused',
  'a name is looked up once for each try, and the addresses that were looked at are dialled, also under TLS',
  async (context: TestContext) => {
    await using receiver = await startReceiver()
    const asked: string[] = []
    // Public to whoever asks first, private to whoever asks again.
    const answers = [[publicAddress], ['127.0.0.1']]
    const names = { 'hooks.example.com': () => answers.shift() ?? ['127.0.0.1'], 'tls.example.com': [publicAddress] }
    const hear = (name: string, done: (error: null) => void) => {
      asked.push(name)
      done(null)
    }
    const tls = createTlsServer({ SNICallback: hear })
    const tlsPort = await listenOn(context, tls)
    const plain = worldOf(names, receiver.port)
    const gateWorld = {
      ...plain,
      connect: (addresses: Parameters<typeof plain.connect>[0], port: number) => {
        const socket = plain.connect(addresses, port)
        if (port !== 443) return socket
        socket.destroy()
        return connect({ host: '127.0.0.1', port: tlsPort })
      },
    }
    await using app = await startApp({ skills, limits, gateWorld })
    const tell = async (url: string) => (await app.run('ok', { webhook: { url } })).request_id
    const first = await tell('http://hooks.example.com/')
    await until('it arrived', async () => (await deliveries(app, first))[0]?.state === 'delivered')
    const second = await tell('http://hooks.example.com/')
    await until('it was refused', async () => ((await deliveries(app, second))[0]?.tries ?? 0) > 1)
    assert.equal((await deliveries(app, second))[0]?.last_error, 'the host leads to an address that is not public')
    assert.deepEqual([receiver.got.length, plain.dialled], [1, [`${publicAddress} 80`]])
    assert.equal(receiver.got[0]?.headers['host'], 'hooks.example.com')

    const secure = await tell('https://tls.example.com/')
    await until('it was tried', async () => ((await deliveries(app, secure))[0]?.tries ?? 0) > 0)
    assert.deepEqual([asked[0], plain.dialled[1]], ['tls.example.com', `${publicAddress} 443`])
  },
)
