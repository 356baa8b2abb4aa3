/** A message of JSON-RPC, as far as it is looked at on its way. */
export interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
}

/** What a message is about, by its method; the revision of 2026-07-28 says it in a header too. */
const nameIn: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}

/** Those that a message needs over HTTP. Messages of 2026-07-28 name their revision; the older ones agreed on theirs at the start. */
export function headersFor(message: Message, agreed: string | undefined, token: string | undefined): Record<string, string> {
  const { method, params } = message
  const meta = params?.['_meta'] as Readonly<Record<string, unknown>> | undefined
  const named = meta?.['io.modelcontextprotocol/protocolVersion']
  const isModern = typeof named === 'string'
  const revision = isModern ? named : agreed
  const about = method === undefined ? undefined : params?.[nameIn[method] ?? '']
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(revision === undefined ? {} : { 'mcp-protocol-version': revision }),
    ...(isModern && method !== undefined ? { 'mcp-method': method } : {}),
    ...(isModern && typeof about === 'string' ? { 'mcp-name': asHeader(about) } : {}),
  }
}

/** What a header cannot hold as it is goes as base64, in the words of the protocol. */
function asHeader(value: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith('=?base64?')
  return isPlain ? value : `=?base64?${Buffer.from(value).toString('base64')}?=`
}
