import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Identity, Launch } from '../domain/launch.ts'
import type { RunIn } from '../domain/run.ts'
import type { Places } from '../domain/sandbox.ts'
import { Fault } from '../lib/fault.ts'
import { resolveCommand } from '../skills/command.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { inputText } from '../workspace/prepare.ts'

interface ScriptRequest {
  readonly run: RunIn<'running'>
  readonly argv: readonly [string, ...string[]]
  /** Where the script may write its result, below the run folder. */
  readonly resultFile: string
  readonly layout: RunLayout
  readonly skillFolder: string
  /** The same folders as the child sees them. */
  readonly places: Places
  readonly mark: string
  readonly identity: Identity | null
}

/** What a script is started with. Pure: same request, same launch. */
export function scriptLaunch({ run, argv, resultFile, layout, skillFolder, places, mark, identity }: ScriptRequest): Launch {
  const at = (name: string) => `${places.workspace}/${name}`
  return {
    argv,
    cwd: places.workspace,
    stdin: inputText(run),
    network: 'off',
    identity,
    env: {
      PATH: [dirname(places.node), ...systemPath].join(':'),
      HOME: places.home,
      TMPDIR: at('tmp'),
      LANG: 'C.UTF-8',
      SKILL_DIR: places.skill,
      SKILL_RUN_DIR: places.workspace,
      SKILL_ARTIFACTS_DIR: at('artifacts'),
      SKILL_RESULT_FILE: at(resultFile),
      SKILL_INPUT_FILE: at('input.json'),
      SKILL_RUNNER_MARK: mark,
    },
    // Logs, events, raw output and the manifest are not mounted. Files that the script creates under their names are its own.
    mounts: [
      { from: layout.work, to: places.workspace, access: 'write' },
      { from: layout.artifacts, to: at('artifacts'), access: 'write' },
      { from: layout.result, to: at('result'), access: 'write' },
      { from: layout.tmp, to: at('tmp'), access: 'write' },
      { from: layout.uploads, to: at('uploads'), access: 'read' },
      { from: layout.input, to: at('input.json'), access: 'read' },
      { from: layout.skill, to: at('skill.json'), access: 'read' },
      { from: skillFolder, to: places.skill, access: 'read' },
      { from: layout.home, to: places.home, access: 'write' },
      { from: layout.tmp, to: '/tmp', access: 'write' },
    ],
  }
}

const systemPath = ['/usr/local/bin', '/usr/bin', '/bin']

/** The words to start, with paths as the child sees them. */
export function scriptArgv(skill: SkillPackage, skillPlace: string): readonly [string, ...string[]] {
  if (skill.entrypoint.kind === 'prompt') throw new Fault('SKILL_ENGINE_UNSUPPORTED', { entrypoint: skill.entrypoint.kind })
  return commandArgv(skill.entrypoint.command, 'entrypoint.script.command', skill, skillPlace)
}

/** The same for any command of runner.json; `field` names it in a failure. */
export function commandArgv(
  command: string,
  field: string,
  { files }: SkillPackage,
  skillPlace: string,
): readonly [string, ...string[]] {
  const has = (program: string) => systemPath.some((folder) => existsSync(`${folder}/${program}`))
  const resolved = resolveCommand(command, { files, skillPlace, has })
  if (!resolved.ok) throw new Fault('SKILL_DEGRADED', { problems: [`${field} ${resolved.problem}`] })
  return resolved.words
}
