import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { components } from 'e2b'
import { until } from '../../support/until.ts'
import { askInside } from './envd.ts'
import { connectSandbox, newSandbox, newSandboxV2, problemWith, sandboxTimeout } from './fields.ts'
import { type Machine, openMachine } from './machine.ts'
import { answer } from './refuse.ts'

type Schemas = components['schemas']

/** A sandbox as the stand-in has it. */
export interface StandInSandbox {
  readonly id: string
  readonly token: string
  readonly metadata: Readonly<Record<string, string>>
  readonly template: string
  readonly internet: boolean
  readonly machine: Machine
  startedAt: Date
  endAt: Date
  /** As it was last asked for. */
  timeoutSec: number
}

const apiKey = 'e2b_0123456789abcdef0123456789abcdef01234567'

/**
 * STAND-IN for E2B, for tests only: the routes of its control plane and of the envd in its sandboxes that we use, held against the types and
 * protobuf files of its official client. Commands really run, as an ordinary user in bubblewrap. What it does not know fails the test.
 * It keeps time only where it is told to (`expire`).
 */
export async function openE2bStandIn() {
  const folder = mkdtempSync(join(tmpdir(), 'asr-e2b-'))
  const sandboxes = new Map<string, StandInSandbox>()
  const problems: string[] = []
  const requests: string[] = []
  let failing: { readonly status: number; readonly message: string } | null = null
  let losing: { readonly command: RegExp; readonly isBegun: boolean } | null = null

  const refuse = (response: ServerResponse, problem: string) => {
    problems.push(problem)
    answer(response, 400, { code: 400, message: `STAND-IN: ${problem}` })
  }
  const notFound = (response: ServerResponse, id: string) =>
    answer(response, 404, { code: 404, message: `sandbox "${id}" not found` })

  const end = async (id: string) => {
    const sandbox = sandboxes.get(id)
    sandboxes.delete(id)
    await sandbox?.machine.end()
    return sandbox !== undefined
  }

  const create = async (body: Schemas['NewSandboxV2']): Promise<StandInSandbox> => {
    const id = `i${randomBytes(10).toString('hex')}`
    const machine = await openMachine(join(folder, id))
    const startedAt = new Date()
    const sandbox = {
      ...{ id, machine, startedAt, token: randomBytes(16).toString('hex'), metadata: body.metadata ?? {} },
      ...{ template: body.templateID, internet: body.allow_internet_access === true },
      endAt: new Date(startedAt.getTime() + (body.timeout ?? 0) * 1000),
      timeoutSec: body.timeout ?? 0,
    }
    sandboxes.set(id, sandbox)
    return sandbox
  }

  /** The control plane. */
  const control = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const key = request.headers['x-api-key']
    // Not all providers keep it to themselves.
    if (key !== apiKey) return answer(response, 401, { code: 401, message: `Invalid API key ${key}` })
    if (failing) return answer(response, failing.status, { code: failing.status, message: failing.message })
    const text = (await buffer(request)).toString()
    const body = text === '' ? {} : JSON.parse(text)
    const [, version, id = '', action = ''] = /^(\/v2)?\/sandboxes(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(url.pathname) ?? []
    const sandbox = sandboxes.get(id)
    const what = `${request.method} ${version ?? ''}/${id === '' ? '' : '{id}'}${action === '' ? '' : `/${action}`}`
    requests.push(what)
    if (url.search !== '' && what !== 'GET /v2/') return refuse(response, `${what} with ${url.search}`)
    if (text !== '' && request.method !== 'POST') return refuse(response, `${what} with a body`)
    switch (what) {
      case 'POST /':
      case 'POST /v2/': {
        const problem = problemWith(body, version ? newSandboxV2 : newSandbox)
        if (problem) return refuse(response, `${what}: ${problem}`)
        if (body.templateID === 'missing') return answer(response, 404, { code: 404, message: "template 'missing' not found" })
        return answer(response, 201, presented(await create(body)))
      }
      case 'GET /v2/':
        return list(response, url)
      case 'GET /{id}':
        return sandbox ? answer(response, 200, detailed(sandbox)) : notFound(response, id)
      case 'DELETE /{id}':
        return (await end(id)) ? void response.writeHead(204).end() : notFound(response, id)
      case 'POST /{id}/timeout': {
        const problem = problemWith(body, sandboxTimeout)
        if (problem) return refuse(response, `${what}: ${problem}`)
        if (!sandbox) return notFound(response, id)
        sandbox.endAt = new Date(Date.now() + body.timeout * 1000)
        sandbox.timeoutSec = body.timeout
        return void response.writeHead(204).end()
      }
      case 'POST /{id}/connect':
      case 'POST /v2/{id}/connect': {
        const problem = problemWith(body, connectSandbox)
        if (problem) return refuse(response, `${what}: ${problem}`)
        if (!sandbox) return notFound(response, id)
        sandbox.endAt = new Date(Math.max(sandbox.endAt.getTime(), Date.now() + body.timeout * 1000))
        sandbox.timeoutSec = body.timeout
        return answer(response, 200, presented(sandbox))
      }
      default:
        refuse(response, `unknown route ${request.method} ${url.pathname}`)
    }
  }

  const list = (response: ServerResponse, url: URL) => {
    const { metadata = '', state = 'running', limit = '100', nextToken = '0', ...more } = Object.fromEntries(url.searchParams)
    if (Object.keys(more).length > 0 || state !== 'running') return refuse(response, `list with ${url.search}`)
    const wanted = [...new URLSearchParams(metadata)].map(([name, value]) => [
      decodeURIComponent(name),
      decodeURIComponent(value),
    ])
    const found = [...sandboxes.values()].filter((one) => wanted.every(([name = '', value]) => one.metadata[name] === value))
    const to = Number(nextToken) + Number(limit)
    if (to < found.length) response.setHeader('x-next-token', String(to))
    answer(response, 200, found.slice(Number(nextToken), to).map(listed))
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://stand-in')
    const inside = request.headers['e2b-sandbox-id']
    const handled = async () => {
      if (inside === undefined) return control(request, response, url)
      const sandbox = sandboxes.get(String(inside))
      if (!sandbox) return answer(response, 502, { sandboxId: inside, message: 'The sandbox was not found', code: 502 })
      if (request.headers['x-access-token'] !== sandbox.token || request.headers['e2b-sandbox-port'] !== '49983')
        return answer(response, 401, { code: 401, message: 'Invalid access token' })
      requests.push(`${request.method} ${url.pathname}`)
      const loses = (command: string, isBegun: boolean) => {
        const isLost = losing?.isBegun === isBegun && losing.command.test(command)
        if (isLost) losing = null
        return isLost
      }
      return askInside({ machine: sandbox.machine, refuse, loses }, request, response, url)
    }
    handled().catch((error) => refuse(response, String(error)))
  }).listen(0, '127.0.0.1')
  await until('the stand-in listens', () => server.listening)
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`

  return {
    apiKey,
    address,
    sandboxes,
    requests,
    /** Settings of a server that uses it. */
    env: { SKILL_RUNNER_SKILLS_MODE: 'remote', E2B_API_KEY: apiKey, E2B_API_URL: address, E2B_SANDBOX_URL: address },
    /** The sandboxes go away, as they do when their time is over. */
    async expire() {
      for (const id of [...sandboxes.keys()]) await end(id)
    },
    fail(status: number, message: string) {
      failing = { status, message }
    },
    recover() {
      failing = null
    },
    /** The next such command is not answered, though it has begun. */
    loseAnswerTo(command: RegExp) {
      losing = { command, isBegun: true }
    },
    /** The next such command does not arrive. */
    loseRequestFor(command: RegExp) {
      losing = { command, isBegun: false }
    },
    async [Symbol.asyncDispose]() {
      for (const id of [...sandboxes.keys()]) await end(id)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
      if (problems.length > 0) throw new Error(`The stand-in of E2B was asked for what it does not know: ${problems.join('; ')}`)
    },
  }
}

const presented = ({ id, token, template }: StandInSandbox): Schemas['Sandbox'] => ({
  ...{ sandboxID: id, templateID: template, clientID: 'stand-in', envdVersion: '0.6.4', envdAccessToken: token },
})

const listed = ({ id, template, metadata, startedAt, endAt }: StandInSandbox): Schemas['ListedSandbox'] => ({
  ...{ sandboxID: id, templateID: template, clientID: 'stand-in', envdVersion: '0.6.4', state: 'running' },
  ...{ metadata, startedAt: startedAt.toISOString(), endAt: endAt.toISOString(), cpuCount: 2, memoryMB: 512, diskSizeMB: 1024 },
})

const detailed = (sandbox: StandInSandbox): Schemas['SandboxDetail'] => ({
  ...listed(sandbox),
  ...{ envdAccessToken: sandbox.token, allowInternetAccess: sandbox.internet },
})
