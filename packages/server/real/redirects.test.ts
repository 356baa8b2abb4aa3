import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { verifies } from '../../../test/verifies.ts'
import { claude } from '../src/engines/claude/index.ts'
import type { Engine } from '../src/engines/engine.ts'
import { keepKey } from '../src/engines/gemini/keep-key.ts'
import { capture } from '../src/process/capture.ts'
import { agentSkill, kits, kitsHere, plantedKey, realCli, startEngineApp } from '../test/support/real-engine.ts'
import { notAlone } from '../test/support/traps.ts'
import { hasFailed } from './has-failed.ts'

/** The gate would keep all of them from another address on loopback. */
const env = { SKILL_RUNNER_ENGINE_NETWORK: 'host' }

for (const kit of kitsHere) {
  const cli = await realCli(kit.engine)

  verifies(
    'engine.provider-failures-have-codes',
    `${kit.title}: who is sent to another address by the provider does not take the key there`,
    async () => {
      await using elsewhere = await openElsewhere()
      // Opencode asks again at once when nothing is in the answer, so some more may be under way when the third ends the run.
      // Qwen asks for an answer with something in it five times.
      const length = { claude: 1, codex: 1, gemini: 1, iflow: 1, opencode: 100, qwen: 5 }[kit.engine]
      const steps = Array.from({ length }, () => ({ redirect: `${elsewhere.url}/v1/steal` }))
      await using app = await startEngineApp(kit, { steps }, { cli, env, skills: [agentSkill('stdout')] })
      const ended = await app.run('agent-stdout', { engine: kit.engine, model: kit.model })
      const says = {
        claude: 'Unable to connect to API (UnexpectedRedirect)',
        codex: 'stream closed before response.completed',
        gemini: 'fetch failed',
        iflow: 'generate data error: Response format error.',
        qwen: 'Model stream ended without a finish reason.',
        opencode: 'It was ended after 3 unfinished answers.',
      }[kit.engine]
      await hasFailed(app, ended, 'MODEL_UNAVAILABLE', says)
      // Codex, iflow, opencode and qwen go there, without the key; opencode three times at least.
      const { length: came } = elsewhere.came
      const times = { claude: 0, codex: 1, gemini: 0, iflow: 1, opencode: Math.max(3, came), qwen: 5 }[kit.engine]
      assert.equal(came, times)
      assert.ok(!JSON.stringify(elsewhere.came).includes(plantedKey))
    },
    { skip: cli.skip || notAlone },
  )
}

const claudeKit = kits.find(({ engine }) => engine === 'claude')
assert.ok(claudeKit)
const claudeCli = await realCli('claude')

test('without our words for its program, claude would take its key along', { skip: claudeCli.skip || notAlone }, async () => {
  await using elsewhere = await openElsewhere()
  const steps = [{ redirect: `${elsewhere.url}/v1/steal` }, { redirect: `${elsewhere.url}/v1/steal` }]
  await using app = await startEngineApp(claudeKit, { steps }, { cli: claudeCli, env, skills: [agentSkill('stdout')] })
  const launch: Engine['launch'] = (request) => {
    const parts = claude.launch(request)
    return { ...parts, env: { ...parts.env, BUN_OPTIONS: '' } }
  }
  const { engines } = app.app.runner
  Object.assign(app.app.runner, { engines: { ...engines, built: { ...engines.built, claude: { ...claude, launch } } } })
  await app.run('agent-stdout', { engine: 'claude', model: claudeKit.model })
  assert.deepEqual([...new Set(elsewhere.came.map((headers) => headers['x-api-key']))], [plantedKey])
})

test('without our words for node, gemini would take its key along', async () => {
  await using elsewhere = await openElsewhere()
  await using provider = await listen('127.0.0.1', (_request, response) =>
    response.writeHead(307, { location: elsewhere.url }).end(),
  )
  const request = { method: 'POST', body: '{}', headers: { 'x-goog-api-key': plantedKey } }
  const script = `fetch('${provider.url}', ${JSON.stringify(request)}).catch(() => {})`
  const keysThatCame = async (words: readonly string[]) => {
    await capture([process.execPath, ...words, '-e', script], { timeoutMs: 300_000 })
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
