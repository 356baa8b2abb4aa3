// Printed by npm run generate; never edited.
import { step } from "./connection.js";
import { formOf } from "./forms.js";
import { eachOf } from "./pages.js";
/** The skills of one project, by its address. */
export function projectSkillsOf(connection, project) {
    const root = `${project}/skills`;
    const at = (name, rest = '') => `${root}/${step(name)}${rest}`;
    return {
        /** `for await`: by name, page after page as they are wanted. */
        list: ({ signal, ...query } = {}) => eachOf(query.cursor, (cursor) => connection.json({ path: root, query: { ...query, cursor }, signal }), ({ skills }) => skills),
        files: (name, { version, signal } = {}) => connection.json({ path: at(name, '/files'), query: { version }, signal }),
        /** One file, as an answer of fetch: `.text()`, `.blob()` and `.arrayBuffer()` are the whole of it. */
        read: (name, path = 'SKILL.md', { version, signal } = {}) => {
            const steps = path.split('/').map(step).join('/');
            return connection.open({ path: at(name, `/files/${steps}`), query: { version }, signal });
        },
        /** Uploads a skill as a zip with one folder, and uses it at once. The first upload creates the project. */
        async upload(zip, { signal } = {}) {
            const body = await formOf({}, { file: zip });
            return connection.json({ method: 'POST', path: `${root}:upload`, body, isRepeatable: true, signal });
        },
        versions: (name, { signal } = {}) => connection.json({ path: at(name, '/versions'), signal }),
        /** Uses a version that was uploaded before. */
        activate: (name, versionHash, { signal } = {}) => {
            const body = { version_hash: versionHash };
            return connection.json({ method: 'POST', path: `${at(name)}:activate`, body, isRepeatable: true, signal });
        },
        /** A skill that is disabled can be neither loaded nor run. */
        setEnabled: (name, enabled, { signal } = {}) => connection.json({ method: 'PATCH', path: at(name), body: { enabled }, isRepeatable: true, signal }),
        /** Deletes a skill with all its versions. */
        remove: (name, { signal } = {}) => connection.json({ method: 'DELETE', path: at(name), signal }),
    };
}
