import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import OpenAI from 'openai'

const main = join(import.meta.dirname, '../src/main.ts')

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

async function run(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, stdout, stderr }
}

/** A server of its own process, with its script in a folder of its own. */
class Served {
  readonly folder = mkdtempSync(join(tmpdir(), 'scripted-model-'))
  readonly child: ChildProcess
  readonly #stderr: Promise<string>
  readonly #exit: Promise<unknown>
  readonly #firstLine: Promise<unknown[]>

  constructor(script: unknown, ...args: string[]) {
    const file = join(this.folder, 'script.json')
    writeFileSync(file, JSON.stringify(script))
    const child = spawn(process.execPath, [main, file, ...args], { cwd: this.folder, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#stderr = text(child.stderr)
    this.#exit = once(child, 'exit')
    this.#firstLine = once(createInterface(child.stdout), 'line')
    this.child = child
  }

  async addresses(): Promise<{ port: number; url: string; openai: string; gemini: string; anthropic: string }> {
    const [line] = await this.#firstLine
    return JSON.parse(String(line))
  }

  async end(signal: NodeJS.Signals): Promise<{ code: number | null; stderr: string }> {
    this.child.kill(signal)
    await this.#exit
    return { code: this.child.exitCode, stderr: await this.#stderr }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.child.kill('SIGKILL')
    await this.#exit
    rmSync(this.folder, { recursive: true })
  }
}

const ask = (baseURL: string, options = {}) =>
  new OpenAI({ baseURL, apiKey: 'k', maxRetries: 0 }).responses.create({ model: 'm', input: 'hello' }, options)

test('the command plays a script, logs the requests and ends well on SIGTERM', async () => {
  await using served = new Served({ steps: [{ say: 'hi' }] }, '--log', 'requests.jsonl')
  const { port, ...addresses } = await served.addresses()
  const url = `http://127.0.0.1:${port}/script`
  assert.deepEqual(addresses, { url, openai: `${url}/v1`, gemini: url, anthropic: url })
  assert.equal((await ask(addresses.openai)).output_text, 'hi')
  assert.deepEqual(await served.end('SIGTERM'), { code: 0, stderr: '' })
  const [line = '', ...more] = readFileSync(join(served.folder, 'requests.jsonl'), 'utf8').trim().split('\n')
  const { headers, ...request } = JSON.parse(line)
  assert.deepEqual(
    [request, headers.authorization, more],
    [
      {
        protocol: 'responses',
        route: 'POST /v1/responses',
        model: 'm',
        body: { model: 'm', input: 'hello' },
        step: 0,
        closedByClient: false,
      },
      'Bearer k',
      [],
    ],
  )
})

test('problems are told as they come and make the exit code 1', async () => {
  await using served = new Served({ steps: [{ say: 'hi', expect: { prompt: 'good bye' } }, { say: 'never' }] })
  const { openai } = await served.addresses()
  await ask(openai)
  assert.deepEqual(await served.end('SIGINT'), {
    code: 1,
    stderr: 'POST /v1/responses: expected the prompt to contain "good bye"\nnobody asked for steps 1\n',
  })
})

test('an answer that stalls does not keep the command alive', async () => {
  await using served = new Served({ steps: [{ stall: 'mid', say: 'half' }] })
  const { openai } = await served.addresses()
  const stream = await new OpenAI({ baseURL: openai, apiKey: 'k', maxRetries: 0 }).responses.create({
    model: 'm',
    input: 'hello',
    stream: true,
  })
  const read = assert.rejects(async () => {
    for await (const event of stream) assert.notEqual(event.type, 'response.completed')
  })
  assert.deepEqual(await served.end('SIGTERM'), { code: 0, stderr: '' })
  await read
})

test('a port can be chosen, and one that is taken is told', async () => {
  await using first = new Served({ steps: [] })
  const { port } = await first.addresses()
  await using second = new Served({ steps: [] }, '--port', `${port}`)
  await once(second.child, 'exit')
  const { code, stderr } = await second.end('SIGTERM')
  assert.equal(code, 2)
  assert.match(stderr, /EADDRINUSE/)
})

test('--help shows how it is used', async () => {
  const { code, stdout, stderr } = await run('--help')
  assert.deepEqual(
    [code, stderr, stdout.split('\n')[0]],
    [0, '', 'Usage: ./skill-runner scripted-model <script.json> [--port N] [--log requests.jsonl]'],
  )
})

test('a wrong use or a wrong script ends it before it begins', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'scripted-model-'))
  try {
    const file = join(folder, 'script.json')
    writeFileSync(file, '{"steps":[{"syas":"hi"}]}')
    assert.deepEqual(await run(file), { code: 2, stdout: '', stderr: `${file}: unknown field steps[0].syas\n` })
    assert.deepEqual(await run(file, '--port', 'x'), { code: 2, stdout: '', stderr: '--port x is not a port\n' })
    const none = await run()
    assert.deepEqual([none.code, none.stdout, none.stderr.split('\n')[0]], [2, '', 'One script is needed.'])
    const flag = await run('--prot', '1')
    assert.deepEqual([flag.code, flag.stdout, flag.stderr.includes('--prot')], [2, '', true])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the ways to start it that its page names are the same program', async () => {
  const { stdout: usage } = await run('--help')
  const root = join(import.meta.dirname, '../../..')
  for (const entry of [['skill-runner', 'scripted-model'], ['packages/scripted-model/bin/scripted-model.mjs']]) {
    const [program = '', ...args] = entry
    const child = spawn(join(root, program), [...args, '--help'], { stdio: ['ignore', 'pipe', 'inherit'] })
    assert.equal(await text(child.stdout), usage)
  }
})
