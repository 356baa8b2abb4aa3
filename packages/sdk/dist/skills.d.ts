// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import type { Leaving } from './runs.js';
import type { AnswerOf, Schemas, SkillDetail, SkillSchemas, SkillSummary, SkillSwitched, SkillVersions } from './types.js';
export type Skills = ReturnType<typeof skillsOf>;
export declare function skillsOf(connection: Connection): {
    list: ({ signal }?: Leaving) => Promise<SkillSummary[]>;
    get: (id: string, { signal }?: Leaving) => Promise<SkillDetail>;
    /** All that a form for it needs. */
    schemas: (id: string, { signal }?: Leaving) => Promise<SkillSchemas>;
    /** An OpenAPI document of this skill alone. */
    openapi: (id: string, { signal }?: Leaving) => Promise<AnswerOf<"getSkillOpenApi">>;
    versions: (id: string, { signal }?: Leaving) => Promise<SkillVersions>;
    /** Uses an old version again: the one before when none is named. */
    restore: (id: string, which?: Schemas["SkillRestore"], { signal }?: Leaving) => Promise<SkillSwitched>;
    /** Takes it out of use; it can be restored. */
    remove: (id: string, { signal }?: Leaving) => Promise<SkillSwitched>;
};
