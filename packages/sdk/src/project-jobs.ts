import { type Connection, step } from './connection.ts'
import { keyHeader, type Repeatable } from './idempotency.ts'
import { eachOf } from './pages.ts'
import type { Leaving } from './runs.ts'
import type { AnswerOf, BodyOf, QueryOf } from './types.ts'

export type ProjectJobs = ReturnType<typeof projectJobsOf>

/** Step jobs of a project: commands that run one after the other. */
export function projectJobsOf(connection: Connection, project: string) {
  const root = `${project}/exec/jobs`
  const at = (id: string, rest = ''): string => `${root}/${step(id)}${rest}`

  /** What happened since a cursor; waits for something to happen. */
  const watchJob = (
    id: string,
    { signal, ...query }: Leaving & QueryOf<'watchExecJob'> = {},
  ): Promise<AnswerOf<'watchExecJob'>> => connection.json({ path: at(id, '/events/history'), query, signal })

  const jobs = ({ signal, ...query }: Leaving & QueryOf<'listExecJobs'> = {}): Promise<AnswerOf<'listExecJobs'>> =>
    connection.json({ path: root, query, signal })

  return {
    /** Starts steps that run one after the other, until one fails; the job outlives the request, and the server. */
    startJob: (
      request: BodyOf<'createExecJob'>,
      { signal, ...repeatable }: Leaving & Repeatable = {},
    ): Promise<AnswerOf<'createExecJob'>> =>
      connection.json({ method: 'POST', path: root, body: request, signal, headers: keyHeader(repeatable), isRepeatable: true }),

    /** One page of them, the newest first; `next_cursor` leads to the next. */
    jobs,

    /** `for await`: the same, page after page as they are wanted. */
    eachJob: (query: Parameters<typeof jobs>[0] = {}): AsyncGenerator<AnswerOf<'listExecJobs'>['jobs'][number], void> =>
      eachOf(
        query.cursor,
        (cursor) => jobs(cursor === undefined ? query : { ...query, cursor }),
        (page) => page.jobs,
      ),

    /** Its state and that of its steps, with the end of what each printed. */
    job: (id: string, { signal, ...query }: Leaving & QueryOf<'getExecJob'> = {}): Promise<AnswerOf<'getExecJob'>> =>
      connection.json({ path: at(id), query, signal }),

    watchJob,

    /** States of a job, and states and output of its steps, to its end; a restart of the server in between loses nothing. */
    async *followJob(id: string, { signal }: Leaving = {}): AsyncGenerator<AnswerOf<'watchExecJob'>['events'][number], void> {
      for (let cursor: string | undefined; ; ) {
        const told = await watchJob(id, { ...(cursor === undefined ? {} : { cursor }), wait_sec: 30, signal })
        yield* told.events
        if (told.finished) return
        cursor = told.cursor
      }
    },

    cancelJob: (
      id: string,
      { reason, signal }: Leaving & { readonly reason?: string } = {},
    ): Promise<AnswerOf<'cancelExecJob'>> =>
      connection.json({ method: 'POST', path: at(id, ':cancel'), body: { reason }, signal }),
  }
}
