import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../../../../examples/client/main.js', import.meta.url))

/** The example client as its own process, as a person starts it, on a free port and with a folder of recordings of its own. */
export async function startExampleClient(backend: string, env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'asr-client-'))
  const recordings = join(folder, 'recordings')
  mkdirSync(recordings)
  const child = spawnClient(['--port', '0', '--recordings', recordings], {
    SKILL_RUNNER_E2E_CLIENT_BACKEND_BASE_URL: backend,
    ...env,
  })
  const url = await addressOf(child)
  return {
    url,
    folder,
    async get<T = unknown>(path: string): Promise<{ status: number; body: T }> {
      const response = await fetch(url + path)
      return { status: response.status, body: (await response.json()) as T }
    },
    /** What is recorded of a job. */
    recordingOf: (job: string): string => readFileSync(join(recordings, `${job}.json`), 'utf8'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

/** Of what is answered to a page, what tests look at. */
interface Sent {
  readonly request_id: string
  readonly error: { readonly code: string }
}

/** Posts what a page posts. */
export async function send(
  url: string,
  path: string,
  body: object | FormData,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Sent }> {
  const isForm = body instanceof FormData
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    body: isForm ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Sent }
}

/** Runs it to its end, and gives what it said. */
export async function runExampleClient(args: readonly string[], env: Record<string, string>) {
  const child = spawnClient(args, env)
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    said.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    said.stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, ...said }
}

const spawnClient = (args: readonly string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [main, ...args], { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'pipe'] })

function addressOf(child: ChildProcess): Promise<string> {
  let text = ''
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk
      const url = /listens on (http:\S+)/.exec(text)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('close', (code) => reject(new Error(`the example client ended with ${code}:\n${text}`)))
  })
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** A recording whose ids and times are the same in every run: JOB, KEY and TIME. */
export const masked = (recording: string, job: string): unknown => JSON.parse(maskedText(recording, job))

export const maskedText = (text: string, job: string): string =>
  text
    .replaceAll(job, 'JOB')
    .replaceAll(uuid, 'KEY')
    .replaceAll(/"at": "[\dT:.-]+Z"/g, '"at": "TIME"')
