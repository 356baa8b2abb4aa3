import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import type { Launch, Mount } from '../domain/launch.ts'
import { warningOf } from '../domain/warning.ts'
import type { Engine, EngineLaunch } from '../engines/engine.ts'
import type { Given, TakenBack } from '../installed/agent-home.ts'
import { type ProgramOnDisk, programPlace } from '../installed/ask.ts'
import type { Installation } from '../installed/installations.ts'
import { copyFiles } from '../workspace/copy-files.ts'
import { handOver, putFiles } from '../workspace/home.ts'
import { showFiles } from '../workspace/show-files.ts'
import { deliverPatched } from './deliver.ts'
import type { AttemptDeps } from './deps.ts'
import { scriptLaunch } from './launch-script.ts'
import type { Attempt } from './prepare.ts'
import type { EngineStart } from './prepare-engine.ts'

/** What to start, now that the files of the engine are in its home. */
export interface EngineBegun {
  readonly launch: Launch
  /** In addition to the secrets of the server. */
  readonly secrets: readonly string[]
  /** Its sign-in files; what it refreshes in them is taken back at its end. */
  readonly given: Given
}

/** Puts files where the engine looks for them. */
export async function fillHome(deps: AttemptDeps, attempt: Attempt, start: EngineStart): Promise<EngineBegun> {
  const { engine, installation, program, launch, native, resumed, keys, entry } = start
  const { layout, places, identity } = attempt
  const shown = await showFiles(layout.root, places.workspace, launch.shown)
  const skillMounts = await deliverPatched(deps, attempt, entry, engine, native.schema !== null)
  await deps.warmHomes.fill(engine, installation, layout.home, identity)
  if (resumed && engine.sessionFiles) await copyFiles(resumed.files, layout.home, engine.sessionFiles)
  const given = await deps.agentHome.give(engine, layout.home)
  await putFiles(layout.home, launch.files)
  await handOver(layout.home, identity)
  const mounts: Mount[] = [...skillMounts, ...shown, programMount(program, installation)]
  return { launch: engineLaunch(attempt, launch, mounts), secrets: [...given.secrets, ...keys], given }
}

/** Of our own programs only the file is mounted, not the folder that it is in. */
const programMount = ({ folder, path }: ProgramOnDisk, installation: Installation | null): Mount =>
  installation
    ? { from: folder, to: programPlace, access: 'read' }
    : { from: join(folder, path), to: `${programPlace}/${path}`, access: 'read' }

/** Like the launch of a script, with the command and environment of the engine and the mounts that it needs. */
function engineLaunch(attempt: Attempt, parts: EngineLaunch, mounts: readonly Mount[]): Launch {
  const { skill, layout, places } = attempt
  const { argv, env, stdin, network } = parts
  const base = scriptLaunch({ ...attempt, argv, resultFile: skill.resultFile })
  const replies: Mount[] = existsSync(layout.replies)
    ? [{ from: layout.replies, to: `${places.workspace}/replies`, access: 'read' }]
    : []
  return { ...base, stdin, network, env: { ...base.env, ...env }, mounts: [...base.mounts, ...replies, ...mounts] }
}

/** A sign-in that cannot be copied back does not fail the run, but adds a warning. */
export async function takeBack(
  { agentHome, logger }: AttemptDeps,
  { id }: Engine,
  given: Given,
  home: string,
): Promise<Warning[]> {
  const taken = await agentHome.takeBack(given, home)
  for (const { name, outcome } of taken) if (outcome === 'refreshed') logger.info({ engine: id, file: name }, 'sign-in refreshed')
  return taken.flatMap((one) => (one.outcome === 'refused' ? [refusal(one)] : []))
}

const refusal = ({ name, reason }: TakenBack): Warning =>
  warningOf(
    'CREDENTIALS_NOT_TAKEN_BACK',
    `The run changed ${name} in a way that is no refresh, so the change was not kept: ${reason ?? ''}`,
  )
