/** Woken when an installed skill has come, gone or changed. */
export const installedSkillsTopic = 'skills'

/** Woken when what somebody in a project can list of its skills and tools may have changed. */
export const projectTopic = (projectId: string): string => `project:${projectId}`
