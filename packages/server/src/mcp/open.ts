import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerEvent, ServerEventBus, Tool } from '@modelcontextprotocol/server'
import type { Skill } from '@modelcontextprotocol/server/ext/skills'
import { MadeOnce } from '../lib/made-once.ts'
import type { Document } from './document.ts'
import { isListening } from './listening.ts'
import { toolsBy } from './offered.ts'
import { judgeParamsBy } from './params.ts'
import type { Caller, List } from './rest.ts'
import { loadSdk } from './sdk.ts'
import { serverFor } from './server.ts'

/** What skills are listed as. To make one takes all files of its skill. */
const mostEntries = 500

export interface McpDeps {
  /** openapi.json. */
  readonly document: object
  readonly version: string
  onError(error: Error): void
  /** Something that is not offered, and why. */
  skip(skill: string, reason: string): void
  /** A bug of ours: the client learns only that there is one. */
  onBug(error: unknown): void
}

/** Answers MCP messages, of the revisions 2026-07-28 and 2025-11-25 alike. */
export interface Mcp {
  /** `body` is what was parsed of the request. */
  answer(request: Request, body: unknown, caller: Caller): Promise<Response>
  /** Ends the streams that tell of changes, and says that they are ended. New ones are not opened. */
  endStreams(): void
  close(): Promise<void>
}

export async function openMcp({ document, version, onError, skip, onBug }: McpDeps): Promise<Mcp> {
  const sdk = await loadSdk()
  const deps = {
    sdk,
    version,
    tools: toolsBy(document as Document),
    entries: new MadeOnce<Skill | null>(mostEntries),
    made: new Map<string, Tool | null>(),
    skip,
    onBug,
  }
  const judgeParams = judgeParamsBy(sdk)
  const callers = new AsyncLocalStorage<Caller>()
  const current = (): Caller => {
    const caller = callers.getStore()
    if (!caller) throw new Error('a message without its caller')
    return caller
  }
  const open = () =>
    sdk.createMcpHandler(({ era }) => serverFor(deps, current(), era), { bus: changesOf(current), onerror: onError })
  // Streams end before calls do: who waits for something is still told what became of it.
  const [calls, streams] = [open(), open()]
  return {
    answer: async (request, parsedBody, caller) =>
      (await judgeParams(request, parsedBody)) ??
      callers.run(caller, () => (isListening(parsedBody) ? streams : calls).fetch(request, { parsedBody })),
    endStreams: () => void streams.close(),
    close: async () => {
      await Promise.all([calls.close(), streams.close()])
    },
  }
}

/** Whoever listens hears of the lists that they themselves see; nothing is sent to all. */
function changesOf(current: () => Caller): ServerEventBus {
  return {
    publish() {},
    subscribe: (listener) => current().onChange((lists) => lists.forEach((list) => void listener({ kind: kinds[list] }))),
  }
}

const kinds = {
  tools: 'tools_list_changed',
  prompts: 'prompts_list_changed',
  resources: 'resources_list_changed',
} as const satisfies Record<List, ServerEvent['kind']>
