import type { AuthProbe } from '../engines/account.ts'
import type { Engine, LaunchRequest } from '../engines/engine.ts'
import { mergedSettings, type Settings } from '../engines/settings.ts'
import { canonicalJson } from '../lib/canonical-json.ts'
import { Fault } from '../lib/fault.ts'
import { sha256 } from '../lib/hash.ts'
import type { AgentHome } from './agent-home.ts'
import { type Asker, ask, type Scene } from './ask.ts'
import { engineEnv } from './environment.ts'
import type { Installation, Installations } from './installations.ts'
import { requestOf } from './warm-home.ts'

export interface AuthDeps {
  readonly asker: Asker
  readonly installations: Pick<Installations, 'current'>
  readonly agentHome: AgentHome
  /** Names of variables that engines may see beyond those they sign in with. */
  readonly passEnv: readonly string[]
  /** Of the server. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Whether engines are signed in, as their own CLIs tell. Takes seconds where it is not known yet: never while a job is created. */
export interface Auth {
  /** Null: it is not installed, so there is nobody to ask. An engine that needs no sign-in is always ready. */
  ready(engine: Engine): Promise<boolean | null>
  /** The same, asked anew whatever is known. */
  refresh(engine: Engine): Promise<boolean | null>
  /** The last answer, at once; null: there is none yet. */
  lastKnown(engine: Engine): boolean | null
}

const usualTimeoutMs = 20_000

export function openAuth(deps: AuthDeps, timeoutMs = usualTimeoutMs): Auth {
  const known = new Map<string, Answer>()
  const underWay = new Map<string, Promise<boolean | null>>()

  const look = async (engine: Engine, isAnew: boolean): Promise<boolean | null> => {
    const facts = await factsOf(deps, engine)
    const before = known.get(engine.id)
    if (!isAnew && before?.key === facts.key) return before.isReady
    const isReady = await probe(deps, engine, facts, timeoutMs)
    // Neither yes nor no: it could not be asked, and the next one may ask again.
    if (isReady === 'unanswered') known.delete(engine.id)
    else known.set(engine.id, { key: facts.key, isReady })
    return isReady === 'unanswered' ? false : isReady
  }
  const once = (engine: Engine, isAnew: boolean): Promise<boolean | null> => {
    const looking = look(engine, isAnew).finally(() => underWay.delete(engine.id))
    underWay.set(engine.id, looking)
    return looking
  }
  return {
    ready: (engine) => underWay.get(engine.id) ?? once(engine, false),
    async refresh(engine) {
      // What is under way may have begun before the change that somebody wants to know of.
      while (underWay.has(engine.id)) await underWay.get(engine.id)?.catch(() => null)
      return once(engine, true)
    },
    lastKnown: ({ id, account }) => (account === null ? true : (known.get(id)?.isReady ?? null)),
  }
}

interface Answer {
  readonly key: string
  readonly isReady: boolean | null
}

/** All that the answer depends on. */
interface Facts {
  readonly key: string
  readonly installation: Installation | null
  /** Of all layers that are not of a job; null: the operator's cannot be read. */
  readonly settings: Settings | null
  readonly env: Readonly<Record<string, string>>
}

async function factsOf({ installations, agentHome, passEnv, env: all }: AuthDeps, engine: Engine): Promise<Facts> {
  const installation = installations.current(engine.id)
  const settings = await settingsOf(agentHome, engine)
  const env = engineEnv(engine, settings ?? {}, passEnv, all)
  const program = installation && [installation.folder, installation.path, installation.version]
  const key = sha256(canonicalJson([program, await agentHome.stampOf(engine), settings, env]))
  return { key, installation, settings, env }
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

async function probe(deps: AuthDeps, engine: Engine, facts: Facts, timeoutMs: number): Promise<boolean | null | 'unanswered'> {
  const { account } = engine
  const { installation, settings, env } = facts
  if (account === null) return true
  if (installation === null) return null
  // With settings that cannot be read it could not run at all.
  if (settings === null) return false
  const needsOwnSandbox = deps.asker.sandbox.status !== 'bubblewrap'
  const request: MakeRequest = (stage) => ({ ...requestOf(engine, stage), settings, env, needsOwnSandbox })
  const known = account.probe.launch(request(nowhere))
  return typeof known === 'boolean' ? known : askFor(deps, engine, account.probe, { installation, request, timeoutMs })
}

type Stage = Pick<Scene, 'program' | 'places'>
type MakeRequest = (stage: Stage) => LaunchRequest

interface Question {
  readonly installation: Installation
  readonly request: MakeRequest
  readonly timeoutMs: number
}

async function askFor(
  { asker, agentHome }: AuthDeps,
  engine: Engine,
  { launch, isSignedIn }: AuthProbe,
  { installation, request, timeoutMs }: Question,
): Promise<boolean | 'unanswered'> {
  const make = (scene: Stage) => {
    const launched = launch(request(scene))
    if (typeof launched === 'boolean') throw new Error(`${engine.id} answers differently when asked twice`)
    return launched
  }
  try {
    const fill = async (home: string) => void (await agentHome.give(engine, home))
    const answer = await ask(asker, installation, make, { timeoutMs, network: 'off', fill })
    return answer.code === null ? 'unanswered' : isSignedIn(answer)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    // A sign-in that cannot be read is none; without a way to start anything there is no answer.
    return error.code === 'ENGINE_CONFIG_INVALID' ? false : 'unanswered'
  }
}

/** Only to see whether anybody needs to be asked: nothing is started there. */
const nowhere: Stage = { program: { path: '/', runBy: 'itself' }, places: { workspace: '/', skill: '/', home: '/', node: '/' } }
