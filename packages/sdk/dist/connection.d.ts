// Printed by npm run generate; never edited.
import { SkillRunnerError } from './errors.js';
import { Patience } from './patience.js';
export interface SkillRunnerOptions {
    /** Where the server is; `http://127.0.0.1:8000` when left out. */
    readonly url?: string;
    readonly token?: string | undefined;
    /** Sent with every request. */
    readonly headers?: Readonly<Record<string, string>>;
    readonly fetch?: typeof fetch;
    /** How long a server that has answered before is asked again when it is gone, full or stopping: 30 seconds when left out. */
    readonly patienceMs?: number;
    /** Reads the JSON of an answer, where numbers beyond those of JavaScript matter; `JSON.parse` when left out. */
    readonly parse?: (text: string) => unknown;
}
export interface Call {
    readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    readonly path: string;
    readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
    readonly headers?: Readonly<Record<string, string>>;
    /** A form, or whatever JSON can hold. */
    readonly body?: unknown;
    readonly signal?: AbortSignal | undefined;
    /** Sent twice it does no more than once. Reading always is. */
    readonly isRepeatable?: boolean;
    /** Answers, beyond success, that are one too. */
    readonly accepts?: readonly number[];
}
/** Speaks to one server: the only place that calls fetch. */
export declare class Connection {
    #private;
    constructor({ url, token, headers, fetch, patienceMs, parse, }: SkillRunnerOptions);
    patience(): Patience;
    /** The JSON of an answer. */
    json<T>(call: Call): Promise<T>;
    /** An answer whose body is still to be read. */
    open(call: Call): Promise<Response>;
    unreachable(cause: unknown): SkillRunnerError;
}
/** It may have been heard, but there was no answer of the server. */
export declare const isLost: (error: unknown) => error is SkillRunnerError;
/** One step of a path. Every URL parser would take dots for a way up, encoded or not, and ask for something else. */
export declare function step(text: string): string;
