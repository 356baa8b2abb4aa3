import { type Call, type Connection, step } from './connection.ts'
import { type Answering, converse, type Outcome, type Reply } from './converse.ts'
import { type FollowOptions, followEvents } from './follow.ts'
import { formOf } from './forms.ts'
import { keyHeader, type Repeatable } from './idempotency.ts'
import type {
  AnswerOf,
  ArtifactList,
  CancelView,
  DeliveryList,
  EventHistory,
  FcmpEvent,
  Job,
  JobResult,
  LogRange,
  Logs,
  PendingView,
  QueryOf,
  Receipt,
  Recording,
  ReplyAccepted,
} from './types.ts'
import { type WaitOptions, waitFor } from './wait.ts'

export interface Leaving {
  /** Ends the call; the run goes on. */
  readonly signal?: AbortSignal | undefined
}

/** What can be done with a run that was asked for: the same for jobs and for runs of temporary skills. */
export function runsUnder(connection: Connection, root: string) {
  const under = (id: string, rest = ''): string => `${root}/${step(id)}${rest}`
  const get = <T>(id: string, rest: string, { signal }: Leaving, query?: Call['query']): Promise<T> =>
    connection.json<T>({ path: under(id, rest), query, signal })

  const runs = {
    get: (id: string, options: Leaving = {}): Promise<Job> => get(id, '', options),

    /** The job once it has ended, or waits for a reply or for files. */
    wait: (id: string, options: WaitOptions = {}): Promise<Job> => waitFor(connection, under(id), options),

    /** What a run that ended came to, also where that is a failure. */
    result: async (id: string, options: Leaving = {}): Promise<JobResult> =>
      (await get<AnswerOf<'getJobResult'>>(id, '/result', options)).result,

    artifacts: (id: string, options: Leaving = {}): Promise<ArtifactList> => get(id, '/artifacts', options),

    /** One file, as an answer of fetch: `.body` is its stream, `.arrayBuffer()`, `.blob()` and `.text()` are the whole of it. */
    artifact: (id: string, path: string, { range, signal }: Leaving & { readonly range?: string } = {}): Promise<Response> => {
      const steps = path.split('/').map(step).join('/')
      return connection.open({ path: under(id, `/artifacts/${steps}`), headers: range ? { range } : {}, signal })
    },

    /** All of it as a zip, in the same way. */
    bundle: (id: string, { debug, signal }: Leaving & { readonly debug?: boolean } = {}): Promise<Response> =>
      connection.open({ path: under(id, '/bundle'), query: { debug: debug === undefined ? undefined : Number(debug) }, signal }),

    /** The signed statement of what ran and what came of it. */
    receipt: (id: string, options: Leaving = {}): Promise<Receipt> => get(id, '/receipt', options),
    /** As the replay engine plays it: to be kept as `assets/replay/<name>.recording.json` of its skill. */
    recording: (id: string, options: Leaving = {}): Promise<Recording> => get(id, '/recording', options),

    logs: (id: string, { attempt, ...options }: Leaving & QueryOf<'getJobLogs'> = {}): Promise<Logs> =>
      get(id, '/logs', options, { attempt }),

    logRange: (id: string, { signal, ...query }: Leaving & QueryOf<'getJobLogRange'>): Promise<LogRange> =>
      get(id, '/logs/range', { signal }, query),

    deliveries: (id: string, options: Leaving = {}): Promise<DeliveryList> => get(id, '/deliveries', options),

    /** `for await`: what happens, from the beginning or from where one left off, to the end of the run. */
    events: (id: string, options: FollowOptions = {}): AsyncGenerator<FcmpEvent, void> =>
      followEvents(connection, under(id, '/events'), options),

    /** A page of what has happened so far. */
    history: (id: string, { signal, ...query }: Leaving & QueryOf<'getJobEventHistory'> = {}): Promise<EventHistory> =>
      get(id, '/events/history', { signal }, query),

    pending: (id: string, options: Leaving = {}): Promise<PendingView> => get(id, '/interaction/pending', options),

    async reply(
      id: string,
      { interactionId, response, files }: Reply & { readonly interactionId: number },
      { signal, ...once }: Leaving & Repeatable = {},
    ): Promise<ReplyAccepted> {
      const reply = { interaction_id: interactionId, response }
      const body = files ? await formOf({ metadata: reply }, files) : reply
      const path = under(id, '/interaction/reply')
      return connection.json({ method: 'POST', path, body, headers: keyHeader(once), isRepeatable: true, signal })
    },

    /** Comes back when its processes are gone. */
    cancel: (id: string, { signal }: Leaving = {}): Promise<CancelView> =>
      connection.json({ method: 'POST', path: under(id, '/cancel'), isRepeatable: true, signal }),
  }

  return {
    ...runs,
    /** Answers question after question; gives the result, or throws what became of the run. */
    converse: (id: string, answer: Answering, { signal }: Leaving = {}): Promise<Outcome> => converse(runs, id, answer, signal),
  }
}
