import type { ExecCommand } from '../domain/exec.ts'
import { quoted } from '../remote/scripts.ts'
import type { FoundSkill } from './deps.ts'
import { enter, workplaceOf } from './launch.ts'

/** The folders of a session in its sandbox: the same as on this machine, below another root. */
export interface RemotePlaces {
  readonly session: { readonly work: string; readonly home: string; readonly tmp: string }
  readonly skillFolder: string
}

/** Below the root of the session. */
export const skillPlaceIn = ({ name, versionHash }: Pick<FoundSkill, 'name' | 'versionHash'>): string =>
  `skills/${name}-${versionHash.slice(0, 16)}`

export const remotePlacesOf = (
  root: string,
  { skill, versionHash }: Pick<ExecCommand, 'skill' | 'versionHash'>,
): RemotePlaces => ({
  session: { work: `${root}/work`, home: `${root}/home`, tmp: `${root}/tmp` },
  skillFolder: `${root}/${skillPlaceIn({ name: skill, versionHash })}`,
})

/** A script that becomes the command, with its own environment and no other. */
export function scriptOf(places: RemotePlaces, command: ExecCommand, mark: string): string {
  const { session } = places
  const { root, path } = workplaceOf(places, command.workdir)
  const env = {
    ...{ PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', HOME: session.home, TMPDIR: session.tmp },
    ...command.env,
    SKILL_RUNNER_MARK: mark,
  }
  const argv = [
    ...['env', '-i', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
    ...['/bin/sh', '-c', enter, 'sh', [root, ...path].join('/'), '/bin/bash', '-c', command.command],
  ]
  return `cd ${quoted(session.work)} && exec ${argv.map(quoted).join(' ')}\n`
}
