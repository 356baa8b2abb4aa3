import { type Connection, step } from './connection.ts'
import { converse, type Outcome } from './converse.ts'
import { type FileContent, formOf } from './forms.ts'
import { keyHeader, type Repeatable } from './idempotency.ts'
import type { RunOptions } from './jobs.ts'
import { type Leaving, runsUnder } from './runs.ts'
import type { TempRunAccepted, TempRunCreate, UploadAccepted } from './types.ts'

/** A skill that is not installed, as a zip with one folder, and its input files as another. */
export interface TempPackage {
  readonly skill: FileContent
  readonly archive?: FileContent | undefined
}

const root = '/v1/temp-skill-runs'

export type TempRuns = ReturnType<typeof tempRunsOf>

export function tempRunsOf(connection: Connection) {
  const runs = runsUnder(connection, root)

  const create = (request: TempRunCreate = {}, { signal, ...once }: Leaving & Repeatable = {}): Promise<TempRunAccepted> =>
    connection.json({ method: 'POST', path: root, body: request, headers: keyHeader(once), isRepeatable: true, signal })

  /** With it the run starts. */
  const upload = async (id: string, { skill, archive }: TempPackage, { signal }: Leaving = {}): Promise<UploadAccepted> => {
    const body = await formOf({}, { skill_package: skill, ...(archive === undefined ? {} : { file: archive }) })
    return connection.json({ method: 'POST', path: `${root}/${step(id)}/upload`, body, signal })
  }

  return {
    ...runs,
    create,
    upload,

    /** Like a function whose body comes with the call. */
    async run(
      { skill, archive, ...request }: TempRunCreate & TempPackage,
      { onQuestion, onAccepted, signal, ...once }: RunOptions = {},
    ): Promise<Outcome> {
      const { request_id } = await create(request, { signal, ...once })
      const { status, cache_hit } = await upload(request_id, { skill, archive }, { signal })
      onAccepted?.({ request_id, status, cache_hit })
      return converse(runs, request_id, onQuestion, signal)
    },
  }
}
