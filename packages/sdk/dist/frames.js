// Printed by npm run generate; never edited.
import { SseParser } from "./sse.js";
/** The server is heard every 5 seconds, so one that is not for so long is gone, whatever the connection says. */
const longestQuietMs = 30_000;
/** What comes over a stream until the connection ends, in whatever way. */
export async function* framesOf({ body }, signal) {
    if (body === null)
        return;
    const reader = body.getReader();
    const parser = new SseParser();
    const leave = () => void reader.cancel().catch(() => { });
    try {
        for (;;) {
            const timer = setTimeout(leave, longestQuietMs);
            const { done, value } = await reader.read().finally(() => clearTimeout(timer));
            if (done)
                return;
            yield* parser.push(value);
        }
    }
    catch {
        if (signal?.aborted)
            throw signal.reason;
    }
    finally {
        leave();
    }
}
