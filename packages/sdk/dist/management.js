// Printed by npm run generate; never edited.
import { step } from "./connection.js";
const root = '/v1/management';
/** For pages and scripts that look after a server. Some of it needs a token with the scope admin. */
export function managementOf(connection) {
    const runAt = (id, rest = '') => `${root}/runs/${step(id)}${rest}`;
    const engineAt = (engine, rest = '') => `${root}/engines/${step(engine)}${rest}`;
    const change = (path, { signal }) => connection.json({ method: 'POST', path, body: {}, signal });
    return {
        /** One page of runs, the newest first; `next_cursor` leads to the next. */
        runs: ({ signal, ...query } = {}) => connection.json({ path: `${root}/runs`, query, signal }),
        run: (id, { signal } = {}) => connection.json({ path: runAt(id), signal }),
        /** How it was asked for: engine, model, effort, options and webhook. */
        request: (id, { signal } = {}) => connection.json({ path: runAt(id, '/request'), signal }),
        /** Each folder before its content. */
        files: (id, { signal } = {}) => connection.json({ path: runAt(id, '/files'), signal }),
        /** The beginning of one file. */
        file: (id, { signal, ...query }) => connection.json({ path: runAt(id, '/file'), query, signal }),
        skills: ({ signal } = {}) => connection.json({ path: `${root}/skills`, signal }),
        /** With its entry points and files. */
        skill: (id, { signal } = {}) => connection.json({ path: `${root}/skills/${step(id)}`, signal }),
        engines: ({ signal } = {}) => connection.json({ path: `${root}/engines`, signal }),
        engine: (engine, { signal } = {}) => connection.json({ path: engineAt(engine), signal }),
        /** In the background: `engine` tells how far it is. */
        installEngine: (engine, leaving = {}) => change(engineAt(engine, '/install'), leaving),
        upgradeEngine: (engine, leaving = {}) => change(engineAt(engine, '/upgrade'), leaving),
        /** Tries what the version in use can do; it takes up to two minutes. */
        probeEngine: (engine, leaving = {}) => change(engineAt(engine, '/probe'), leaving),
        rollbackEngine: (engine, leaving = {}) => change(engineAt(engine, '/rollback'), leaving),
        /** Secrets are never shown. */
        settings: ({ signal } = {}) => connection.json({ path: `${root}/settings`, signal }),
        /** Lines of the log of the server, the newest first. */
        logs: ({ signal, ...query } = {}) => connection.json({ path: `${root}/logs`, query, signal }),
        sweeps: ({ signal } = {}) => connection.json({ path: `${root}/sweeps`, signal }),
        /** What the reaper of the skills service ends and deletes, and what it did. */
        /** What tokens and projects have used today, with their limits. */
        budgets: ({ signal } = {}) => connection.json({ path: `${root}/budgets`, signal }),
        reaper: ({ signal } = {}) => connection.json({ path: `${root}/reaper`, signal }),
        runReaper: (leaving = {}) => change(`${root}/reaper/run`, leaving),
        /** One page of what was sent to the webhooks of all jobs, the newest first. */
        deliveries: ({ signal, ...query } = {}) => connection.json({ path: `${root}/deliveries`, query, signal }),
        /** Who changed what, the newest first. */
        audit: ({ signal, ...query } = {}) => connection.json({ path: `${root}/audit`, query, signal }),
    };
}
