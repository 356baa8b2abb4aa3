// Printed by npm run generate; never edited.
import { framesOf } from "./frames.js";
import { pause } from "./patience.js";
import { streamEventOf } from "./stream-event.js";
import { isOver } from "./wait.js";
/** Every event of a run, once and in order, to its end: a connection that is lost is opened again where it broke off. */
export async function* followEvents(connection, path, { from = 1, onConnected, signal }) {
    const patience = connection.patience();
    let last = from - 1;
    for (;;) {
        let newest = Number.POSITIVE_INFINITY;
        const response = await connection.open({ path, query: { cursor: last }, signal });
        for await (const frame of framesOf(response, signal)) {
            const said = streamEventOf(frame);
            if (said?.event !== 'chat_event')
                onConnected?.();
            if (said?.event === 'snapshot')
                newest = newestOf(said.data);
            else
                patience.reset();
            if (said?.event !== 'chat_event')
                continue;
            const told = said.data;
            if (told.seq <= last)
                continue;
            // Something in between lost a part of the stream; it is asked for again.
            if (told.seq > last + 1)
                break;
            last = told.seq;
            yield told;
            if (isEnd(told))
                return;
        }
        if (last >= newest)
            return;
        const ms = patience.next();
        if (ms === null)
            throw connection.unreachable(new Error('the stream of events breaks off again and again'));
        await pause(ms, signal);
    }
}
const isEnd = ({ type }) => /^conversation\.(completed|failed|canceled)$/.test(type);
/** The last event that there will ever be; infinite while the run goes on. */
const newestOf = (snapshot) => (isOver(snapshot) ? snapshot.last_seq : Number.POSITIVE_INFINITY);
