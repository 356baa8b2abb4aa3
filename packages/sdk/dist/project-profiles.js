// Printed by npm run generate; never edited.
import { step } from "./connection.js";
/** What tokens may do in a project. To change one takes the scope admin. */
export function projectProfilesOf(connection, project) {
    const root = `${project}/profiles`;
    const at = (name) => `${root}/${step(name)}`;
    return {
        list: async ({ signal } = {}) => (await connection.json({ path: root, signal })).profiles,
        get: (name, { signal } = {}) => connection.json({ path: at(name), signal }),
        /** Creates it, or replaces it as a whole. */
        put: (name, profile, { signal } = {}) => connection.json({ method: 'PUT', path: at(name), body: profile, isRepeatable: true, signal }),
        /** Tokens that name it may then use no tool. */
        remove: (name, { signal } = {}) => connection.json({ method: 'DELETE', path: at(name), signal }),
    };
}
