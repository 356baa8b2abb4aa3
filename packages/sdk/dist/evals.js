// Printed by npm run generate; never edited.
import { isLost, step } from "./connection.js";
import { formOf } from "./forms.js";
import { pause } from "./patience.js";
const root = '/v1/evals';
export function evalsOf(connection) {
    const get = (id, { signal } = {}) => connection.json({ path: `${root}/${step(id)}`, signal });
    /** Runs the test cases of an installed skill, or of one that comes along. */
    async function create({ skill, ...request }, { signal } = {}) {
        const body = skill === undefined ? request : await formOf({ eval: request }, { skill_package: skill });
        return connection.json({ method: 'POST', path: root, body, signal });
    }
    /** The test once it has ended; also across lost connections and restarts of the server. */
    async function wait(id, { signal, onProgress } = {}) {
        const patience = connection.patience();
        for (let ms = 100;; ms = Math.min(ms * 1.5, 2000)) {
            try {
                const now = await get(id, { signal });
                patience.reset();
                onProgress?.(now);
                if (now.status !== 'running')
                    return now;
            }
            catch (error) {
                const longer = isLost(error) ? patience.next() : null;
                if (longer === null)
                    throw error;
                ms = longer;
            }
            await pause(ms, signal);
        }
    }
    return {
        create,
        get,
        wait,
        /** Like a function: the matrix when every case has ended. */
        async run(request, options = {}) {
            const { eval_id } = await create(request, options);
            return wait(eval_id, options);
        },
        /** Newest first. */
        list: ({ signal, ...query } = {}) => connection.json({ path: root, query, signal }),
        cancel: (id, { signal } = {}) => connection.json({ method: 'POST', path: `${root}/${step(id)}/cancel`, isRepeatable: true, signal }),
        /** The test cases of an installed skill, or what is wrong with them. */
        ofSkill: (skillId, { signal } = {}) => connection.json({ path: `/v1/skills/${step(skillId)}/evals`, signal }),
    };
}
