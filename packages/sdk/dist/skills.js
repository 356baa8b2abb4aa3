// Printed by npm run generate; never edited.
import { step } from "./connection.js";
export function skillsOf(connection) {
    const at = (id, rest = '') => `/v1/skills/${step(id)}${rest}`;
    return {
        list: ({ signal } = {}) => connection.json({ path: '/v1/skills', signal }),
        get: (id, { signal } = {}) => connection.json({ path: at(id), signal }),
        /** All that a form for it needs. */
        schemas: (id, { signal } = {}) => connection.json({ path: `/v1/management/skills/${step(id)}/schemas`, signal }),
        /** An OpenAPI document of this skill alone. */
        openapi: (id, { signal } = {}) => connection.json({ path: at(id, '/openapi.json'), signal }),
        versions: (id, { signal } = {}) => connection.json({ path: at(id, '/versions'), signal }),
        /** Uses an old version again: the one before when none is named. */
        restore: (id, which = {}, { signal } = {}) => connection.json({ method: 'POST', path: at(id, '/restore'), body: which, signal }),
        /** Takes it out of use; it can be restored. */
        remove: (id, { signal } = {}) => connection.json({ method: 'DELETE', path: at(id), signal }),
    };
}
