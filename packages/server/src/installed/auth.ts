import type { AuthProbe } from '../engines/account.ts'
import type { Engine } from '../engines/engine.ts'
import { Fault } from '../lib/fault.ts'
import { ask } from './ask.ts'
import { type Facts, type FactsDeps, factsOf, type MakeRequest, type RequestPlaces, requestWith } from './facts.ts'
import type { Installation } from './installations.ts'

/** Whether engines are signed in, as their own CLIs tell. Takes seconds where it is not known yet: never while a job is created. */
export interface Auth {
  /** Null: it is not installed, so there is nobody to ask. An engine that needs no sign-in is always ready. */
  ready(engine: Engine): Promise<boolean | null>
  /** The same, asked anew whatever is known. */
  refresh(engine: Engine): Promise<boolean | null>
  /** The last answer, at once; null: there is none yet. */
  lastKnown(engine: Engine): boolean | null
  /** It said that it is not, and nothing has changed since then that its answer depends on. */
  isSignedOut(engine: Engine): Promise<boolean>
}

/** A second where nothing else runs; a machine that is busy with twenty CLIs takes its time. */
const usualTimeoutMs = 60_000

export function openAuth(deps: FactsDeps, timeoutMs = usualTimeoutMs): Auth {
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
  // What is under way may have begun before the change that somebody wants to know of; where nothing changed, its answer is known then.
  const afterOthers = async (engine: Engine, isAnew: boolean): Promise<boolean | null> => {
    while (underWay.has(engine.id)) await underWay.get(engine.id)?.catch(() => null)
    return once(engine, isAnew)
  }
  return {
    ready: (engine) => afterOthers(engine, false),
    refresh: (engine) => afterOthers(engine, true),
    lastKnown: ({ id, account }) => (account === null ? true : (known.get(id)?.isReady ?? null)),
    async isSignedOut(engine) {
      const answer = known.get(engine.id)
      return answer?.isReady === false && answer.key === (await factsOf(deps, engine)).key
    },
  }
}

interface Answer {
  readonly key: string
  readonly isReady: boolean | null
}

async function probe(deps: FactsDeps, engine: Engine, facts: Facts, timeoutMs: number): Promise<boolean | null | 'unanswered'> {
  const { account } = engine
  const { installation, settings, env, signedInTo } = facts
  if (account === null) return true
  if (installation === null) return null
  // With settings that cannot be read it could not run at all.
  if (settings === null) return false
  const request = requestWith(deps, engine, { settings, env, signedInTo })
  const known = account.probe.launch(request(nowhere))
  return typeof known === 'boolean' ? known : askFor(deps, engine, account.probe, { installation, request, timeoutMs })
}

interface Question {
  readonly installation: Installation
  readonly request: MakeRequest
  readonly timeoutMs: number
}

async function askFor(
  { asker, agentHome }: FactsDeps,
  engine: Engine,
  { launch, isSignedIn }: AuthProbe,
  { installation, request, timeoutMs }: Question,
): Promise<boolean | 'unanswered'> {
  const make = (scene: RequestPlaces) => {
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
const nowhere: RequestPlaces = {
  program: { path: '/', runBy: 'itself' },
  places: { workspace: '/', skill: '/', home: '/', node: '/' },
}
