// Printed by npm run generate; never edited.
import { step } from "./connection.js";
import { followTask } from "./follow-task.js";
import { keyHeader } from "./idempotency.js";
import { eachOf } from "./pages.js";
/** Commands and tasks of a project. */
export function projectExecOf(connection, project) {
    const root = `${project}/exec`;
    const taskAt = (id, rest = '') => `${root}/tasks/${step(id)}${rest}`;
    const post = (path, body, { signal }) => connection.json({ method: 'POST', path, body, signal });
    /** With a key: what was lost on the way is sent again. */
    const start = (path, body, { signal, ...repeatable }) => connection.json({ method: 'POST', path, body, signal, headers: keyHeader(repeatable), isRepeatable: true });
    /** What happened since a cursor; waits for something to happen. */
    const watch = (id, { signal, ...query } = {}) => connection.json({ path: taskAt(id, '/events/history'), query, signal });
    const tasks = ({ signal, ...query } = {}) => connection.json({ path: `${root}/tasks`, query, signal });
    return {
        /** Runs a command and waits for it. A command that fails is no error: see `status`, `exit_code` and `error`. */
        run: (request, { idempotencyKey, ...leaving } = {}) => 
        // Only on request: the result is then kept by the server.
        idempotencyKey === undefined
            ? post(`${root}/commands`, request, leaving)
            : start(`${root}/commands`, request, { idempotencyKey, ...leaving }),
        /** Starts a command that outlives the request, and the server. */
        startTask: (request, options = {}) => start(`${root}/tasks`, request, options),
        /** Starts a task that others connect to; `task` tells where its ports are. */
        startService: (request, options = {}) => start(`${root}/services`, request, options),
        /** One page of tasks and services, the newest first; it can have fewer than `limit`, and `next_cursor` leads to the next. */
        tasks,
        /** `for await`: the same, page after page as they are wanted. */
        eachTask: (query = {}) => eachOf(query.cursor, (cursor) => tasks(cursor === undefined ? query : { ...query, cursor }), (page) => page.tasks),
        task: (id, { signal, ...query } = {}) => connection.json({ path: taskAt(id), query, signal }),
        log: (id, stream, { signal, ...query } = {}) => connection.json({ path: taskAt(id, `/logs/${stream}`), query, signal }),
        watch,
        /** States and output of a task as they come, to its end; a restart of the server in between loses nothing. */
        follow: (id, options = {}) => followTask(connection, taskAt(id, '/events'), options),
        /** A task or a service. */
        cancel: (id, { reason, signal } = {}) => post(taskAt(id, ':cancel'), { reason }, { signal }),
        /** The state of something that a command knows, from the JSON that it prints. */
        query: (request, leaving = {}) => post(`${root}/tasks:query`, request, leaving),
        /** Brings a skill into a session, and chooses the version that its commands use: `version`, or the active one of the project. */
        activate: (session, request, leaving = {}) => post(`${root}/sessions/${step(session)}/activations`, request, leaving),
        sessions: ({ signal, ...query } = {}) => connection.json({ path: `${root}/sessions`, query, signal }),
        session: (alias, { signal } = {}) => connection.json({ path: `${root}/sessions/${step(alias)}`, signal }),
        /** With everything in its folder. That of another `owner` needs the scope admin. */
        deleteSession: (alias, { signal, ...query } = {}) => connection.json({ method: 'DELETE', path: `${root}/sessions/${step(alias)}`, query, signal }),
        /** What its commands and tasks may use. */
        limits: ({ signal } = {}) => connection.json({ path: `${project}/limits`, signal }),
        /** In place of those it had; needs the scope admin. */
        setLimits: (limits, { signal } = {}) => connection.json({ method: 'PUT', path: `${project}/limits`, body: limits, signal }),
        providers: ({ signal } = {}) => connection.json({ path: `${root}/providers`, signal }),
    };
}
