// Printed by npm run generate; never edited.
import { step } from "./connection.js";
import { projectArtifactsOf } from "./project-artifacts.js";
import { projectExecOf } from "./project-exec.js";
import { projectJobsOf } from "./project-jobs.js";
import { projectProfilesOf } from "./project-profiles.js";
import { projectSkillsOf } from "./project-skills.js";
export function projectOf(connection, id) {
    const root = `/v1/projects/${step(id)}`;
    return {
        id,
        skills: projectSkillsOf(connection, root),
        profiles: projectProfilesOf(connection, root),
        exec: { ...projectExecOf(connection, root), ...projectJobsOf(connection, root) },
        artifacts: projectArtifactsOf(connection, root),
    };
}
