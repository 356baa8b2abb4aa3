import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server'
import { type Arguments, invalidArgument } from './arguments.ts'
import { knowsTasks } from './capabilities.ts'
import { longestSec } from './patience.ts'
import { progressOf } from './progress.ts'
import type { Caller } from './rest.ts'
import { complete, followRun, isActive, startRun } from './runs.ts'
import { skillAnswer } from './skill-tools.ts'
import { createdTask, dataTaskOf, type TaskCreated } from './tasks.ts'

/** Runs a skill by the tool that is named after it. */
export async function callSkill(
  caller: Caller,
  { name, inputSchema }: Tool,
  given: Arguments,
  context: ServerContext,
): Promise<CallToolResult | TaskCreated> {
  const refusal = caller.refusal('skill_run', 'createJob')
  if (refusal) throw refusal
  const unknown = Object.keys(given).find((argument) => !Object.hasOwn(inputSchema.properties ?? {}, argument))
  if (unknown !== undefined) throw invalidArgument(unknown.slice(0, 128), 'is not known here', 'additionalProperties')
  const now = await startRun(caller, { operation: 'createJob', body: { ...given, skill_id: name } })
  if (!isActive(now)) return skillAnswer(await complete(caller, now))
  if (knowsTasks(context)) return createdTask(caller, dataTaskOf(now.request_id))
  const waiting = { seconds: longestSec, progress: progressOf(context), signal: context.mcpReq.signal }
  return skillAnswer(await followRun(caller, now.request_id, waiting))
}
