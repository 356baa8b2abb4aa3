// Printed by npm run generate; never edited.
import { step } from "./connection.js";
import { blobOf } from "./forms.js";
import { eachOf } from "./pages.js";
/** Files of a project that commands take as inputs and leave as outputs. */
export function projectArtifactsOf(connection, project) {
    const root = `${project}/artifacts`;
    const at = (id, rest = '') => `${root}/${step(id)}${rest}`;
    return {
        /** At most 20 MiB. The name is what it is downloaded as, and its ending tells its type. */
        async upload(name, content, { signal } = {}) {
            const body = new FormData();
            body.append('file', await blobOf(name, content), name);
            return connection.json({ method: 'POST', path: root, body, signal });
        },
        /** `for await`: the newest first, page after page as they are wanted. */
        list: ({ signal, ...query } = {}) => eachOf(query.cursor, (cursor) => connection.json({ path: root, query: { ...query, cursor }, signal }), ({ artifacts }) => artifacts),
        get: (id, { signal } = {}) => connection.json({ path: at(id), signal }),
        /** Its content, as an answer of fetch: `.text()`, `.blob()` and `.arrayBuffer()` are the whole of it. */
        read: (id, { signal } = {}) => connection.open({ path: at(id, '/content'), signal }),
        remove: (id, { signal } = {}) => connection.json({ method: 'DELETE', path: at(id), signal }),
    };
}
