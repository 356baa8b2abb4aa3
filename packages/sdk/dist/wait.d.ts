// Printed by npm run generate; never edited.
import type { Connection } from './connection.js';
import type { Job } from './types.js';
export interface WaitOptions {
    readonly signal?: AbortSignal | undefined;
    /** The job is given as it is then; without end when left out. */
    readonly timeoutMs?: number | undefined;
}
export declare const isOver: ({ status }: Pick<Job, "status">) => boolean;
/** The job once it has ended, or waits for a reply or for files; also across lost connections and restarts of the server. */
export declare function waitFor(connection: Connection, path: string, { signal, timeoutMs }: WaitOptions): Promise<Job>;
