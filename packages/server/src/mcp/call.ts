import type { ServerContext } from '@modelcontextprotocol/server'
import { unreachable } from '../lib/unreachable.ts'
import { type Arguments, invalidArgument, requestOf } from './arguments.ts'
import { knowsTasks } from './capabilities.ts'
import { type Answered, askedBy, converse, goOn } from './converse.ts'
import { artifactLinks, outputLinks } from './links.ts'
import { load } from './load.ts'
import type { ReadyTool } from './offered.ts'
import { longestSec, patienceOf, sliceSec } from './patience.ts'
import { progressOf, whileAlive } from './progress.ts'
import { type Caller, jsonOf, type RestAnswer } from './rest.ts'
import { type ErrorView, requireSuccess, resultOf, resultOfThrown } from './results.ts'
import { runAnswer } from './run-answer.ts'
import { complete, followRun, isActive, type RunResult, startRun } from './runs.ts'
import { createdCommand, createdTask, mayReadCommands, type TaskCreated } from './tasks.ts'
import { watch } from './watch.ts'

/** Whatever REST refuses is a result that says so; everything else that is thrown goes on. */
export async function answering<T>(answer: () => Promise<T>) {
  try {
    return await answer()
  } catch (error) {
    const result = resultOfThrown(error)
    if (result) return result
    throw error
  }
}

export async function call(
  caller: Caller,
  tool: ReadyTool,
  given: Arguments,
  context: ServerContext,
): Promise<Answered | TaskCreated> {
  const { spec, operation } = tool
  const { signal } = context.mcpReq
  const refusal = caller.refusal(spec.name, spec.operation)
  if (refusal) throw refusal
  const { wait_sec, ...others } = given
  const request = (of: Arguments) => ({ ...requestOf(spec, operation, caller.project, of), signal })
  const waiting = (usual?: number) => ({ seconds: patienceOf(wait_sec, usual), progress: progressOf(context), signal })
  switch (spec.way) {
    case 'request': {
      const answer = await whileAlive(progressOf(context), sliceSec, caller.rest(request(given)))
      if (spec.isTask && knowsTasks(context) && mayReadCommands(caller))
        return createdCommand(caller, jsonOf(requireSuccess(answer)))
      return resultOf(answer, (told) => outputLinks(caller.project, told))
    }
    case 'command': {
      const run = (of: Arguments) => whileAlive(progressOf(context), sliceSec, caller.rest(request(of)))
      return resultOf(await runInTime(run, given), (told) => outputLinks(caller.project, told))
    }
    case 'load':
      return load(caller, request({ path: 'SKILL.md', ...given }))
    case 'watch':
      return watch(caller, request(others), waiting())
    case 'status':
      return resultOf(await caller.rest({ ...statusRequest(tool, caller.project, given), signal }), (told) =>
        outputLinks(caller.project, told),
      )
    case 'run': {
      const asked = askedBy(context)
      if (asked) return goOn(caller, asked, waiting(), context)
      const patience = waiting()
      const now = await startRun(caller, request(others))
      if (!isActive(now)) return converse(caller, await complete(caller, now), context)
      if (knowsTasks(context)) return createdTask(caller, now.request_id)
      return converse(caller, await followRun(caller, now.request_id, patience), context)
    }
    case 'reply': {
      const asked = askedBy(context)
      if (asked) return goOn(caller, asked, waiting(), context)
      const patience = waiting()
      const reply = request(others)
      requireSuccess(await caller.rest(reply))
      return converse(caller, await followRun(caller, reply.params?.['request_id'] ?? '', patience), context)
    }
    case 'run-status': {
      const { params = {} } = request(others)
      return runAnswer(caller, await followRun(caller, params['request_id'] ?? '', waiting(0)))
    }
    case 'run-result':
      return resultOf(await caller.rest(request(given)), (told) =>
        artifactLinks(String(told['request_id']), (told['result'] as RunResult).artifacts),
      )
    default:
      return unreachable(spec.way)
  }
}

/**
 * A project that allows less than a call may take has less as its default too; and a key that was used when it did is of a call without a
 * time. Nothing has run when either is said.
 */
async function runInTime(run: (of: Arguments) => Promise<RestAnswer>, given: Arguments): Promise<RestAnswer> {
  if (given['timeout_sec'] !== undefined) return run(given)
  const answer = await run({ ...given, timeout_sec: longestSec })
  return isTooLong(answer) || isOfAnother(answer) ? run(given) : answer
}

const isOfAnother = (answer: RestAnswer): boolean => answer.status === 409 && errorOf(answer).code === 'IDEMPOTENCY_MISMATCH'

const errorOf = (answer: RestAnswer): ErrorView['error'] => (jsonOf(answer) as unknown as ErrorView).error

function isTooLong(answer: RestAnswer): boolean {
  if (answer.status !== 400) return false
  const { details } = errorOf(answer)
  const { problems = [] } = details as { problems?: readonly { path: string; keyword: string }[] }
  return problems.length > 0 && problems.every(({ path, keyword }) => path === '/timeout_sec' && keyword === 'maximum')
}

/** Of a task by its id, or of something that a command knows. */
function statusRequest({ spec, operation, query }: ReadyTool, project: string, { provider = 'task', ...given }: Arguments) {
  if (provider === 'task') return requestOf(spec, operation, project, given)
  if (provider !== 'cmd') throw invalidArgument('provider', 'must be one of task, cmd', 'enum')
  return requestOf({ ...spec, operation: 'queryExecTask' }, query, project, given)
}
