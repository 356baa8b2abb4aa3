import type { Json } from './json.ts'
import type { Shape } from './known.ts'
import type { Protocol, ProtocolName } from './protocol.ts'
import { chat } from './protocols/chat.ts'
import { gemini } from './protocols/gemini.ts'
import { countTokensKnown } from './protocols/gemini-known.ts'
import { messages } from './protocols/messages.ts'
import { countMessagesKnown } from './protocols/messages-known.ts'
import { responses } from './protocols/responses.ts'

/** Where a request goes: a turn of the conversation, a count of tokens, or the list of models. */
export type Route = TurnRoute | CountRoute | { readonly kind: 'models' }

export interface TurnRoute {
  readonly kind: 'turn'
  readonly protocol: Protocol
  /** Gemini tells by the address whether it wants a stream, the others in the body. */
  readonly streams: boolean | 'body'
}

interface CountRoute {
  readonly kind: 'count'
  readonly protocol: Protocol
  readonly known: Shape
  readonly answer: Json
}

export interface Match {
  readonly route: Route
  /** The model that the address names. */
  readonly model?: string
  readonly problems: readonly string[]
}

interface Entry {
  readonly method: string
  readonly path: RegExp
  readonly query?: Readonly<Record<string, string | null>>
  /** Query that must be there. */
  readonly needs?: string
  readonly route: Route
}

const geminiPath = (method: string) => new RegExp(`^/v1beta/models/([^/:]+):${method}$`)

/** Every route that we know. In `query`, null stands for any value. */
const routes: readonly Entry[] = [
  { method: 'POST', path: /^\/v1\/responses$/, route: { kind: 'turn', protocol: responses, streams: 'body' } },
  { method: 'POST', path: /^\/v1\/chat\/completions$/, route: { kind: 'turn', protocol: chat, streams: 'body' } },
  {
    method: 'POST',
    path: /^\/v1\/messages$/,
    query: { beta: 'true' },
    route: { kind: 'turn', protocol: messages, streams: 'body' },
  },
  {
    method: 'POST',
    path: geminiPath('streamGenerateContent'),
    query: { alt: 'sse' },
    needs: 'alt',
    route: { kind: 'turn', protocol: gemini, streams: true },
  },
  { method: 'POST', path: geminiPath('generateContent'), route: { kind: 'turn', protocol: gemini, streams: false } },
  {
    method: 'POST',
    path: geminiPath('countTokens'),
    route: { kind: 'count', protocol: gemini, known: countTokensKnown, answer: { totalTokens: 100 } },
  },
  {
    method: 'POST',
    path: /^\/v1\/messages\/count_tokens$/,
    query: { beta: 'true' },
    route: { kind: 'count', protocol: messages, known: countMessagesKnown, answer: { input_tokens: 100 } },
  },
  {
    method: 'GET',
    path: /^\/v1\/models$/,
    query: { client_version: null, limit: null, before_id: null, after_id: null },
    route: { kind: 'models' },
  },
]

export function findRoute(method: string, path: string, query: URLSearchParams): Match | undefined {
  for (const entry of routes) {
    const found = entry.method === method ? entry.path.exec(path) : null
    if (found) return { route: entry.route, ...(found[1] ? { model: found[1] } : {}), problems: queryProblems(entry, query) }
  }
  return undefined
}

export function protocolOf(route: Route): ProtocolName | 'models' {
  if (route.kind === 'models') return 'models'
  return route.protocol.name
}

/** The list of models has no protocol of its own; a refusal of it is told as OpenAI does. */
export const failureFor = (route: Route): Protocol['failure'] => (route.kind === 'models' ? responses : route.protocol).failure

/** Codex asks whether it may speak through a WebSocket; 426 says no, and it goes on at once. */
export const isWebSocketQuestion = (method: string, path: string): boolean => method === 'GET' && path === '/v1/responses'

function queryProblems({ query = {}, needs }: Entry, given: URLSearchParams): string[] {
  const unknown = [...given].filter(([name, value]) => {
    const known = Object.hasOwn(query, name) ? query[name] : undefined
    return known === undefined || (known !== null && known !== value)
  })
  const missing = needs && !given.has(needs) ? [`query ${needs}=${query[needs]} is missing`] : []
  return [...unknown.map(([name, value]) => `unknown query ${name}=${value}`), ...missing]
}
