// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import { type FollowTaskOptions, type TaskEvent } from './follow-task.js';
import { type Repeatable } from './idempotency.js';
import type { Leaving } from './runs.js';
import type { AnswerOf, BodyOf, QueryOf } from './types.js';
type Starting = 'runExecCommand' | 'createExecTask' | 'createExecService';
/** What has a default can be left out. */
type Request<Id extends Starting> = Omit<BodyOf<Id>, 'session_id' | 'workdir'> & {
    session_id?: string;
    workdir?: string;
};
export type ProjectExec = ReturnType<typeof projectExecOf>;
/** Commands and tasks of a project. */
export declare function projectExecOf(connection: Connection, project: string): {
    /** Runs a command and waits for it. A command that fails is no error: see `status`, `exit_code` and `error`. */
    run: (request: Request<"runExecCommand">, { idempotencyKey, ...leaving }?: Leaving & Repeatable) => Promise<AnswerOf<"runExecCommand">>;
    /** Starts a command that outlives the request, and the server. */
    startTask: (request: Request<"createExecTask">, options?: Leaving & Repeatable) => Promise<AnswerOf<"createExecTask">>;
    /** Starts a task that others connect to; `task` tells where its ports are. */
    startService: (request: Request<"createExecService">, options?: Leaving & Repeatable) => Promise<AnswerOf<"createExecService">>;
    /** One page of tasks and services, the newest first; it can have fewer than `limit`, and `next_cursor` leads to the next. */
    tasks: ({ signal, ...query }?: Leaving & QueryOf<"listExecTasks">) => Promise<AnswerOf<"listExecTasks">>;
    /** `for await`: the same, page after page as they are wanted. */
    eachTask: (query?: Parameters<({ signal, ...query }?: Leaving & QueryOf<"listExecTasks">) => Promise<AnswerOf<"listExecTasks">>>[0]) => AsyncGenerator<AnswerOf<"listExecTasks">["tasks"][number], void>;
    task: (id: string, { signal, ...query }?: Leaving & QueryOf<"getExecTask">) => Promise<AnswerOf<"getExecTask">>;
    log: (id: string, stream: "stdout" | "stderr", { signal, ...query }?: Leaving & QueryOf<"getExecTaskLog">) => Promise<AnswerOf<"getExecTaskLog">>;
    watch: (id: string, { signal, ...query }?: Leaving & QueryOf<"watchExecTask">) => Promise<AnswerOf<"watchExecTask">>;
    /** States and output of a task as they come, to its end; a restart of the server in between loses nothing. */
    follow: (id: string, options?: FollowTaskOptions) => AsyncGenerator<TaskEvent, void>;
    /** A task or a service. */
    cancel: (id: string, { reason, signal }?: Leaving & {
        readonly reason?: string;
    }) => Promise<AnswerOf<"cancelExecTask">>;
    /** The state of something that a command knows, from the JSON that it prints. */
    query: (request: BodyOf<"queryExecTask">, leaving?: Leaving) => Promise<AnswerOf<"queryExecTask">>;
    /** Brings a skill into a session, and chooses the version that its commands use: `version`, or the active one of the project. */
    activate: (session: string, request: BodyOf<"activateInExecSession">, leaving?: Leaving) => Promise<AnswerOf<"activateInExecSession">>;
    sessions: ({ signal, ...query }?: Leaving & QueryOf<"listExecSessions">) => Promise<AnswerOf<"listExecSessions">>;
    session: (alias: string, { signal }?: Leaving) => Promise<AnswerOf<"getExecSession">>;
    /** With everything in its folder. That of another `owner` needs the scope admin. */
    deleteSession: (alias: string, { signal, ...query }?: Leaving & QueryOf<"deleteExecSession">) => Promise<AnswerOf<"deleteExecSession">>;
    /** What its commands and tasks may use. */
    limits: ({ signal }?: Leaving) => Promise<AnswerOf<"getProjectLimits">>;
    /** In place of those it had; needs the scope admin. */
    setLimits: (limits: BodyOf<"putProjectLimits">, { signal }?: Leaving) => Promise<AnswerOf<"putProjectLimits">>;
    providers: ({ signal }?: Leaving) => Promise<AnswerOf<"getExecProviders">>;
};
export {};
