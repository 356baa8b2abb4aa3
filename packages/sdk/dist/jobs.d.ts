// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import { type Answering, type Outcome } from './converse.js';
import { type WithFiles } from './forms.js';
import { type Repeatable } from './idempotency.js';
import { type Leaving } from './runs.js';
import type { Job, JobAccepted, JobCreate, JobRerun, QueryOf, Schemas, UploadAccepted } from './types.js';
/** A job, with its files where it has any. Without them it starts at once, or is an error, unless `await_upload` says that they follow. */
export type JobRequest = JobCreate & WithFiles;
export interface RunOptions extends Leaving, Repeatable {
    /** Answers what an interactive run asks. */
    readonly onQuestion?: Answering | undefined;
    /** Told as soon as the job has an id, for whoever wants to show or cancel it. */
    readonly onAccepted?: ((job: JobAccepted) => void) | undefined;
}
export type Jobs = ReturnType<typeof jobsOf>;
export declare function jobsOf(connection: Connection): {
    create: ({ files, archive, ...job }: JobRequest, { wait, signal, ...once }?: Leaving & Repeatable & QueryOf<"createJob">) => Promise<JobAccepted>;
    /** Like a function: gives the result of a skill, or throws a SkillRunError. Lost connections and restarts do not matter. */
    run(request: JobRequest, { onQuestion, onAccepted, signal, ...once }?: RunOptions): Promise<Outcome>;
    /** `for await`: the newest first, page after page as they are wanted. */
    list: ({ signal, ...query }?: Leaving & QueryOf<"listJobs">) => AsyncGenerator<Job, void>;
    /** Brings the files of a job that waits for them; with them it starts. */
    upload(id: string, files: WithFiles, { signal }?: Leaving): Promise<UploadAccepted>;
    /** The same again, with whatever differs this time. */
    rerun(id: string, changes?: JobRerun, { wait, signal, ...once }?: Leaving & Repeatable & QueryOf<"rerunJob">): Promise<JobAccepted>;
    /** Removes jobs that ended. */
    cleanup: (filter?: Schemas["Cleanup"], { signal }?: Leaving) => Promise<Schemas["CleanupView"]>;
    converse: (id: string, answer: Answering, { signal }?: Leaving) => Promise<Outcome>;
    get: (id: string, options?: Leaving) => Promise<Job>;
    wait: (id: string, options?: import("./wait.js").WaitOptions) => Promise<Job>;
    result: (id: string, options?: Leaving) => Promise<import("./types.js").JobResult>;
    artifacts: (id: string, options?: Leaving) => Promise<import("./types.js").ArtifactList>;
    artifact: (id: string, path: string, { range, signal }?: Leaving & {
        readonly range?: string;
    }) => Promise<Response>;
    bundle: (id: string, { debug, signal }?: Leaving & {
        readonly debug?: boolean;
    }) => Promise<Response>;
    receipt: (id: string, options?: Leaving) => Promise<import("./types.js").Receipt>;
    recording: (id: string, options?: Leaving) => Promise<import("./types.js").Recording>;
    logs: (id: string, { attempt, ...options }?: Leaving & QueryOf<"getJobLogs">) => Promise<import("./types.js").Logs>;
    logRange: (id: string, { signal, ...query }: Leaving & QueryOf<"getJobLogRange">) => Promise<import("./types.js").LogRange>;
    deliveries: (id: string, options?: Leaving) => Promise<import("./types.js").DeliveryList>;
    events: (id: string, options?: import("./follow.js").FollowOptions) => AsyncGenerator<import("./types.js").FcmpEvent, void>;
    history: (id: string, { signal, ...query }?: Leaving & QueryOf<"getJobEventHistory">) => Promise<import("./types.js").EventHistory>;
    pending: (id: string, options?: Leaving) => Promise<import("./types.js").PendingView>;
    reply(id: string, { interactionId, response, files }: import("./converse.js").Reply & {
        readonly interactionId: number;
    }, { signal, ...once }?: Leaving & Repeatable): Promise<import("./types.js").ReplyAccepted>;
    cancel: (id: string, { signal }?: Leaving) => Promise<import("./types.js").CancelView>;
};
