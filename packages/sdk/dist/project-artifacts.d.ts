// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import { type FileContent } from './forms.js';
import type { Leaving } from './runs.js';
import type { AnswerOf, QueryOf } from './types.js';
export type ProjectArtifacts = ReturnType<typeof projectArtifactsOf>;
/** Files of a project that commands take as inputs and leave as outputs. */
export declare function projectArtifactsOf(connection: Connection, project: string): {
    /** At most 20 MiB. The name is what it is downloaded as, and its ending tells its type. */
    upload(name: string, content: FileContent, { signal }?: Leaving): Promise<AnswerOf<"uploadExecArtifact">>;
    /** `for await`: the newest first, page after page as they are wanted. */
    list: ({ signal, ...query }?: Leaving & QueryOf<"listExecArtifacts">) => AsyncGenerator<AnswerOf<"listExecArtifacts">["artifacts"][number], void>;
    get: (id: string, { signal }?: Leaving) => Promise<AnswerOf<"getExecArtifact">>;
    /** Its content, as an answer of fetch: `.text()`, `.blob()` and `.arrayBuffer()` are the whole of it. */
    read: (id: string, { signal }?: Leaving) => Promise<Response>;
    remove: (id: string, { signal }?: Leaving) => Promise<AnswerOf<"deleteExecArtifact">>;
};
