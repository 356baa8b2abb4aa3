import type { Engine, LaunchRequest } from '../engines/engine.ts'
import { mergedSettings, type Settings } from '../engines/settings.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { Fault } from '../lib/fault.ts'
import { sha256 } from '../lib/hash.ts'
import type { AgentHome } from './agent-home.ts'
import type { Asker, AskPlaces } from './ask.ts'
import { engineEnv } from './environment.ts'
import type { Installation, Installations } from './installations.ts'
import { requestOf } from './warm-home.ts'

export interface FactsDeps {
  readonly asker: Asker
  readonly installations: Pick<Installations, 'current'>
  readonly agentHome: AgentHome
  /** Names of variables that engines may see beyond those they sign in with. */
  readonly passEnv: readonly string[]
  /** Of the server. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** All that the answer of a CLI depends on when it is asked about its account. */
export interface Facts {
  /** Another one where any of it is another. */
  readonly key: string
  readonly installation: Installation | null
  /** Of all layers that are not of a job; null: the operator's cannot be read. */
  readonly settings: Settings | null
  readonly env: Readonly<Record<string, string>>
  readonly signedInTo: readonly string[]
}

export async function factsOf({ installations, agentHome, passEnv, env: all }: FactsDeps, engine: Engine): Promise<Facts> {
  const installation = installations.current(engine.id)
  const settings = await settingsOf(agentHome, engine)
  const env = engineEnv(engine, settings ?? {}, passEnv, all)
  const program = installation && [installation.folder, installation.path, installation.version]
  const key = sha256(canonicalJson([program, await agentHome.stampOf(engine), settings, env]))
  return { key, installation, settings, env, signedInTo: await agentHome.signedInTo(engine) }
}

async function settingsOf(agentHome: AgentHome, engine: Engine): Promise<Settings | null> {
  if (engine.settings === null) return {}
  try {
    const operator = await agentHome.operatorSettings(engine)
    return mergedSettings(engine.settings, { operator, skill: {}, request: {} })
  } catch (error) {
    if (error instanceof Fault) return null
    throw error
  }
}

export type RequestPlaces = Pick<AskPlaces, 'program' | 'places'>
export type MakeRequest = (stage: RequestPlaces) => LaunchRequest

/** A request that asks nothing of anybody, with the settings and the variables of the server. */
export function requestWith(
  { asker }: Pick<FactsDeps, 'asker'>,
  engine: Engine,
  known: Pick<LaunchRequest, 'settings' | 'env' | 'signedInTo'>,
): MakeRequest {
  const needsOwnSandbox = asker.sandbox.status !== 'bubblewrap'
  return (stage) => ({ ...requestOf(engine, stage), ...known, needsOwnSandbox })
}
