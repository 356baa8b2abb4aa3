import type { Tool } from '../domain/tools.ts'
import type { Fault } from '../lib/fault.ts'

/** One operation of the REST API, asked for within this process. */
export interface RestRequest {
  /** As openapi.json calls it. */
  readonly operation: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Ends a wait; what was started goes on. */
  readonly signal?: AbortSignal
}

export interface RestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** What a client can list, and be told that it has changed. */
export type List = 'tools' | 'prompts' | 'resources'

/** Whoever sent a message over MCP: what they ask for is asked for in their name, and judged as if they had used REST. */
export interface Caller {
  /** What the URL says, or else their token. */
  readonly project: string
  rest(request: RestRequest): Promise<RestAnswer>
  /** Why their scopes or their profile do not leave them a tool that stands for this operation; null: they do. */
  refusal(tool: Tool, operation: string): Fault | null
  /** Tells which of their lists may have changed, whenever they may have, until the answer is called. */
  onChange(listener: (lists: readonly List[]) => void): () => void
}

export const isSuccess = ({ status }: RestAnswer): boolean => status < 400

/** An answer of ours is JSON wherever its operation says so. */
export const jsonOf = ({ bytes }: RestAnswer): Record<string, unknown> =>
  JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
