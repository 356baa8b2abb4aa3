// Printed by npm run generate; never edited.
import { step } from "./connection.js";
export function enginesOf(connection) {
    return {
        /** Those that are not ready included, with the reason. */
        list: async ({ signal } = {}) => (await connection.json({ path: '/v1/engines', signal })).engines,
        models: (engine, { signal } = {}) => connection.json({ path: `/v1/engines/${step(engine)}/models`, signal }),
    };
}
