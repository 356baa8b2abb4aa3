// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import { type Repeatable } from './idempotency.js';
import type { Leaving } from './runs.js';
import type { AnswerOf, BodyOf, QueryOf } from './types.js';
export type ProjectJobs = ReturnType<typeof projectJobsOf>;
/** Step jobs of a project: commands that run one after the other. */
export declare function projectJobsOf(connection: Connection, project: string): {
    /** Starts steps that run one after the other, until one fails; the job outlives the request, and the server. */
    startJob: (request: BodyOf<"createExecJob">, { signal, ...repeatable }?: Leaving & Repeatable) => Promise<AnswerOf<"createExecJob">>;
    /** One page of them, the newest first; `next_cursor` leads to the next. */
    jobs: ({ signal, ...query }?: Leaving & QueryOf<"listExecJobs">) => Promise<AnswerOf<"listExecJobs">>;
    /** `for await`: the same, page after page as they are wanted. */
    eachJob: (query?: Parameters<({ signal, ...query }?: Leaving & QueryOf<"listExecJobs">) => Promise<AnswerOf<"listExecJobs">>>[0]) => AsyncGenerator<AnswerOf<"listExecJobs">["jobs"][number], void>;
    /** Its state and that of its steps, with the end of what each printed. */
    job: (id: string, { signal, ...query }?: Leaving & QueryOf<"getExecJob">) => Promise<AnswerOf<"getExecJob">>;
    watchJob: (id: string, { signal, ...query }?: Leaving & QueryOf<"watchExecJob">) => Promise<AnswerOf<"watchExecJob">>;
    /** States of a job, and states and output of its steps, to its end; a restart of the server in between loses nothing. */
    followJob(id: string, { signal }?: Leaving): AsyncGenerator<AnswerOf<"watchExecJob">["events"][number], void>;
    cancelJob: (id: string, { reason, signal }?: Leaving & {
        readonly reason?: string;
    }) => Promise<AnswerOf<"cancelExecJob">>;
};
