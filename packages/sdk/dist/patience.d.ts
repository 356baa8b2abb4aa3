// Printed by npm run generate; never edited.
/** How long somebody who does not answer is asked again, and with which pauses between. */
export declare class Patience {
    #private;
    constructor(limitMs: number);
    /** Milliseconds until the next try, no less than was asked for; null: that was long enough. */
    next(leastMs?: number): number | null;
    /** There was a sign of life. */
    reset(): void;
}
/** Waits, unless somebody gives up meanwhile. */
export declare function pause(ms: number, signal: AbortSignal | undefined): Promise<void>;
