// Printed by npm run generate; never edited.
import type { ServerSentEvent } from './sse.js';
import type { JobStreamEvent } from './types.js';
/** What a server-sent event of a run says; null: a kind that is newer than this client, which may be skipped. */
export declare function streamEventOf({ event, data, id }: ServerSentEvent): JobStreamEvent | null;
