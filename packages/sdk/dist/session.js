// Printed by npm run generate; never edited.
const path = '/v1/session';
/** For web pages of the server itself: the browser keeps a cookie instead of the token. */
export function sessionOf(connection) {
    return {
        get: ({ signal } = {}) => connection.json({ path, signal }),
        signIn: (token, { signal } = {}) => connection.json({ method: 'POST', path, body: { token }, signal }),
        signOut: ({ signal } = {}) => connection.json({ method: 'DELETE', path, signal }),
    };
}
