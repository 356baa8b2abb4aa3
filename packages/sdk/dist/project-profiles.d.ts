// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import type { Leaving } from './runs.js';
import type { AnswerOf, BodyOf } from './types.js';
export type ProjectProfiles = ReturnType<typeof projectProfilesOf>;
/** What tokens may do in a project. To change one takes the scope admin. */
export declare function projectProfilesOf(connection: Connection, project: string): {
    list: ({ signal }?: Leaving) => Promise<AnswerOf<"listProfiles">["profiles"]>;
    get: (name: string, { signal }?: Leaving) => Promise<AnswerOf<"getProfile">>;
    /** Creates it, or replaces it as a whole. */
    put: (name: string, profile: BodyOf<"putProfile">, { signal }?: Leaving) => Promise<AnswerOf<"putProfile">>;
    /** Tokens that name it may then use no tool. */
    remove: (name: string, { signal }?: Leaving) => Promise<AnswerOf<"deleteProfile">>;
};
