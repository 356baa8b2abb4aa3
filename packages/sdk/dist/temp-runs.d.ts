// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import { type Outcome } from './converse.js';
import { type FileContent } from './forms.js';
import { type Repeatable } from './idempotency.js';
import type { RunOptions } from './jobs.js';
import { type Leaving } from './runs.js';
import type { JobAccepted, TempRunAccepted, TempRunCreate, UploadAccepted } from './types.js';
/** A skill that is not installed, as a zip with one folder, and its input files as another. */
export interface TempPackage {
    readonly skill: FileContent;
    readonly archive?: FileContent | undefined;
}
export type TempRuns = ReturnType<typeof tempRunsOf>;
export declare function tempRunsOf(connection: Connection): {
    create: (request?: TempRunCreate, { signal, ...once }?: Leaving & Repeatable) => Promise<TempRunAccepted>;
    upload: (id: string, given: TempPackage, options?: Leaving) => Promise<UploadAccepted>;
    start: ({ skill, archive, ...request }: TempRunCreate & TempPackage, { onAccepted, signal, ...once }?: Omit<RunOptions, "onQuestion">) => Promise<JobAccepted>;
    /** Like a function whose body comes with the call. */
    run(request: TempRunCreate & TempPackage, { onQuestion, ...options }?: RunOptions): Promise<Outcome>;
    converse: (id: string, answer: import("./converse.js").Answering, { signal }?: Leaving) => Promise<Outcome>;
    get: (id: string, options?: Leaving) => Promise<import("./types.js").Job>;
    wait: (id: string, options?: import("./wait.js").WaitOptions) => Promise<import("./types.js").Job>;
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
    logs: (id: string, { attempt, ...options }?: Leaving & import("./types.js").QueryOf<"getJobLogs">) => Promise<import("./types.js").Logs>;
    logRange: (id: string, { signal, ...query }: Leaving & import("./types.js").QueryOf<"getJobLogRange">) => Promise<import("./types.js").LogRange>;
    deliveries: (id: string, options?: Leaving) => Promise<import("./types.js").DeliveryList>;
    events: (id: string, options?: import("./follow.js").FollowOptions) => AsyncGenerator<import("./types.js").FcmpEvent, void>;
    history: (id: string, { signal, ...query }?: Leaving & import("./types.js").QueryOf<"getJobEventHistory">) => Promise<import("./types.js").EventHistory>;
    pending: (id: string, options?: Leaving) => Promise<import("./types.js").PendingView>;
    reply(id: string, { interactionId, response, files }: import("./converse.js").Reply & {
        readonly interactionId: number;
    }, { signal, ...once }?: Leaving & Repeatable): Promise<import("./types.js").ReplyAccepted>;
    cancel: (id: string, { signal }?: Leaving) => Promise<import("./types.js").CancelView>;
};
