// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import { type FileContent } from './forms.js';
import type { Leaving } from './runs.js';
import type { ProjectSkill, ProjectSkillFiles, ProjectSkillRemoved, ProjectSkillUploaded, ProjectSkillVersions, QueryOf } from './types.js';
export type ProjectSkills = ReturnType<typeof projectSkillsOf>;
/** A version by its hash, or at least 8 characters of its beginning; the active one when left out. */
type OfVersion = Leaving & {
    readonly version?: string | undefined;
};
/** The skills of one project, by its address. */
export declare function projectSkillsOf(connection: Connection, project: string): {
    /** `for await`: by name, page after page as they are wanted. */
    list: ({ signal, ...query }?: Leaving & QueryOf<"listProjectSkills">) => AsyncGenerator<ProjectSkill, void>;
    files: (name: string, { version, signal }?: OfVersion) => Promise<ProjectSkillFiles>;
    /** One file, as an answer of fetch: `.text()`, `.blob()` and `.arrayBuffer()` are the whole of it. */
    read: (name: string, path?: string, { version, signal }?: OfVersion) => Promise<Response>;
    /** Uploads a skill as a zip with one folder, and uses it at once. The first upload creates the project. */
    upload(zip: FileContent, { signal }?: Leaving): Promise<ProjectSkillUploaded>;
    versions: (name: string, { signal }?: Leaving) => Promise<ProjectSkillVersions>;
    /** Uses a version that was uploaded before. */
    activate: (name: string, versionHash: string, { signal }?: Leaving) => Promise<ProjectSkill>;
    /** A skill that is disabled can be neither loaded nor run. */
    setEnabled: (name: string, enabled: boolean, { signal }?: Leaving) => Promise<ProjectSkill>;
    /** Deletes a skill with all its versions. */
    remove: (name: string, { signal }?: Leaving) => Promise<ProjectSkillRemoved>;
};
export {};
