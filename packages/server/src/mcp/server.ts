import type { McpServer, ServerContext, Tool } from '@modelcontextprotocol/server'
import { Fault } from '../lib/fault.ts'
import { type Arguments, invalidArgument } from './arguments.ts'
import { addArtifacts } from './artifacts.ts'
import { answering, call } from './call.ts'
import { callSkill } from './call-skill.ts'
import { type Answered, isStateInvalid } from './converse.ts'
import { offeredTo, type ReadyTool } from './offered.ts'
import { addPrompts } from './prompts.ts'
import type { Caller } from './rest.ts'
import type { Sdk } from './sdk.ts'
import { type SkillToolDeps, skillTool, skillTools } from './skill-tools.ts'
import { listResources, type SkillsDeps, skillSource } from './skills.ts'
import { addTasks } from './task-methods.ts'
import type { TaskCreated } from './tasks.ts'

/** 2026-07-28, or anything before it. */
export type Era = 'modern' | 'legacy'

export interface ServerDeps {
  readonly sdk: Sdk
  readonly version: string
  readonly tools: ReadonlyMap<string, ReadyTool>
  readonly entries: SkillsDeps['entries']
  readonly made: SkillToolDeps['made']
  /** Something that is not offered, and why. */
  skip(skill: string, reason: string): void
  /** A bug of ours: the client learns only that there is one. */
  onBug(error: unknown): void
}

const instructions =
  'Runs Agent Skills in a sandbox. skills_list tells which there are and skills_load how to use one; skills_run_cmd runs a command in it. skill_run has a skill worked off as a whole. Whatever may take long answers with an id to watch.'

/** One server for one message, whichever revision it is in: nothing is kept between messages. */
export function serverFor(deps: ServerDeps, caller: Caller, era: Era): McpServer {
  const { sdk, version, skip } = deps
  const mcp = new sdk.McpServer({ name: 'skill-runner', version }, { instructions })
  // Without a session nobody could say over which stream of a client of that time such a message has to go.
  const listChanged = era === 'modern'
  mcp.server.registerCapabilities({ tools: { listChanged }, prompts: { listChanged }, resources: { listChanged } })
  addTools(mcp, deps, caller)
  addPrompts(mcp, caller)
  addArtifacts(mcp, sdk, caller)
  if (era === 'modern') addTasks(mcp, sdk, caller)
  const onWarning = ({ path, message }: { path: string; message: string }) => skip(path, message)
  new sdk.SkillsExtension({ source: skillSource(deps, caller), onWarning }).attach(mcp)
  mcp.server.setRequestHandler('resources/list', ({ params }) => listResources(caller, params?.cursor))
  return mcp
}

/** Our tools come from openapi.json and are checked by REST, so the registry of the SDK, which checks by itself, is left out. */
function addTools({ server }: McpServer, deps: ServerDeps, caller: Caller): void {
  const { tools } = deps
  server.setRequestHandler('tools/list', async () => {
    const ofTable = offeredTo(caller, tools).map(({ listed }) => listed)
    return { tools: [...ofTable, ...(await skillTools(deps, caller, new Set(tools.keys())))] }
  })
  server.setRequestHandler('tools/call', async ({ params }, context): Promise<Answered> => {
    const calling = answering(() => callByName(deps, caller, params.name, params.arguments ?? {}, context))
    const result = await calling.catch((error) => {
      throw error instanceof deps.sdk.ProtocolError ? error : hidden(deps, error)
    })
    // What became a task is known to the protocol, and to the types of the SDK not yet.
    return result as Answered
  })
}

async function callByName(
  { sdk, tools, made }: ServerDeps,
  caller: Caller,
  name: string,
  given: Arguments,
  context: ServerContext,
): Promise<Answered | TaskCreated> {
  if (isStateInvalid(context)) throw mistake(sdk, invalidArgument('requestState', 'must be that of the question', 'pattern'))
  const ready = tools.get(name)
  if (ready) return call(caller, ready, given, context)
  const tool: Tool | null = await skillTool(made, caller, name)
  if (!tool) throw mistake(sdk, new Fault('TOOL_NOT_FOUND', { tool: name.slice(0, 128) }))
  return callSkill(caller, tool, given, context)
}

function hidden({ sdk, onBug }: ServerDeps, error: unknown): Error {
  onBug(error)
  return new sdk.ProtocolError(sdk.ProtocolErrorCode.InternalError, 'Internal error', { code: 'INTERNAL' })
}

/** A mistake of the protocol rather than of a call: its own error, with ours in it. */
function mistake({ ProtocolError, ProtocolErrorCode }: Sdk, { code, message, details }: Fault): Error {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code, message, details })
}
