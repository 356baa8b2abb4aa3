import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { ExecCommand, ExecTask } from '../domain/exec.ts'
import type { Identity, Launch } from '../domain/launch.ts'
import { blocked } from '../domain/policy-words.ts'
import { Fault } from '../lib/fault.ts'
import { pathProblem } from '../lib/relative-path.ts'
import type { ExecSandbox } from '../sandbox/srt.ts'
import type { SessionFolder } from './session-folder.ts'

/** Where a command runs, and as whom. */
export interface Stage {
  readonly session: SessionFolder
  /** The session's copy of the skill. */
  readonly skillFolder: string
  readonly identity: Identity | null
  /** In the environment of all its processes. */
  readonly mark: string
}

/** The folder of the skill, below that of the session. */
const ownSkill = 'skill'

const belowSession = blocked('a workdir is a path below the folder of its session')

/** The name under which a folder of a session is held. */
export function placeOf({ skill, workdir }: Pick<ExecCommand, 'skill' | 'workdir'>): string {
  const problem = pathProblem(workdir)
  if (problem) throw new Fault('PATH_INVALID', { path: workdir.slice(0, 200), problem, policy: belowSession })
  const [first, ...rest] = workdir.split('/')
  return first === ownSkill ? [`${ownSkill}:${skill}`, ...rest].join('/') : workdir
}

/** As its owner calls it. */
export const shownPlace = (place: string): string => place.replace(new RegExp(`^${ownSkill}:[^/]*`), ownSkill)

/** Where the folder of a command lies on this machine: below a root that is the session's own, by these names. */
export function workplaceOf(
  { session, skillFolder }: { readonly session: { readonly work: string }; readonly skillFolder: string },
  workdir: string,
): { readonly root: string; readonly path: readonly string[] } {
  const [first, ...rest] = workdir.split('/')
  return first === ownSkill ? { root: skillFolder, path: rest } : { root: session.work, path: workdir.split('/') }
}

/** The skill as commands see it. */
export function skillPlaceOf(sandbox: ExecSandbox, { session, skillFolder }: Pick<Stage, 'session' | 'skillFolder'>): string {
  const places = sandbox.places({ workspace: session.work, skill: skillFolder, home: session.home, node: process.execPath })
  return sandbox.status === 'bubblewrap' ? join(places.workspace, ownSkill) : skillFolder
}

/** What a task holds of its session. A service works beside others: it only keeps the session from being deleted. */
export const heldBy = (task: ExecTask): string => (task.kind === 'service' ? `service:${task.id}` : placeOf(task))

/** A command line of a project, in the words of the inside. It enters its folder there: what lies on the way is the session's own affair. */
export function launchOf(sandbox: ExecSandbox, stage: Stage, command: ExecCommand, isLedOut = false): Launch {
  const { session, skillFolder, identity, mark } = stage
  const isInside = sandbox.status === 'bubblewrap'
  const places = sandbox.places({ workspace: session.work, skill: skillFolder, home: session.home, node: process.execPath })
  const skillPlace = skillPlaceOf(sandbox, stage)
  const [first, ...rest] = command.workdir.split('/')
  const folder = first === ownSkill ? join(skillPlace, ...rest) : join(places.workspace, command.workdir)
  return {
    argv: ['/bin/sh', '-c', isLedOut ? awaitGate + enter : enter, 'sh', folder, shell, '-c', command.command],
    cwd: places.workspace,
    stdin: null,
    ...(isLedOut ? { network: 'gated' as const, isLedOut } : { network: 'off' as const }),
    identity,
    env: {
      PATH: `${dirname(places.node)}:/usr/local/bin:/usr/bin:/bin`,
      LANG: 'C.UTF-8',
      HOME: places.home,
      TMPDIR: isInside ? '/tmp' : session.tmp,
      ...command.env,
      SKILL_RUNNER_MARK: mark,
    },
    mounts: [
      { from: session.work, to: places.workspace, access: 'write' },
      { from: skillFolder, to: skillPlace, access: 'write' },
      { from: session.home, to: places.home, access: 'write' },
      { from: session.tmp, to: '/tmp', access: 'write' },
    ],
  }
}

/** Enters the folder of a command, which is made where there is none, and becomes the command. */
export const enter = 'cd -- "$1" 2>/dev/null || { mkdir -p -- "$1" && cd -- "$1"; } || exit 126; shift; exec "$@"'

/** The helper that leads out comes from outside, and may come later: until then nobody listens at 127.0.0.1:3128, as the kernel writes it. */
const awaitGate = `gate=0
until grep -q ': 0100007F:0C38 00000000:0000 0A ' /proc/net/tcp; do
  gate=$((gate + 1))
  [ $gate -lt 1500 ] || { echo 'the gate of the network could not be opened' >&2; exit 125; }
  sleep 0.02
done
unset gate
`

const shell = existsSync('/bin/bash') ? '/bin/bash' : '/bin/sh'
