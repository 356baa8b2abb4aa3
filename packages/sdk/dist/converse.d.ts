// Printed by npm run generate; never edited.
import type { Files } from './forms.js';
import type { Job, JobResult, PendingInteraction, PendingView } from './types.js';
import { type WaitOptions } from './wait.js';
/** What is said to a question. */
export interface Reply {
    /** docs/conversations.md has what fits which kind of question. */
    readonly response: unknown;
    /** By the name that the run finds them under. */
    readonly files?: Files | undefined;
}
export type Answering = (question: PendingInteraction) => Reply | Promise<Reply>;
/** A result, and the job that it is of. */
export type Outcome = JobResult & {
    readonly request_id: string;
};
/** What a conversation needs of the runs it is held with. */
interface Runs {
    wait(id: string, options: WaitOptions): Promise<Job>;
    pending(id: string, options: WaitOptions): Promise<PendingView>;
    reply(id: string, reply: Reply & {
        interactionId: number;
    }, options: WaitOptions): Promise<unknown>;
}
/** Waits for the end of a run and answers what it asks; without somebody who answers, a question that waits for ever is an error. */
export declare function converse(runs: Runs, id: string, answer: Answering | undefined, signal?: AbortSignal): Promise<Outcome>;
export {};
