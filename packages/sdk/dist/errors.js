// Printed by npm run generate; never edited.
/** The server refused a request, or could not be spoken to. */
export class SkillRunnerError extends Error {
    name = 'SkillRunnerError';
    /** Of the HTTP answer; 0: there was none. */
    status;
    /** From the server's table, or `UNREACHABLE` or `UNREADABLE_ANSWER`, which are the client's own. */
    code;
    details;
    /** The job that it was about. */
    requestId;
    /** Under which the server has logged the request. */
    xRequestId;
    /** Seconds after which it is worth another try, where the server says so. */
    retryAfter;
    constructor({ message, cause, ...facts }) {
        super(message, cause === undefined ? undefined : { cause });
        this.status = facts.status;
        this.code = facts.code;
        this.details = facts.details ?? {};
        this.requestId = facts.requestId ?? null;
        this.xRequestId = facts.xRequestId ?? null;
        this.retryAfter = facts.retryAfter ?? null;
    }
}
/** A call that no server could answer was not made: what it was given is the caller's mistake. */
export class InvalidCallError extends TypeError {
    name = 'InvalidCallError';
}
/** A run came to no result: it failed, was canceled, or waits for somebody. */
export class SkillRunError extends Error {
    name = 'SkillRunError';
    code;
    details;
    requestId;
    status;
    /** What it left all the same; null: it has not ended. */
    result;
    constructor({ request_id, status, result, error }, why = result?.error ?? error) {
        super(why?.message ?? `The run is ${status}.`);
        this.code = why?.code ?? status.toUpperCase();
        this.details = why?.details ?? {};
        this.requestId = request_id;
        this.status = status;
        this.result = result ?? null;
    }
}
/** What an answer that is no success says. */
export async function refusalOf(response) {
    const { status, headers } = response;
    const facts = { status, xRequestId: headers.get('x-request-id'), retryAfter: secondsOf(headers.get('retry-after')) };
    const text = await response.text().catch(() => '');
    const error = errorIn(text);
    if (error)
        return new SkillRunnerError({ ...facts, ...error });
    const message = `The server answered ${status} without saying why. Is something else between it and this client, or in its place?`;
    return new SkillRunnerError({ ...facts, code: 'UNREADABLE_ANSWER', message, details: { body: text.slice(0, 500) } });
}
function errorIn(text) {
    const { error } = (parsed(text) ?? {});
    if (typeof error?.code !== 'string' || typeof error.message !== 'string')
        return null;
    return { code: error.code, message: error.message, details: error.details ?? {}, requestId: error.request_id ?? null };
}
function parsed(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null;
    }
}
const secondsOf = (header) => (header !== null && /^\d{1,9}$/.test(header) ? Number(header) : null);
/** Nobody answered, or not to the end. */
export const unreachable = (url, cause) => new SkillRunnerError({
    status: 0,
    code: 'UNREACHABLE',
    message: `No answer from ${url} (${reasonOf(cause)}). Is the server running there? \`npm start\` starts it; check the address otherwise.`,
    cause,
});
/** Something answered that does not speak our language. */
export const unreadable = (url, { status, headers }) => new SkillRunnerError({
    status,
    code: 'UNREADABLE_ANSWER',
    message: `${url} answered with something that is not JSON. Is it the address of a skill runner?`,
    xRequestId: headers.get('x-request-id'),
});
/** fetch says why in its cause, where it says it. */
function reasonOf(error) {
    if (!(error instanceof Error))
        return String(error);
    const { cause } = error;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : null;
    return code ?? (cause instanceof Error && cause.message !== '' ? cause.message : error.message);
}
