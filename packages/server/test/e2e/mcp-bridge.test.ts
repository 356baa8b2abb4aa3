import assert from 'node:assert/strict'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { verifies } from '../../../../test/verifies.ts'
import { startApp } from '../support/app.ts'
import { command, main } from '../support/cli.ts'
import { tool } from '../support/exec.ts'
import { temporaryFolder } from '../support/folder.ts'
import { connected, protocolErrorOf, type Revision, revisions } from '../support/mcp.ts'
import { writeTokens } from '../support/tokens.ts'
import { until } from '../support/until.ts'

interface Bridge {
  readonly url: string
  readonly args?: readonly string[]
  readonly env?: Record<string, string>
}

/** The official client with the bridge as its server, which it starts by itself. */
async function connect(revision: Revision, { url, args = [], env = {} }: Bridge) {
  const parameters = {
    command: process.execPath,
    args: [main, 'mcp', '--server', url, ...args],
    env,
    cwd: '/',
    stderr: 'pipe' as const,
  }
  const self = { name: 'test', version: '1.0.0' }
  if (revision === '2026-07-28') {
    const client = new Client(self, { versionNegotiation: { mode: { pin: revision } } })
    await client.connect(new StdioClientTransport(parameters))
    return connected(client, revision)
  }
  const client = new OldClient(self)
  await client.connect(new OldTransport(parameters))
  return connected(client as unknown as Client, revision)
}

const echo = { skill_name: 'tool', command: 'echo over the bridge' }

for (const revision of revisions)
  verifies(
    'mcp.bridge',
    `a client of ${revision} reaches the server by stdin and stdout, before and after a restart`,
    async (context) => {
      const folder = await temporaryFolder(context)
      const first = await startApp({ skills: [tool], folder })
      await using client = await connect(revision, first)
      const ran = async () => (await client.call<{ stdout: { text: string } }>('skills_run_cmd', echo)).data.stdout.text
      assert.equal(await ran(), 'over the bridge\n')
      await first.stop()
      const { code, ours } = await protocolErrorOf(client.call('skills_run_cmd', echo))
      assert.deepEqual([code, ours], [-32000, 'UNREACHABLE'])
      await using _second = await startApp({ folder, env: { PORT: new URL(first.url).port } })
      assert.equal(await ran(), 'over the bridge\n')
    },
  )

verifies('mcp.bridge', 'the bridge sends the token, asks for the project, and ends a wait that was canceled', async () => {
  using tokens = writeTokens([{ name: 'runner', scopes: ['run'] }])
  await using app = await startApp({ env: tokens.env, skills: [tool] })
  const env = { SKILL_RUNNER_TOKEN: tokens.tokenOf('runner') }
  await using client = await connect('2026-07-28', { ...app, env, args: ['--project', 'default'] })
  const { data } = await client.call<{ task_id: string }>('skills_run_cmd_async', { skill_name: 'tool', command: 'sleep 1000' })
  const watch = { task_id: data.task_id, dedupe_key: 'me' }
  const left = new AbortController()
  const said: string[] = []
  const options = { signal: left.signal, onprogress: ({ message = '' }) => void said.push(message) }
  const waiting = client.call('skills_task_watch', watch, options).catch(() => 'left')
  const isTaken = async () => (await client.call('skills_task_watch', { ...watch, wait_sec: 0 })).data['already_running'] === true
  await until('the watch is live', isTaken)
  left.abort()
  assert.equal(await waiting, 'left')
  await until('the server knows that nobody waits', async () => !(await isTaken()))
  assert.ok(said.length > 0, 'progress comes through')
  await client.call('skills_task_cancel', { task_id: data.task_id })
  await until('the task has ended', async () => {
    const { data: now } = await client.call<{ status: string }>('skills_task_status', { task_id: data.task_id })
    return now.status === 'canceled'
  })
  // Without a token the door is shut, and the client is told so.
  await assert.rejects(connect('2025-11-25', app), /The token is missing or invalid/)
})

verifies('mcp.bridge', 'without a server, and with lines that are no messages, it says so and goes on', async () => {
  const lines = ['no message', '', '[1]', JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list' })]
  const dead = ['mcp', '--server', 'http://127.0.0.1:9']
  const { code, stdout, stderr } = await command(dead, { cwd: '/', env: {}, input: lines.join('\n') })
  const told = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ id, error }) => [id, error.code, error.data.code]),
    [
      [null, -32700, 'INVALID_JSON'],
      [null, -32700, 'INVALID_JSON'],
      [7, -32000, 'UNREACHABLE'],
    ],
  )
  assert.match(stderr, /^No server answers at http:\/\/127\.0\.0\.1:9: .*Start it, or name another one with --server\.\n$/)
  assert.equal(code, 0)
  const wrong = await command(['mcp', 'what'], { cwd: '/', env: {} })
  assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
})
