import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { keepKey } from '../src/engines/gemini/keep-key.ts'
import { capture } from '../src/process/capture.ts'
import { agentSkill, kits, plantedKey, realCli, startEngineApp } from '../test/support/real-engine.ts'
import { notAlone } from '../test/support/traps.ts'
import { hasFailed } from './has-failed.ts'

for (const kit of kits) {
  const cli = await realCli(kit.engine)

  verifies(
    'engine.provider-failures-have-codes',
    `${kit.engine}: who is sent to another address by the provider does not take the key there`,
    async () => {
      await using elsewhere = await openElsewhere()
      const steps = [{ redirect: `${elsewhere.url}/v1/steal` }]
      await using app = await startEngineApp(kit, { steps }, { cli, skills: [agentSkill('stdout')] })
      const ended = await app.run('agent-stdout', { engine: kit.engine, model: kit.model })
      const says = { codex: 'stream closed before response.completed', gemini: 'fetch failed' }[kit.engine]
      await hasFailed(app, ended, 'MODEL_UNAVAILABLE', says)
      // Codex goes there, without the key.
      assert.equal(elsewhere.came.length, { codex: 1, gemini: 0 }[kit.engine])
      assert.ok(!JSON.stringify(elsewhere.came).includes(plantedKey))
    },
    { skip: cli.skip || notAlone },
  )
}

test('without our words for node, gemini would take its key along', async () => {
  await using elsewhere = await openElsewhere()
  await using provider = await listen('127.0.0.1', (_request, response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  )
  const request = { method: 'POST', body: '{}', headers: { 'x-goog-api-key': plantedKey } }
  const script = `fetch('${provider.url}', ${JSON.stringify(request)}).catch(() => {})`
  const keysThatCame = async (words: readonly string[]) => {
    await capture([process.execPath, ...words, '-e', script], { timeoutMs: 60_000 })
    return elsewhere.came.splice(0).map((headers) => headers['x-goog-api-key'])
  }
  assert.deepEqual([await keysThatCame([]), await keysThatCame(keepKey)], [[plantedKey], []])
})

/** A server that is no model, and remembers with which headers it was asked. */
async function openElsewhere() {
  const came: IncomingHttpHeaders[] = []
  const server = await listen('127.0.0.2', (request, response) => {
    came.push(request.headers)
    request.resume().once('end', () => response.end('{}'))
  })
  return { ...server, came }
}

async function listen(host: string, answer: Parameters<typeof createServer>[1]) {
  const server = createServer(answer)
  await once(server.listen(0, host), 'listening')
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
