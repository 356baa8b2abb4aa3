import { type Connection, step } from './connection.ts'
import { type Answering, converse, type Outcome } from './converse.ts'
import { formOf, partsOf, type WithFiles } from './forms.ts'
import { keyHeader, type Repeatable } from './idempotency.ts'
import { eachOf } from './pages.ts'
import { type Leaving, runsUnder } from './runs.ts'
import type { AnswerOf, Job, JobAccepted, JobCreate, JobRerun, QueryOf, Schemas, UploadAccepted } from './types.ts'

/** A job, with its files where it has any. Without them it starts at once, or is an error, unless `await_upload` says that they follow. */
export type JobRequest = JobCreate & WithFiles

export interface RunOptions extends Leaving, Repeatable {
  /** Answers what an interactive run asks. */
  readonly onQuestion?: Answering | undefined
  /** Told as soon as the job has an id, for whoever wants to show or cancel it. */
  readonly onAccepted?: ((job: JobAccepted) => void) | undefined
}

const root = '/v1/jobs'

export type Jobs = ReturnType<typeof jobsOf>

export function jobsOf(connection: Connection) {
  const runs = runsUnder(connection, root)

  async function create(
    { files, archive, ...job }: JobRequest,
    { wait, signal, ...once }: Leaving & Repeatable & QueryOf<'createJob'> = {},
  ): Promise<JobAccepted> {
    const parts = partsOf({ files, archive })
    // Nobody would bring the files of a job that waits for them by accident.
    const body = parts ? await formOf({ job }, parts) : { await_upload: false, ...job }
    const headers = keyHeader(once)
    return connection.json({ method: 'POST', path: root, query: { wait }, body, headers, isRepeatable: true, signal })
  }

  return {
    ...runs,
    create,

    /** Like a function: gives the result of a skill, or throws a SkillRunError. Lost connections and restarts do not matter. */
    async run(request: JobRequest, { onQuestion, onAccepted, signal, ...once }: RunOptions = {}): Promise<Outcome> {
      const job = await create(request, { signal, ...once })
      onAccepted?.(job)
      return converse(runs, job.request_id, onQuestion, signal)
    },

    /** `for await`: the newest first, page after page as they are wanted. */
    list: ({ signal, ...query }: Leaving & QueryOf<'listJobs'> = {}): AsyncGenerator<Job, void> =>
      eachOf(
        query.cursor,
        (cursor) => connection.json<AnswerOf<'listJobs'>>({ path: root, query: { ...query, cursor }, signal }),
        ({ jobs }) => jobs,
      ),

    /** Brings the files of a job that waits for them; with them it starts. */
    async upload(id: string, files: WithFiles, { signal }: Leaving = {}): Promise<UploadAccepted> {
      const body = await formOf({}, partsOf(files) ?? {})
      return connection.json({ method: 'POST', path: `${root}/${step(id)}/upload`, body, signal })
    },

    /** The same again, with whatever differs this time. */
    rerun(
      id: string,
      changes: JobRerun = {},
      { wait, signal, ...once }: Leaving & Repeatable & QueryOf<'rerunJob'> = {},
    ): Promise<JobAccepted> {
      const [path, headers] = [`${root}/${step(id)}/rerun`, keyHeader(once)]
      return connection.json({ method: 'POST', path, query: { wait }, body: changes, headers, isRepeatable: true, signal })
    },

    /** Removes jobs that ended. */
    cleanup: (filter: Schemas['Cleanup'] = {}, { signal }: Leaving = {}): Promise<Schemas['CleanupView']> =>
      connection.json({ method: 'POST', path: `${root}/cleanup`, body: filter, isRepeatable: true, signal }),
  }
}
