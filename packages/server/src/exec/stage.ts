import { lstatSync } from 'node:fs'
import type { ExecSession } from '../domain/exec.ts'
import { blocked } from '../domain/policy-words.ts'
import { Fault } from '../lib/fault.ts'
import { noCgroups } from '../process/cgroups.ts'
import { openResources, type Resources } from '../process/resources.ts'
import { layOutWork } from '../workspace/work-folder.ts'
import type { ExecDeps, FoundSkill } from './deps.ts'
import type { Stage } from './launch.ts'
import { deliverSkill, makeSessionFolder, ownSession, sessionFolder } from './session-folder.ts'
import type { SessionUsers } from './session-users.ts'

/** In the environment of all processes of a command. Those of runs begin otherwise: a restart ends them, and not these. */
export const markOf = ({ store }: Pick<ExecDeps, 'store'>, id: string): string => `exec_${store.nodeId}:${id}`

/** Commands come from anybody with a token: they run in the sandbox, or the operator has switched it off. */
export function requireExecSandbox({ sandbox, sandboxMode }: Pick<ExecDeps, 'sandbox' | 'sandboxMode'>): void {
  if (sandbox.status === 'bubblewrap' || sandbox.status === 'srt' || sandboxMode === 'off') return
  const policy = blocked('commands run in the sandbox, which does not work on this server')
  throw new Fault('SANDBOX_UNAVAILABLE', { sandbox_status: sandbox.status, reason: sandbox.reason, policy })
}

/** The folder of the session with the skill in it, all of it owned by its user. Whoever has it gives the user back. */
export async function openStage(
  { layout, sandbox, ...deps }: ExecDeps,
  users: SessionUsers,
  session: Pick<ExecSession, 'id'>,
  skill: FoundSkill,
  id: string,
): Promise<Stage> {
  const folder = sessionFolder(layout.execSession(session.id))
  await makeSessionFolder(folder)
  const identity = users.take(session.id, lstatSync(folder.work).uid)
  try {
    await ownSession(folder, identity)
    const skillFolder = await deliverSkill(folder, skill, identity)
    const place = { from: skillFolder, to: '/workspace/skill', access: 'write' as const }
    if (sandbox.status === 'bubblewrap') await layOutWork(folder.work, { cwd: '/workspace', mounts: [place] })
    return { session: folder, skillFolder, identity, mark: markOf(deps, id) }
  } catch (error) {
    users.release(session.id)
    throw error
  }
}

/** What the processes of a command may use. */
export function resourcesOf({ cgroups, resourceLimits, logger }: ExecDeps, { mark, identity }: Stage): Resources {
  const wanted = { mark, limits: resourceLimits, hasOwnUser: identity !== null }
  try {
    return openResources({ ...wanted, cgroups })
  } catch (error) {
    logger.warn({ err: error }, 'cannot create a cgroup for a command; the server measures its use itself')
    return openResources({ ...wanted, cgroups: noCgroups('It could not be made.') })
  }
}
