/** Where the pages of a project are. The project is in the address, so that a link shows the same. */
export const projectAt = (project: string): string => `/ui/exec/${encodeURIComponent(project)}`
export const taskAt = (project: string, id: string): string => `${projectAt(project)}/tasks/${encodeURIComponent(id)}`
export const jobAt = (project: string, id: string): string => `${projectAt(project)}/jobs/${encodeURIComponent(id)}`
export const sessionAt = (project: string, alias: string): string => `${projectAt(project)}?session=${encodeURIComponent(alias)}`

/** The content of an artifact, from the server itself. */
export const artifactAt = (project: string, id: string): string =>
  `/v1/projects/${encodeURIComponent(project)}/artifacts/${encodeURIComponent(id)}/content`

/** As the server takes them. */
export const isProject = (id: string): boolean => /^[a-z0-9][a-z0-9-]{0,62}$/.test(id)
