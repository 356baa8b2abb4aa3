import type { ServerContext } from '@modelcontextprotocol/server'

const declaredAt = 'io.modelcontextprotocol/clientCapabilities'
export const tasksExtension = 'io.modelcontextprotocol/tasks'

/** What a client says of itself with each message; those before 2026-07-28 say it once, to a server that keeps nothing. */
interface Declared {
  readonly elicitation?: { readonly form?: object; readonly url?: object }
  readonly extensions?: Readonly<Record<string, unknown>>
}

function declaredBy({ mcpReq }: ServerContext): Declared {
  const envelope = (mcpReq.envelope ?? {}) as Readonly<Record<string, unknown>>
  return (envelope[declaredAt] as Declared | undefined) ?? {}
}

/** Whether a person can be asked something through the client. One that names no way means forms. */
export function canElicit(context: ServerContext): boolean {
  const { elicitation } = declaredBy(context)
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

export const knowsTasks = (context: ServerContext): boolean => declaredBy(context).extensions?.[tasksExtension] !== undefined
