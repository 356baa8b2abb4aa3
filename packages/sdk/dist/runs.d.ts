// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import { type Answering, type Outcome, type Reply } from './converse.js';
import { type FollowOptions } from './follow.js';
import { type Repeatable } from './idempotency.js';
import type { ArtifactList, CancelView, DeliveryList, EventHistory, FcmpEvent, Job, JobResult, LogRange, Logs, PendingView, QueryOf, Receipt, Recording, ReplyAccepted } from './types.js';
import { type WaitOptions } from './wait.js';
export interface Leaving {
    /** Ends the call; the run goes on. */
    readonly signal?: AbortSignal | undefined;
}
/** What can be done with a run that was asked for: the same for jobs and for runs of temporary skills. */
export declare function runsUnder(connection: Connection, root: string): {
    /** Answers question after question; gives the result, or throws what became of the run. */
    converse: (id: string, answer: Answering, { signal }?: Leaving) => Promise<Outcome>;
    get: (id: string, options?: Leaving) => Promise<Job>;
    /** The job once it has ended, or waits for a reply or for files. */
    wait: (id: string, options?: WaitOptions) => Promise<Job>;
    /** What a run that ended came to, also where that is a failure. */
    result: (id: string, options?: Leaving) => Promise<JobResult>;
    artifacts: (id: string, options?: Leaving) => Promise<ArtifactList>;
    /** One file, as an answer of fetch: `.body` is its stream, `.arrayBuffer()`, `.blob()` and `.text()` are the whole of it. */
    artifact: (id: string, path: string, { range, signal }?: Leaving & {
        readonly range?: string;
    }) => Promise<Response>;
    /** All of it as a zip, in the same way. */
    bundle: (id: string, { debug, signal }?: Leaving & {
        readonly debug?: boolean;
    }) => Promise<Response>;
    /** The signed statement of what ran and what came of it. */
    receipt: (id: string, options?: Leaving) => Promise<Receipt>;
    /** As the replay engine plays it: to be kept as `assets/replay/<name>.recording.json` of its skill. */
    recording: (id: string, options?: Leaving) => Promise<Recording>;
    logs: (id: string, { attempt, ...options }?: Leaving & QueryOf<"getJobLogs">) => Promise<Logs>;
    logRange: (id: string, { signal, ...query }: Leaving & QueryOf<"getJobLogRange">) => Promise<LogRange>;
    deliveries: (id: string, options?: Leaving) => Promise<DeliveryList>;
    /** `for await`: what happens, from the beginning or from where one left off, to the end of the run. */
    events: (id: string, options?: FollowOptions) => AsyncGenerator<FcmpEvent, void>;
    /** A page of what has happened so far. */
    history: (id: string, { signal, ...query }?: Leaving & QueryOf<"getJobEventHistory">) => Promise<EventHistory>;
    pending: (id: string, options?: Leaving) => Promise<PendingView>;
    reply(id: string, { interactionId, response, files }: Reply & {
        readonly interactionId: number;
    }, { signal, ...once }?: Leaving & Repeatable): Promise<ReplyAccepted>;
    /** Comes back when its processes are gone. */
    cancel: (id: string, { signal }?: Leaving) => Promise<CancelView>;
};
