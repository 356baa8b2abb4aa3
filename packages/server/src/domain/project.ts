import type { Principal } from './job.ts'

/** Where what is not asked for under a project belongs. */
export const defaultProject = 'default'

/** Whether a caller may ask for anything of a project: with a token that names one, only for that. */
export const mayEnter = ({ projectId, anyProject }: Pick<Principal, 'projectId' | 'anyProject'>, project: string): boolean =>
  anyProject || projectId === project
