// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import { type ProjectArtifacts } from './project-artifacts.js';
import { type ProjectExec } from './project-exec.js';
import { type ProjectJobs } from './project-jobs.js';
import { type ProjectProfiles } from './project-profiles.js';
import { type ProjectSkills } from './project-skills.js';
/** What belongs to one project. */
export interface Project {
    readonly id: string;
    readonly skills: ProjectSkills;
    /** What its tokens may do. */
    readonly profiles: ProjectProfiles;
    /** Commands, tasks and step jobs, in the folders of its skills. */
    readonly exec: ProjectExec & ProjectJobs;
    /** Files that commands take and leave. */
    readonly artifacts: ProjectArtifacts;
}
export declare function projectOf(connection: Connection, id: string): Project;
