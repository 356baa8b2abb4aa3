// Printed by npm run generate; never edited.
import { step } from "./connection.js";
import { keyHeader } from "./idempotency.js";
import { eachOf } from "./pages.js";
/** Step jobs of a project: commands that run one after the other. */
export function projectJobsOf(connection, project) {
    const root = `${project}/exec/jobs`;
    const at = (id, rest = '') => `${root}/${step(id)}${rest}`;
    /** What happened since a cursor; waits for something to happen. */
    const watchJob = (id, { signal, ...query } = {}) => connection.json({ path: at(id, '/events/history'), query, signal });
    const jobs = ({ signal, ...query } = {}) => connection.json({ path: root, query, signal });
    return {
        /** Starts steps that run one after the other, until one fails; the job outlives the request, and the server. */
        startJob: (request, { signal, ...repeatable } = {}) => connection.json({ method: 'POST', path: root, body: request, signal, headers: keyHeader(repeatable), isRepeatable: true }),
        /** One page of them, the newest first; `next_cursor` leads to the next. */
        jobs,
        /** `for await`: the same, page after page as they are wanted. */
        eachJob: (query = {}) => eachOf(query.cursor, (cursor) => jobs(cursor === undefined ? query : { ...query, cursor }), (page) => page.jobs),
        /** Its state and that of its steps, with the end of what each printed. */
        job: (id, { signal, ...query } = {}) => connection.json({ path: at(id), query, signal }),
        watchJob,
        /** States of a job, and states and output of its steps, to its end; a restart of the server in between loses nothing. */
        async *followJob(id, { signal } = {}) {
            for (let cursor;;) {
                const told = await watchJob(id, { ...(cursor === undefined ? {} : { cursor }), wait_sec: 30, signal });
                yield* told.events;
                if (told.finished)
                    return;
                cursor = told.cursor;
            }
        },
        cancelJob: (id, { reason, signal } = {}) => connection.json({ method: 'POST', path: at(id, ':cancel'), body: { reason }, signal }),
    };
}
