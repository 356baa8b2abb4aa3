import type { Connection } from './connection.ts'
import { framesOf } from './frames.ts'
import { pause } from './patience.ts'
import type { AnswerOf } from './types.ts'

export type TaskEvent = AnswerOf<'watchExecTask'>['events'][number]

export interface FollowTaskOptions {
  /** Of the last event that is known, or of a task that was read; everything from the start when left out. */
  readonly cursor?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** Every event of a task, once and in order, to its end: a connection that is lost is opened again where it broke off. */
export async function* followTask(
  connection: Connection,
  path: string,
  { cursor, signal }: FollowTaskOptions,
): AsyncGenerator<TaskEvent, void> {
  const patience = connection.patience()
  for (let last = cursor; ; ) {
    const response = await connection.open({ path, query: { cursor: last }, signal })
    for await (const { event, data } of framesOf(response, signal)) {
      patience.reset()
      // Heartbeats, and kinds that are newer than this client.
      if (event !== 'status' && event !== 'output') continue
      const told = JSON.parse(data) as TaskEvent
      last = told.cursor
      yield told
      if (isEnd(told)) return
    }
    // A stream that begins behind the end of its task has nothing to tell, and looks like one that broke off.
    const query = { cursor: last }
    const told = await connection.json<AnswerOf<'watchExecTask'>>({ path: `${path}/history`, query, signal })
    yield* told.events
    if (told.finished) return
    last = told.cursor
    const ms = patience.next()
    if (ms === null) throw connection.unreachable(new Error('the stream of events breaks off again and again'))
    await pause(ms, signal)
  }
}

/** The end is told when all the output was. */
const isEnd = ({ status }: TaskEvent): boolean => status === 'succeeded' || status === 'failed' || status === 'canceled'
