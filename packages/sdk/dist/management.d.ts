// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import type { Leaving } from './runs.js';
import type { AnswerOf, QueryOf } from './types.js';
export type Management = ReturnType<typeof managementOf>;
/** For pages and scripts that look after a server. Some of it needs a token with the scope admin. */
export declare function managementOf(connection: Connection): {
    /** One page of runs, the newest first; `next_cursor` leads to the next. */
    runs: ({ signal, ...query }?: Leaving & QueryOf<"listRuns">) => Promise<AnswerOf<"listRuns">>;
    run: (id: string, { signal }?: Leaving) => Promise<AnswerOf<"getRun">>;
    /** How it was asked for: engine, model, effort, options and webhook. */
    request: (id: string, { signal }?: Leaving) => Promise<AnswerOf<"getRunRequest">>;
    /** Each folder before its content. */
    files: (id: string, { signal }?: Leaving) => Promise<AnswerOf<"listRunFiles">>;
    /** The beginning of one file. */
    file: (id: string, { signal, ...query }: Leaving & QueryOf<"readRunFile">) => Promise<AnswerOf<"readRunFile">>;
    skills: ({ signal }?: Leaving) => Promise<AnswerOf<"listManagedSkills">>;
    /** With its entry points and files. */
    skill: (id: string, { signal }?: Leaving) => Promise<AnswerOf<"getManagedSkill">>;
    engines: ({ signal }?: Leaving) => Promise<AnswerOf<"listManagedEngines">>;
    engine: (engine: string, { signal }?: Leaving) => Promise<AnswerOf<"getManagedEngine">>;
    /** In the background: `engine` tells how far it is. */
    installEngine: (engine: string, leaving?: Leaving) => Promise<AnswerOf<"installEngine">>;
    upgradeEngine: (engine: string, leaving?: Leaving) => Promise<AnswerOf<"upgradeEngine">>;
    /** Tries what the version in use can do; it takes up to two minutes. */
    probeEngine: (engine: string, leaving?: Leaving) => Promise<AnswerOf<"probeEngine">>;
    rollbackEngine: (engine: string, leaving?: Leaving) => Promise<AnswerOf<"rollbackEngine">>;
    /** Secrets are never shown. */
    settings: ({ signal }?: Leaving) => Promise<AnswerOf<"listSettings">>;
    /** Lines of the log of the server, the newest first. */
    logs: ({ signal, ...query }?: Leaving & QueryOf<"queryLogs">) => Promise<AnswerOf<"queryLogs">>;
    sweeps: ({ signal }?: Leaving) => Promise<AnswerOf<"getSweeps">>;
    /** What the reaper of the skills service ends and deletes, and what it did. */
    /** What tokens and projects have used today, with their limits. */
    budgets: ({ signal }?: Leaving) => Promise<AnswerOf<"listBudgets">>;
    reaper: ({ signal }?: Leaving) => Promise<AnswerOf<"getReaper">>;
    runReaper: (leaving?: Leaving) => Promise<AnswerOf<"runReaper">>;
    /** One page of what was sent to the webhooks of all jobs, the newest first. */
    deliveries: ({ signal, ...query }?: Leaving & QueryOf<"listDeliveries">) => Promise<AnswerOf<"listDeliveries">>;
    /** Who changed what, the newest first. */
    audit: ({ signal, ...query }?: Leaving & QueryOf<"listAdminActions">) => Promise<AnswerOf<"listAdminActions">>;
};
