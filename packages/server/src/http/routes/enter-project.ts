import type { Principal } from '../../domain/job.ts'
import { mayEnter } from '../../domain/project.ts'
import { Fault } from '../../lib/fault.ts'
import type { DoorDeps } from './deps.ts'

/** What every call below a project says. */
export interface CallOfProject {
  readonly principal: Principal
  readonly params: { readonly project_id: string }
}

/** A project that the caller may not enter is answered as one that is not there. */
export async function enterProject({ projectSkills }: Pick<DoorDeps, 'projectSkills'>, call: CallOfProject): Promise<string> {
  const id = entered(call.principal, call.params.project_id)
  if (!(await projectSkills.hasProject(id))) throw notFound(id)
  return id
}

/** The same where it need not exist: what is looked for in it says so, or brings it into being. */
export function entered(principal: Principal, project: string): string {
  if (!mayEnter(principal, project)) throw notFound(project)
  return project
}

const notFound = (id: string): Fault => new Fault('PROJECT_NOT_FOUND', { project_id: id })
