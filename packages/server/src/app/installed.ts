import type { Engines } from '../engines/enabled.ts'
import { type AgentHome, openAgentHome } from '../installed/agent-home.ts'
import type { Asker } from '../installed/ask.ts'
import { type Auth, openAuth } from '../installed/auth.ts'
import type { Examine } from '../installed/examine.ts'
import { clisOf, type Installations, openInstallations } from '../installed/installations.ts'
import { type Installer, openInstaller, usualTimeoutMs } from '../installed/installer.ts'
import { installedLayout } from '../installed/layout.ts'
import { type ModelLists, openModelLists } from '../installed/model-lists.ts'
import { systemClock } from '../lib/clock.ts'
import type { AppOptions } from './options.ts'

export interface Installed {
  readonly installations: Installations
  readonly installer: Installer
  readonly agentHome: AgentHome
  readonly auth: Auth
  readonly modelLists: ModelLists
  readonly examine: Examine
}

/** What of the engines is on this machine, what brings them there, and who is signed in. */
export function openInstalled(
  { config, logger, env = process.env }: Pick<AppOptions, 'config' | 'logger' | 'env'>,
  engines: Engines,
  asker: Asker,
): Installed {
  const parts = { layout: installedLayout(config.npmPrefix), clis: clisOf(engines.built), asker }
  const npm = { env, secrets: config.secrets, bounds: asker.bounds }
  const installations = openInstallations({ ...parts, programs: config.programs })
  const agentHome = openAgentHome(config.agentHome)
  const facts = { asker, installations, agentHome, passEnv: config.passEnv, env }
  // Few ever need it, and a start does not wait for it.
  const examine: Examine = async (...asked) =>
    (await import('../probe/examine.ts')).examine({ ...parts, engines, clock: systemClock, logger }, ...asked)
  return {
    examine,
    installations,
    agentHome,
    auth: openAuth(facts),
    modelLists: openModelLists(facts),
    installer: openInstaller({ ...parts, npm, clock: systemClock, logger, timeoutMs: usualTimeoutMs, examine }),
  }
}
