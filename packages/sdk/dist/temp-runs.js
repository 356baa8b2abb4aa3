// Printed by npm run generate; never edited.
import { isLost, step } from "./connection.js";
import { converse } from "./converse.js";
import { SkillRunnerError } from "./errors.js";
import { formOf } from "./forms.js";
import { keyHeader } from "./idempotency.js";
import { pause } from "./patience.js";
import { runsUnder } from "./runs.js";
const root = '/v1/temp-skill-runs';
export function tempRunsOf(connection) {
    const runs = runsUnder(connection, root);
    const create = (request = {}, { signal, ...once } = {}) => connection.json({ method: 'POST', path: root, body: request, headers: keyHeader(once), isRepeatable: true, signal });
    const send = (id, body, { signal }) => connection.json({ method: 'POST', path: `${root}/${step(id)}/upload`, body, signal });
    /** With it the run starts. */
    const upload = async (id, given, options = {}) => send(id, await packageForm(given), options);
    /** Until the run has started: an answer may be lost on the way, and a call that is repeated has brought it before. */
    async function bring(id, body, options) {
        const patience = connection.patience();
        for (;;) {
            try {
                options.signal?.throwIfAborted();
                const { request_id, cache_hit, status } = await send(id, body, options);
                return { request_id, cache_hit, status };
            }
            catch (error) {
                const isStarted = error instanceof SkillRunnerError && error.code === 'ALREADY_STARTED';
                if (!isStarted && !isLost(error))
                    throw error;
                const { cache_hit, status, awaiting_upload } = await runs.get(id, options);
                if (isStarted || !awaiting_upload)
                    return { request_id: id, cache_hit, status };
                const ms = patience.next();
                if (ms === null)
                    throw error;
                await pause(ms, options.signal);
            }
        }
    }
    /** What is refused, or left before the run has started, would wait for another package for a day, and none comes. */
    async function giveUp(id, error, signal) {
        if (signal?.aborted)
            await runs.cancel(id).catch(() => { });
        else if (isForGood(error))
            await runs.cancel(id, { signal }).catch(() => { });
        throw error;
    }
    /** The job with its package: when this returns, the run has started. */
    async function start({ skill, archive, ...request }, { onAccepted, signal, ...once } = {}) {
        const body = await packageForm({ skill, archive });
        const { request_id, status } = await create(request, { signal, ...once });
        onAccepted?.({ request_id, status, cache_hit: false });
        return bring(request_id, body, { signal }).catch((error) => giveUp(request_id, error, signal));
    }
    return {
        ...runs,
        create,
        upload,
        start,
        /** Like a function whose body comes with the call. */
        async run(request, { onQuestion, ...options } = {}) {
            const { request_id } = await start(request, options);
            return converse(runs, request_id, onQuestion, options.signal);
        },
    };
}
/** The same again would be refused again. A server with too much to do says so too, and may take it later. */
const isForGood = (error) => error instanceof SkillRunnerError && error.status >= 400 && error.status < 500 && error.status !== 429;
const packageForm = ({ skill, archive }) => formOf({}, { skill_package: skill, ...(archive === undefined ? {} : { file: archive }) });
