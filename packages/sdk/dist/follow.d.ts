// Printed by npm run generate; never edited.
import type { Connection } from './connection.js';
import type { FcmpEvent } from './types.js';
export interface FollowOptions {
    /** The first event that is wanted; 1, which is all of them, when left out. */
    readonly from?: number | undefined;
    /** Called when the server answers on a connection, also where it has no event to tell: what was lost is there again. */
    readonly onConnected?: (() => void) | undefined;
    readonly signal?: AbortSignal | undefined;
}
/** Every event of a run, once and in order, to its end: a connection that is lost is opened again where it broke off. */
export declare function followEvents(connection: Connection, path: string, { from, onConnected, signal }: FollowOptions): AsyncGenerator<FcmpEvent, void>;
