import type { TaskEvent } from '@agent-skill-runner/contract/exec.ts'
import type { FastifyInstance } from 'fastify'
import { isEnded } from '../../domain/exec.ts'
import {
  cursorOfTask,
  findTask,
  isWatched,
  type News,
  newsSince,
  nothingSeen,
  parseTaskCursor,
  type Seen,
  untilNews,
} from '../../exec/watch.ts'
import { Fault } from '../../lib/fault.ts'
import { invalidRequest } from '../invalid-request.ts'
import { route } from '../route.ts'
import { frame, openStream } from '../sse.ts'
import type { RouteDeps } from './deps.ts'
import { entered } from './enter-project.ts'
import { presentTask } from './exec.ts'

/** Tasks as they go on: by a stream, or by asking again and again. Neither changes anything of them. */
export function execWatchRoutes(app: FastifyInstance, { runner, exec }: RouteDeps): void {
  route(app, 'followExecTask', async ({ principal, params, query, headers, reply }) => {
    const project = entered(principal, params.project_id)
    let seen = seenBy(headers['last-event-id'] ?? query.cursor)
    let task = await findTask(runner, project, params.task_id)
    const watch = { projectId: project, caller: principal.name, id: task.id, key: query.dedupe_key }
    using live = exec.watches.begin(watch)
    if (!live) throw new Fault('WATCH_RUNNING', { task_id: task.id, dedupe_key: query.dedupe_key })
    const stream = openStream(reply)
    while (!stream.closed.aborted) {
      // Nobody waits for what is over.
      const woken = isEnded(task.state) ? null : untilNews(runner, task.id, stream.closed)
      task = await findTask(runner, project, task.id)
      const found = await newsSince(runner, task, seen)
      for (const one of found) {
        seen = one.seen
        const event = present(one)
        if (!stream.send(frame(event.type, JSON.stringify(event), event.cursor))) await stream.drained()
      }
      if (isWatched(task, seen)) break
      if (found.length === 0) await (woken ?? untilNews(runner, task.id, stream.closed))
    }
    stream.end()
    return reply
  })

  route(app, 'watchExecTask', async ({ principal, params, query, signal }) => {
    const project = entered(principal, params.project_id)
    const enough = AbortSignal.any([signal, AbortSignal.timeout((query.wait_sec ?? 0) * 1000)])
    let seen = seenBy(query.cursor)
    const { id } = await findTask(runner, project, params.task_id)
    using live = exec.watches.begin({ projectId: project, caller: principal.name, id, key: query.dedupe_key })
    // No error: a caller that asks again and again goes on with the same cursor.
    if (!live) return { task_id: id, events: [], cursor: cursorOfTask(seen), finished: false, already_running: true as const }
    for (;;) {
      const task = await findTask(runner, project, params.task_id)
      const found = await newsSince(runner, task, seen)
      seen = found.at(-1)?.seen ?? seen
      const finished = isWatched(task, seen)
      if (found.length > 0 || finished || enough.aborted)
        return { task_id: task.id, events: found.map(present), cursor: cursorOfTask(seen), finished }
      await untilNews(runner, task.id, enough)
    }
  })
}

function seenBy(cursor: string | undefined): Seen {
  const seen = cursor === undefined ? nothingSeen : parseTaskCursor(cursor)
  if (seen === null) throw invalidRequest('query/cursor', 'is not a cursor of a task', 'cursor')
  return seen
}

function present({ news, seen }: News): TaskEvent {
  const cursor = cursorOfTask(seen)
  if (news.type === 'output')
    return { cursor, type: 'output', stream: news.stream, byte_from: news.from, byte_to: news.to, text: news.text }
  const { status, exit_code, error } = presentTask(news.task)
  return { cursor, type: 'status', status, exit_code, error }
}
