// Printed by npm run generate; never edited.
import { type ServerSentEvent } from './sse.js';
/** What comes over a stream until the connection ends, in whatever way. */
export declare function framesOf({ body }: Response, signal: AbortSignal | undefined): AsyncGenerator<ServerSentEvent, void>;
