// Printed by npm run generate; never edited.
import { framesOf } from "./frames.js";
import { pause } from "./patience.js";
/** Every event of a task, once and in order, to its end: a connection that is lost is opened again where it broke off. */
export async function* followTask(connection, path, { cursor, signal }) {
    const patience = connection.patience();
    for (let last = cursor;;) {
        const response = await connection.open({ path, query: { cursor: last }, signal });
        for await (const { event, data } of framesOf(response, signal)) {
            patience.reset();
            // Heartbeats, and kinds that are newer than this client.
            if (event !== 'status' && event !== 'output')
                continue;
            const told = JSON.parse(data);
            last = told.cursor;
            yield told;
            if (isEnd(told))
                return;
        }
        // A stream that begins behind the end of its task has nothing to tell, and looks like one that broke off.
        const query = { cursor: last };
        const told = await connection.json({ path: `${path}/history`, query, signal });
        yield* told.events;
        if (told.finished)
            return;
        last = told.cursor;
        const ms = patience.next();
        if (ms === null)
            throw connection.unreachable(new Error('the stream of events breaks off again and again'));
        await pause(ms, signal);
    }
}
/** The end is told when all the output was. */
const isEnd = ({ status }) => status === 'succeeded' || status === 'failed' || status === 'canceled';
