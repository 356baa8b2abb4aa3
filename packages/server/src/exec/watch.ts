import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type ExecTask, isEnded, type TaskState, taskStates } from '../domain/exec.ts'
import type { Stream } from '../domain/launch.ts'
import { Fault } from '../lib/fault.ts'
import { type Growth, sliceOfLog } from '../workspace/read-log.ts'
import { type ExecDeps, taskTopic } from './deps.ts'

/** How much of a task somebody has seen: bytes of each stream, and its last state. */
export interface Seen {
  readonly stdout: number
  readonly stderr: number
  readonly state: TaskState | null
}

export type TaskNews =
  | { readonly type: 'output'; readonly stream: Stream; readonly from: number; readonly to: number; readonly text: string }
  | { readonly type: 'status'; readonly task: ExecTask }

/** One thing that happened, and what was seen with it. */
export interface News {
  readonly news: TaskNews
  readonly seen: Seen
}

export const nothingSeen: Seen = { stdout: 0, stderr: 0, state: null }

const pieceBytes = 65_536
/** Output has no bell. */
const lookEveryMs = 200

export const cursorOfTask = ({ stdout, stderr, state }: Seen): string =>
  `${stdout}.${stderr}.${state === null ? 0 : taskStates.indexOf(state) + 1}`

/** Null: it is none of ours. */
export function parseTaskCursor(text: string): Seen | null {
  const [, stdout, stderr, state] = /^(\d{1,15})\.(\d{1,15})\.([0-6])$/.exec(text) ?? []
  if (stdout === undefined) return null
  return { stdout: Number(stdout), stderr: Number(stderr), state: taskStates[Number(state) - 1] ?? null }
}

/** Of what it prints: asked of a row that was read before its logs. */
export const growthOf = ({ state }: Pick<ExecTask, 'state'>): Growth => (isEnded(state) ? 'complete' : 'growing')

/** What happened since; changes nothing. Its end is told when all its output was. */
export async function newsSince({ layout }: Pick<ExecDeps, 'layout'>, task: ExecTask, seen: Seen): Promise<News[]> {
  const found: News[] = []
  let now = seen
  const isOver = isEnded(task.state)
  const tellState = () => {
    now = { ...now, state: task.state }
    found.push({ news: { type: 'status', task }, seen: now })
  }
  if (!isOver && task.state !== seen.state) tellState()
  for (const stream of ['stdout', 'stderr'] as const) {
    const slice = await sliceOfLog(
      join(layout.execTask(task.id), `${stream}.log`),
      now[stream],
      Number.MAX_SAFE_INTEGER,
      pieceBytes,
      growthOf(task),
    )
    if (slice.to <= now[stream]) continue
    now = { ...now, [stream]: slice.to }
    found.push({ news: { type: 'output', stream, from: slice.from, to: slice.to, text: slice.text }, seen: now })
  }
  if (isOver && task.state !== seen.state && isAllSeen(layout.execTask(task.id), now)) tellState()
  return found
}

/** Whether nothing more will ever happen. */
export const isWatched = (task: ExecTask, seen: Seen): boolean => isEnded(task.state) && task.state === seen.state

function isAllSeen(folder: string, seen: Seen): boolean {
  const sizeOf = (stream: Stream) => statSync(join(folder, `${stream}.log`), { throwIfNoEntry: false })?.size ?? 0
  return seen.stdout >= sizeOf('stdout') && seen.stderr >= sizeOf('stderr')
}

/** Waits until something may have happened, or until the signal. */
export async function untilNews({ wakes }: Pick<ExecDeps, 'wakes'>, id: string, signal: AbortSignal): Promise<void> {
  await wakes.next(taskTopic(id), AbortSignal.any([signal, AbortSignal.timeout(lookEveryMs)]))
}

export async function findTask({ store }: Pick<ExecDeps, 'store'>, projectId: string, id: string): Promise<ExecTask> {
  const task = await store.execTasks.get(projectId, id)
  if (!task) throw new Fault('TASK_NOT_FOUND', { task_id: id })
  return task
}
