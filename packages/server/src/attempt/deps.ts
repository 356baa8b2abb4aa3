import type { Bounded } from '../bounded/pool.ts'
import type { BootId } from '../domain/run.ts'
import type { World } from '../gate/world.ts'
import type { Auth } from '../installed/auth.ts'
import type { Installations } from '../installed/installations.ts'
import type { SettingsChecks } from '../installed/settings-checks.ts'
import type { WarmHomes } from '../installed/warm-home.ts'
import type { Cgroups } from '../process/cgroups.ts'
import type { StartChild } from '../process/child.ts'
import type { RunsDeps } from '../runs/deps.ts'
import type { Identities } from '../sandbox/identities.ts'
import type { PatchTexts } from '../skills/patch.ts'
import type { Registry } from '../skills/registry.ts'
import type { Placeholders } from '../workspace/placeholders.ts'

/** The dependencies of an attempt. */
export interface AttemptDeps extends RunsDeps {
  readonly registry: Pick<Registry, 'isBuiltIn'>
  readonly bounded: Bounded
  readonly installations: Installations
  readonly auth: Auth
  readonly warmHomes: WarmHomes
  readonly settingsChecks: SettingsChecks
  readonly patchTexts: PatchTexts
  /** Names of variables that all engines may see. */
  readonly passEnv: readonly string[]
  /** Starts the processes of runs. */
  readonly startChild: StartChild
  /** The cgroups in which the kernel counts and limits the processes of an attempt. */
  readonly cgroups: Cgroups
  /** What is mounted over in the working folders of runs. */
  readonly placeholders: Placeholders
  /** How gates look up names and dial. */
  readonly gateWorld: World
  /** Null: the server is not root. */
  readonly identities: Identities | null
  readonly boot: BootId
}
