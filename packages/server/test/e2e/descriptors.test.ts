import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { verifies } from '../../../../test/verifies.ts'
import { spawnChild } from '../../src/process/child.ts'
import { errorOf } from '../support/answers.ts'
import { startApp } from '../support/app.ts'
import { command, run } from '../support/children.ts'
import { temporaryFolder } from '../support/folder.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const writer = { id: 'writer', sh: 'echo heron > artifacts/bird.txt; echo "{}"' }

verifies(
  'process.shortage-waits',
  'a start that fails for want of descriptors is tried again, but never one that may have run',
  async (context) => {
    const folder = await temporaryFolder(context)
    let tries = 0
    const start: typeof spawnChild = async (...asked) => (++tries < 3 ? { failed: 'spawn sh EMFILE' } : spawnChild(...asked))
    const { exit, stdout } = await run(folder, command(['sh', '-c', 'echo once']), { start })
    assert.deepEqual([exit, stdout, tries], [{ kind: 'exited', code: 0 }, 'once\n', 3])

    // Without patience the first failure is the last.
    tries = 0
    const impatient = await run(folder, command(['sh', '-c', 'echo once']), { start, patienceMs: 0 })
    assert.deepEqual([impatient.exit, tries], [{ kind: 'not_started', reason: 'spawn sh EMFILE' }, 1])

    const gone: typeof spawnChild = async () => {
      tries += 1
      return { failed: 'EMFILE: too many open files', mayHaveRun: true }
    }
    const lost = await run(folder, command(['sh', '-c', 'echo once']), { start: gone })
    assert.deepEqual([lost.exit, tries], [{ kind: 'not_started', reason: 'EMFILE: too many open files' }, 2])

    const never: typeof spawnChild = async () => ({ failed: 'spawn sh ENOENT' })
    assert.deepEqual((await run(folder, command(['sh']), { start: never })).exit, {
      kind: 'not_started',
      reason: 'spawn sh ENOENT',
    })
  },
)

verifies('process.shortage-waits', 'a run for which there are no descriptors in time fails with SERVER_BUSY', async () => {
  await using app = await startApp({ skills: [writer], limits: { openFiles: 1, filesPatienceMs: 100 } })
  const { result } = await app.run('writer')
  assert.deepEqual([result?.error?.code, result?.error?.details], ['SERVER_BUSY', { open_files_limit: 1 }])
})

verifies(
  'process.shortage-waits',
  'a server raises its soft limit to the hard one; with all descriptors in use a run waits, and a request is told SERVER_BUSY',
  async (context) => {
    const folder = await temporaryFolder(context)
    await using server = await startServer({ folder, skills: [writer], within: ['/usr/bin/prlimit', '--nofile=60:160'] })
    const pid = server.child.pid ?? 0
    assert.match(readFileSync(`/proc/${pid}/limits`, 'utf8'), /^Max open files +160 +160/m)
    const first = await server.run('writer')
    // One connection stays open: with no descriptor left, the server cannot accept another.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    context.after(() => agent.destroy())
    const ask = askBy(agent, server.url)
    assert.equal((await ask('GET', '/healthz')).status, 200)

    const held: Socket[] = []
    const release = () => held.splice(0).forEach((socket) => void socket.destroy())
    context.after(release)
    const { hostname, port } = new URL(server.url)
    const isFull = () => readdirSync(`/proc/${pid}/fd`).length >= 160
    while (!isFull() && held.length < 300) {
      const socket = connect(Number(port), hostname).on('error', () => {})
      held.push(socket)
      await once(socket, 'connect')
    }
    await until('every descriptor is in use', isFull)

    const busy = await ask('GET', `/v1/jobs/${first.request_id}/artifacts/artifacts/bird.txt`)
    assert.deepEqual([busy.status, errorOf(JSON.parse(busy.text)).code], [503, 'SERVER_BUSY'])
    const created = await ask('POST', '/v1/jobs', { skill_id: 'writer', runtime_options: { no_cache: true } })
    const waiting = JSON.parse(created.text) as { request_id: string; status: string }
    assert.deepEqual([created.status, waiting.status], [200, 'queued'])
    release()
    const ended = await server.until(waiting.request_id, 'succeeded')
    assert.equal(ended.status, 'succeeded')
  },
)

/** Requests over one connection that is open already. */
const askBy =
  (agent: Agent, url: string) =>
  (method: string, path: string, body?: object): Promise<{ status: number | undefined; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = body ? { 'content-type': 'application/json' } : {}
      const sent = request(url + path, { agent, method, headers }, async (response) => {
        let text = ''
        for await (const piece of response.setEncoding('utf8')) text += piece
        resolve({ status: response.statusCode, text })
      })
      sent.on('error', reject).end(body && JSON.stringify(body))
    })
