// Printed by npm run generate; never edited.
import { step } from "./connection.js";
import { converse } from "./converse.js";
import { followEvents } from "./follow.js";
import { formOf } from "./forms.js";
import { keyHeader } from "./idempotency.js";
import { waitFor } from "./wait.js";
/** What can be done with a run that was asked for: the same for jobs and for runs of temporary skills. */
export function runsUnder(connection, root) {
    const under = (id, rest = '') => `${root}/${step(id)}${rest}`;
    const get = (id, rest, { signal }, query) => connection.json({ path: under(id, rest), query, signal });
    const runs = {
        get: (id, options = {}) => get(id, '', options),
        /** The job once it has ended, or waits for a reply or for files. */
        wait: (id, options = {}) => waitFor(connection, under(id), options),
        /** What a run that ended came to, also where that is a failure. */
        result: async (id, options = {}) => (await get(id, '/result', options)).result,
        artifacts: (id, options = {}) => get(id, '/artifacts', options),
        /** One file, as an answer of fetch: `.body` is its stream, `.arrayBuffer()`, `.blob()` and `.text()` are the whole of it. */
        artifact: (id, path, { range, signal } = {}) => {
            const steps = path.split('/').map(step).join('/');
            return connection.open({ path: under(id, `/artifacts/${steps}`), headers: range ? { range } : {}, signal });
        },
        /** All of it as a zip, in the same way. */
        bundle: (id, { debug, signal } = {}) => connection.open({ path: under(id, '/bundle'), query: { debug: debug === undefined ? undefined : Number(debug) }, signal }),
        /** The signed statement of what ran and what came of it. */
        receipt: (id, options = {}) => get(id, '/receipt', options),
        /** As the replay engine plays it: to be kept as `assets/replay/<name>.recording.json` of its skill. */
        recording: (id, options = {}) => get(id, '/recording', options),
        logs: (id, { attempt, ...options } = {}) => get(id, '/logs', options, { attempt }),
        logRange: (id, { signal, ...query }) => get(id, '/logs/range', { signal }, query),
        deliveries: (id, options = {}) => get(id, '/deliveries', options),
        /** `for await`: what happens, from the beginning or from where one left off, to the end of the run. */
        events: (id, options = {}) => followEvents(connection, under(id, '/events'), options),
        /** A page of what has happened so far. */
        history: (id, { signal, ...query } = {}) => get(id, '/events/history', { signal }, query),
        pending: (id, options = {}) => get(id, '/interaction/pending', options),
        async reply(id, { interactionId, response, files }, { signal, ...once } = {}) {
            const reply = { interaction_id: interactionId, response };
            const body = files ? await formOf({ metadata: reply }, files) : reply;
            const path = under(id, '/interaction/reply');
            return connection.json({ method: 'POST', path, body, headers: keyHeader(once), isRepeatable: true, signal });
        },
        /** Comes back when its processes are gone. */
        cancel: (id, { signal } = {}) => connection.json({ method: 'POST', path: under(id, '/cancel'), isRepeatable: true, signal }),
    };
    return {
        ...runs,
        /** Answers question after question; gives the result, or throws what became of the run. */
        converse: (id, answer, { signal } = {}) => converse(runs, id, answer, signal),
    };
}
