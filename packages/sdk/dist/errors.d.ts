// Printed by npm run generate; never edited.
import type { Schemas } from './types.js';
/** Facts about an error; `problems` where several things can be wrong. */
export type Details = Readonly<Record<string, unknown>>;
export interface ErrorFacts {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    readonly details?: Details | undefined;
    readonly requestId?: string | null;
    readonly xRequestId?: string | null;
    readonly retryAfter?: number | null;
    readonly cause?: unknown;
}
/** The server refused a request, or could not be spoken to. */
export declare class SkillRunnerError extends Error {
    readonly name: string;
    /** Of the HTTP answer; 0: there was none. */
    readonly status: number;
    /** From the server's table, or `UNREACHABLE` or `UNREADABLE_ANSWER`, which are the client's own. */
    readonly code: string;
    readonly details: Details;
    /** The job that it was about. */
    readonly requestId: string | null;
    /** Under which the server has logged the request. */
    readonly xRequestId: string | null;
    /** Seconds after which it is worth another try, where the server says so. */
    readonly retryAfter: number | null;
    constructor({ message, cause, ...facts }: ErrorFacts);
}
/** A call that no server could answer was not made: what it was given is the caller's mistake. */
export declare class InvalidCallError extends TypeError {
    readonly name = "InvalidCallError";
}
/** A run came to no result: it failed, was canceled, or waits for somebody. */
export declare class SkillRunError extends Error {
    readonly name = "SkillRunError";
    readonly code: string;
    readonly details: Details;
    readonly requestId: string;
    readonly status: Schemas['Job']['status'];
    /** What it left all the same; null: it has not ended. */
    readonly result: Schemas['JobResult'] | null;
    constructor({ request_id, status, result, error }: Schemas['Job'], why?: {
        code: string;
        message: string;
        details: {
            [key: string]: unknown;
        };
    } | null);
}
/** What an answer that is no success says. */
export declare function refusalOf(response: Response): Promise<SkillRunnerError>;
/** Nobody answered, or not to the end. */
export declare const unreachable: (url: string, cause: unknown) => SkillRunnerError;
/** Something answered that does not speak our language. */
export declare const unreadable: (url: string, { status, headers }: Response) => SkillRunnerError;
