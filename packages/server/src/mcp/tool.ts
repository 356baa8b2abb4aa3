import type { Tool as ToolName } from '../domain/tools.ts'

/** What a client may believe about a tool before it calls it. They are told to people who decide, so they are never kinder than the truth. */
export interface Hints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** Of whatever runs a command, an agent or a script. It can delete what it finds; whether it reaches hosts is up to project and skill. */
export const runs: Hints = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }

/** How a call of a tool is answered: by one request, or by something that takes more. */
export type Way = 'request' | 'command' | 'load' | 'status' | 'watch' | 'run' | 'run-status' | 'run-result' | 'reply'

/** A tool is data: which operation of the REST API it stands for, and how its arguments become one. */
export interface ToolSpec {
  readonly name: ToolName
  readonly title: string
  readonly description: string
  readonly hints: Hints
  readonly operation: string
  readonly way: Way
  /** Arguments that are called otherwise than the parameter that they become. */
  readonly rename?: Readonly<Record<string, string>>
  /** Headers that are arguments too, by the name of the argument. */
  readonly headers?: Readonly<Record<string, string>>
  /** Members of the body that are offered, where not all are. */
  readonly only?: readonly string[]
  /** It answers what it has started as a task, which clients that know those of the protocol get as one. */
  readonly isTask?: true
  /** Query parameters that are not offered. */
  readonly without?: readonly string[]
}
