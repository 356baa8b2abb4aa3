import { type Connection, step } from './connection.ts'
import { type ProjectArtifacts, projectArtifactsOf } from './project-artifacts.ts'
import { type ProjectExec, projectExecOf } from './project-exec.ts'
import { type ProjectJobs, projectJobsOf } from './project-jobs.ts'
import { type ProjectProfiles, projectProfilesOf } from './project-profiles.ts'
import { type ProjectSkills, projectSkillsOf } from './project-skills.ts'

/** What belongs to one project. */
export interface Project {
  readonly id: string
  readonly skills: ProjectSkills
  /** What its tokens may do. */
  readonly profiles: ProjectProfiles
  /** Commands, tasks and step jobs, in the folders of its skills. */
  readonly exec: ProjectExec & ProjectJobs
  /** Files that commands take and leave. */
  readonly artifacts: ProjectArtifacts
}

export function projectOf(connection: Connection, id: string): Project {
  const root = `/v1/projects/${step(id)}`
  return {
    id,
    skills: projectSkillsOf(connection, root),
    profiles: projectProfilesOf(connection, root),
    exec: { ...projectExecOf(connection, root), ...projectJobsOf(connection, root) },
    artifacts: projectArtifactsOf(connection, root),
  }
}
