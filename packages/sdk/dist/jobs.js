// Printed by npm run generate; never edited.
import { step } from "./connection.js";
import { converse } from "./converse.js";
import { formOf, partsOf } from "./forms.js";
import { keyHeader } from "./idempotency.js";
import { eachOf } from "./pages.js";
import { runsUnder } from "./runs.js";
const root = '/v1/jobs';
export function jobsOf(connection) {
    const runs = runsUnder(connection, root);
    async function create({ files, archive, ...job }, { wait, signal, ...once } = {}) {
        const parts = partsOf({ files, archive });
        // Nobody would bring the files of a job that waits for them by accident.
        const body = parts ? await formOf({ job }, parts) : { await_upload: false, ...job };
        const headers = keyHeader(once);
        return connection.json({ method: 'POST', path: root, query: { wait }, body, headers, isRepeatable: true, signal });
    }
    return {
        ...runs,
        create,
        /** Like a function: gives the result of a skill, or throws a SkillRunError. Lost connections and restarts do not matter. */
        async run(request, { onQuestion, onAccepted, signal, ...once } = {}) {
            const job = await create(request, { signal, ...once });
            onAccepted?.(job);
            return converse(runs, job.request_id, onQuestion, signal);
        },
        /** `for await`: the newest first, page after page as they are wanted. */
        list: ({ signal, ...query } = {}) => eachOf(query.cursor, (cursor) => connection.json({ path: root, query: { ...query, cursor }, signal }), ({ jobs }) => jobs),
        /** Brings the files of a job that waits for them; with them it starts. */
        async upload(id, files, { signal } = {}) {
            const body = await formOf({}, partsOf(files) ?? {});
            return connection.json({ method: 'POST', path: `${root}/${step(id)}/upload`, body, signal });
        },
        /** The same again, with whatever differs this time. */
        rerun(id, changes = {}, { wait, signal, ...once } = {}) {
            const [path, headers] = [`${root}/${step(id)}/rerun`, keyHeader(once)];
            return connection.json({ method: 'POST', path, query: { wait }, body: changes, headers, isRepeatable: true, signal });
        },
        /** Removes jobs that ended. */
        cleanup: (filter = {}, { signal } = {}) => connection.json({ method: 'POST', path: `${root}/cleanup`, body: filter, isRepeatable: true, signal }),
    };
}
