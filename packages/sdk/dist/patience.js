// Printed by npm run generate; never edited.
/** How long somebody who does not answer is asked again, and with which pauses between. */
export class Patience {
    #limitMs;
    #since = null;
    #tries = 0;
    constructor(limitMs) {
        this.#limitMs = limitMs;
    }
    /** Milliseconds until the next try, no less than was asked for; null: that was long enough. */
    next(leastMs = 0) {
        const now = performance.now();
        this.#since ??= now;
        const longest = Math.min(100 * 2 ** this.#tries++, 2000);
        // Many clients of one server come back at different times.
        const pause = Math.max(leastMs, longest * (0.5 + Math.random() / 2));
        return now + pause - this.#since > this.#limitMs ? null : pause;
    }
    /** There was a sign of life. */
    reset() {
        this.#since = null;
        this.#tries = 0;
    }
}
/** Waits, unless somebody gives up meanwhile. */
export function pause(ms, signal) {
    return new Promise((resolve, reject) => {
        if (signal?.aborted)
            return reject(signal.reason);
        const leave = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', leave);
            resolve();
        }, ms);
        signal?.addEventListener('abort', leave, { once: true });
    });
}
