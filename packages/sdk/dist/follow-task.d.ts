// Printed by npm run generate; never edited.
import type { Connection } from './connection.js';
import type { AnswerOf } from './types.js';
export type TaskEvent = AnswerOf<'watchExecTask'>['events'][number];
export interface FollowTaskOptions {
    /** Of the last event that is known, or of a task that was read; everything from the start when left out. */
    readonly cursor?: string | undefined;
    readonly signal?: AbortSignal | undefined;
}
/** Every event of a task, once and in order, to its end: a connection that is lost is opened again where it broke off. */
export declare function followTask(connection: Connection, path: string, { cursor, signal }: FollowTaskOptions): AsyncGenerator<TaskEvent, void>;
