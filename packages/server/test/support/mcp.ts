import assert from 'node:assert/strict'
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from '@modelcontextprotocol/client'
import { withTaskCapabilityV2 } from '@modelcontextprotocol/ext-tasks/core/v2'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { note } from '../../../../test/verifies.ts'

/** The official clients of both generations. */
export const revisions = ['2026-07-28', '2025-11-25'] as const
export type Revision = (typeof revisions)[number]

export interface Tool {
  readonly name: string
  readonly inputSchema: object
  readonly outputSchema?: object | undefined
  readonly annotations?: object | undefined
}

/** The result of a call, as far as tests look at it. */
export interface Called<T = Record<string, unknown>> {
  readonly isError: boolean
  readonly data: T
  readonly content: readonly { readonly type: string; readonly text?: string; readonly uri?: string; readonly name?: string }[]
}

export interface Connected extends AsyncDisposable {
  readonly raw: NewClient
  readonly revision: string | undefined
  tools(): Promise<Tool[]>
  call<T = Record<string, unknown>>(name: string, args?: object, options?: CallOptions): Promise<Called<T>>
  /** Any other method. */
  ask<T>(method: string, params?: object): Promise<T>
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly onprogress?: (progress: { progress: number; message?: string | undefined }) => void
}

export interface Target {
  readonly url: string
  readonly path?: string
  readonly headers?: Record<string, string>
  /** What the client says that it can do. */
  readonly capabilities?: object
}

const self = { name: 'test', version: '1.0.0' }

export async function connect(
  revision: Revision,
  { url, path = '/mcp', headers = {}, capabilities = {} }: Target,
): Promise<Connected> {
  const at = new URL(path, url)
  if (revision === '2026-07-28') {
    const client = new NewClient(self, { capabilities, versionNegotiation: { mode: { pin: revision } } })
    await client.connect(new NewTransport(at, { requestInit: { headers } }))
    return connected(client, '2026-07-28')
  }
  const client = new OldClient(self, { capabilities })
  const transport = new OldTransport(at, { requestInit: { headers } })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  // The two are called alike, as far as tests go.
  return connected(client as unknown as NewClient, transport.protocolVersion)
}

/** With the tools in mind: a client holds each result against the schema that it has been told, and knows of none before. */
export async function connected(client: NewClient, revision: string | undefined): Promise<Connected> {
  // The old one takes a schema of the result before its options.
  const older = client instanceof OldClient ? (client as unknown as OldClient) : null
  const tools = async () => (await client.listTools()).tools
  await tools()
  return {
    raw: client,
    revision,
    tools,
    async call(name, args = {}, options = {}) {
      const request = { name, arguments: { ...args } }
      const result = await (older ? older.callTool(request, undefined, options) : client.callTool(request, options))
      return readCall(result as Parameters<typeof readCall>[0])
    },
    async ask<T>(method: string, params: object = {}) {
      const request = { method, params: { ...params } }
      return (await (older ? older.request(request, ResultSchema) : client.request(request, anything))) as T
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

const anything = { '~standard': { version: 1, vendor: 'test', validate: (value: unknown) => ({ value }) } } as const

function readCall<T>(result: { isError?: boolean; structuredContent?: unknown; content: Called['content'] }): Called<T> {
  const [first] = result.content
  // What is told as data is told as text as well, for clients that know no data.
  assert.equal(first?.type, 'text')
  const told = JSON.parse(first.text ?? '')
  // An error is text alone: a client would hold its data against the schema of a success.
  assert.deepEqual(result.structuredContent, result.isError ? undefined : told)
  return { isError: result.isError ?? false, data: told as T, content: result.content }
}

/** What a client says of itself, and who it is. */
interface Client {
  readonly knowsTasks?: boolean
  readonly headers?: Record<string, string>
}

/** A message of 2026-07-28 by hand: the SDK has no client that waits for tasks over HTTP, or that sends what it should not. */
export async function rpc<T>(url: string, method: string, params: Record<string, unknown>, as: Client = {}): Promise<T> {
  const { knowsTasks = true, headers = {} } = as
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const framed = { ...params, _meta: meta }
  const name = params['taskId'] ?? params['name']
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
      ...(name === undefined ? {} : { 'mcp-name': String(name) }),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: knowsTasks ? withTaskCapabilityV2(framed as Parameters<typeof withTaskCapabilityV2>[0]) : framed,
    }),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { code: number; message: string } }
  if (error) throw Object.assign(new Error(error.message), error)
  return result
}

/** The error in a result. */
export const errorIn = ({ isError, data }: Called): { code: string; details: Record<string, unknown> } => {
  assert.equal(isError, true, JSON.stringify(data))
  return (data as { error: { code: string; details: Record<string, unknown> } }).error
}

/** What the protocol says of a call that it rejects, and which of our codes is in that. */
export async function protocolErrorOf(calling: Promise<unknown>): Promise<{ code: number; ours: string | undefined }> {
  const thrown = await calling.then(
    (answer) => assert.fail(`answered ${JSON.stringify(answer)}`),
    (error: { code: number; data?: { code: string } }) => error,
  )
  if (thrown.data) note('error', thrown.data.code)
  return { code: thrown.code, ours: thrown.data?.code }
}
