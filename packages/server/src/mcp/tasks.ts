import type { CallToolResult } from '@modelcontextprotocol/server'
import { formFor, reply } from './converse.ts'
import { outputLinks } from './links.ts'
import { keyOf, replyIn } from './question.ts'
import { type Caller, jsonOf } from './rest.ts'
import { requireSuccess, success } from './results.ts'
import { runAnswer } from './run-answer.ts'
import { complete, type RunNow } from './runs.ts'
import { skillAnswer } from './skill-tools.ts'

/**
 * Tasks of the protocol (io.modelcontextprotocol/tasks): our jobs and tasks under their own ids, read from the store whenever somebody
 * asks. Nothing is kept for them, so they outlive the server and are the same over REST.
 */
export interface TaskView extends Record<string, unknown> {
  readonly taskId: string
  readonly status: 'working' | 'input_required' | 'completed' | 'cancelled'
  readonly statusMessage: string
  readonly createdAt: string
  readonly lastUpdatedAt: string
  readonly ttlMs: null
  readonly pollIntervalMs: number
  readonly inputRequests?: Readonly<Record<string, unknown>>
  readonly result?: CallToolResult
}

/** A call that became a task instead of an answer. */
export type TaskCreated = Omit<TaskView, 'result' | 'inputRequests'> & { readonly resultType: 'task' }

/** After the id of a job whose task ends with the data of its skill alone, as the tool of that skill answers. */
const asData = '.data'

export const dataTaskOf = (requestId: string): string => `${requestId}${asData}`

export const createdTask = async (caller: Caller, taskId: string): Promise<TaskCreated> => created(await runTask(caller, taskId))

/** From the answer that tells that it has started: whatever went wrong with another request would take its id along. */
export const createdCommand = (caller: Caller, told: Record<string, unknown>): TaskCreated =>
  created(commandTask(caller, told as CommandView))

/** A task that its client could never ask about is none; the plain answer has the id for the tools that are left to it. */
export const mayReadCommands = (caller: Caller): boolean => caller.refusal('skills_task_status', readsCommand) === null

function created({ result: _, inputRequests: _asked, ...task }: TaskView): TaskCreated {
  return { ...task, resultType: 'task' } as TaskCreated
}

/** Throws what REST answers for one that is not there. */
export function getTask(caller: Caller, taskId: string): Promise<TaskView> {
  return isCommand(taskId) ? readCommand(caller, taskId) : runTask(caller, taskId)
}

/** Hands the replies to the run. One to a question that is no longer open is no mistake: somebody else was quicker. */
export async function updateTask(caller: Caller, taskId: string, responses: Readonly<Record<string, unknown>>): Promise<void> {
  const task = await getTask(caller, taskId)
  if (task.status !== 'input_required') return
  const { pending } = await readRun(caller, jobOf(taskId))
  const response = pending && replyIn(pending, responses[keyOf(pending)])
  if (!pending || response === undefined) return
  await reply(caller, { request_id: jobOf(taskId), interaction_id: pending.interaction_id }, response)
}

export async function cancelTask(caller: Caller, taskId: string): Promise<void> {
  const request = isCommand(taskId)
    ? { operation: 'cancelExecTask', params: { project_id: caller.project, task_id: taskId }, body: {} }
    : { operation: 'cancelJob', params: { request_id: jobOf(taskId) } }
  requireSuccess(await caller.rest(request))
}

const isCommand = (taskId: string): boolean => taskId.startsWith('task_')
const jobOf = (taskId: string): string => (taskId.endsWith(asData) ? taskId.slice(0, -asData.length) : taskId)

const usual = { ttlMs: null, pollIntervalMs: 1000 } as const

interface JobView extends RunNow {
  readonly created_at: string
  readonly updated_at: string
}

async function readRun(caller: Caller, requestId: string): Promise<JobView> {
  const answer = requireSuccess(await caller.rest({ operation: 'getJob', params: { request_id: requestId } }))
  const { created_at, updated_at, ...job } = jsonOf(answer) as unknown as JobView
  const { request_id, status, cache_hit } = job
  return { ...(await complete(caller, { request_id, status, cache_hit, result: null, pending: null })), created_at, updated_at }
}

async function runTask(caller: Caller, taskId: string): Promise<TaskView> {
  const { created_at, updated_at, ...now } = await readRun(caller, jobOf(taskId))
  const task = { taskId, statusMessage: now.status, createdAt: created_at, lastUpdatedAt: updated_at, ...usual }
  if (now.status === 'canceled') return { ...task, status: 'cancelled' }
  if (now.result)
    return { ...task, status: 'completed', result: taskId.endsWith(asData) ? skillAnswer(now) : runAnswer(caller, now) }
  const form = now.pending && formFor(caller, now.pending)
  if (!now.pending || !form) return { ...task, status: 'working' }
  return { ...task, status: 'input_required', inputRequests: { [keyOf(now.pending)]: form } }
}

const readsCommand = 'getExecTask'

async function readCommand(caller: Caller, taskId: string): Promise<TaskView> {
  const params = { project_id: caller.project, task_id: taskId }
  const told = jsonOf(requireSuccess(await caller.rest({ operation: readsCommand, params })))
  return commandTask(caller, told as CommandView)
}

interface CommandView extends Record<string, unknown> {
  readonly task_id: string
  readonly status: string
  readonly created_at: string
  readonly started_at: string | null
  readonly finished_at: string | null
}

/** A command that failed has been run, so its task is complete; the result tells how it ended. */
function commandTask(caller: Caller, told: CommandView): TaskView {
  const { task_id, status, created_at, started_at, finished_at } = told
  const task = {
    taskId: task_id,
    statusMessage: status,
    createdAt: created_at,
    lastUpdatedAt: finished_at ?? started_at ?? created_at,
    ...usual,
  }
  if (status === 'canceled') return { ...task, status: 'cancelled' }
  if (finished_at === null) return { ...task, status: 'working' }
  return { ...task, status: 'completed', result: commandResult(caller, told) }
}

/** What the call promised to answer, and the output beside it. */
function commandResult(caller: Caller, told: Record<string, unknown>): CallToolResult {
  const { stdout, stderr, policy_notes, cursor: _, ...accepted } = told
  const output = { type: 'text', text: JSON.stringify({ stdout, stderr, policy_notes }) } as const
  return success(accepted, [output, ...outputLinks(caller.project, told)])
}
