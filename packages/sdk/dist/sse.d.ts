// Printed by npm run generate; never edited.
/** One server-sent event, as the HTML standard reads it. */
export interface ServerSentEvent {
    readonly event: string;
    readonly data: string;
    /** The last id that was said, here or before. */
    readonly id: string;
}
/** Reads a stream of server-sent events from bytes, cut wherever they may be. */
export declare class SseParser {
    #private;
    /** The events that these bytes complete. What is not complete when the stream ends never happened. */
    push(bytes: Uint8Array): ServerSentEvent[];
}
