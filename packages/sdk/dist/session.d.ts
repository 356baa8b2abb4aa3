// Printed by npm run generate; never edited.
import type { Connection } from './connection.js';
import type { Leaving } from './runs.js';
import type { AnswerOf } from './types.js';
export type Session = ReturnType<typeof sessionOf>;
/** For web pages of the server itself: the browser keeps a cookie instead of the token. */
export declare function sessionOf(connection: Connection): {
    get: ({ signal }?: Leaving) => Promise<AnswerOf<"getSession">>;
    signIn: (token: string, { signal }?: Leaving) => Promise<AnswerOf<"signIn">>;
    signOut: ({ signal }?: Leaving) => Promise<AnswerOf<"signOut">>;
};
