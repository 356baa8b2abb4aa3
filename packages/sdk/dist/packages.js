// Printed by npm run generate; never edited.
import { step } from "./connection.js";
import { formOf } from "./forms.js";
import { keyHeader } from "./idempotency.js";
import { pause } from "./patience.js";
const root = '/v1/skill-packages';
export function packagesOf(connection) {
    const get = (id, { signal } = {}) => connection.json({ path: `${root}/${step(id)}`, signal });
    return {
        get,
        /** Installs a skill from a zip, or updates it to a greater version; with `force` to any other. */
        async install(zip, { force, signal, ...once } = {}) {
            const [body, headers] = [await formOf({}, { file: zip }), keyHeader(once)];
            const query = { force: force ? '1' : undefined };
            return connection.json({ method: 'POST', path: `${root}/install`, query, body, headers, isRepeatable: true, signal });
        },
        /** What became of an installation, once it is over. */
        async wait(id, { signal } = {}) {
            for (let ms = 50;; ms = Math.min(ms * 2, 1000)) {
                const install = await get(id, { signal });
                if (install.status !== 'running')
                    return install;
                await pause(ms, signal);
            }
        },
        /** All that is wrong with a package, without installing it. */
        async validate(zip, { signal } = {}) {
            const body = await formOf({}, { file: zip });
            return connection.json({ method: 'POST', path: `${root}/validate`, body, isRepeatable: true, signal });
        },
    };
}
