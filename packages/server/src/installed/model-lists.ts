import type { Engine, LaunchRequest } from '../engines/engine.ts'
import type { Listed, ModelsProbe } from '../engines/models.ts'
import { Fault } from '../lib/fault.ts'
import { ask } from './ask.ts'
import { type Facts, type FactsDeps, factsOf, requestWith } from './facts.ts'
import type { Installation } from './installations.ts'

/** Which models there are, as CLIs tell that have to be asked. Undefined: this one has not to be, or has not been yet. */
export interface ModelLists {
  /** Takes seconds where it is not known yet: never while a job is created. */
  ask(engine: Engine): Promise<Listed | undefined>
  /** The answer to the version, the settings and the sign-in of now, at once; where there is none, it is asked for meanwhile. */
  lastKnown(engine: Engine): Promise<Listed | undefined>
}

const usualTimeoutMs = 60_000

export function openModelLists(deps: FactsDeps, timeoutMs = usualTimeoutMs): ModelLists {
  const known = new Map<string, { readonly key: string; readonly listed: Listed }>()
  const underWay = new Map<string, { readonly key: string; readonly asking: Promise<Listed> }>()

  const find = async (engine: Engine, probe: ModelsProbe, facts: Facts): Promise<Listed> => {
    const listed = await list(deps, engine, probe, facts, timeoutMs)
    // Who did not answer is asked again next time.
    if ('models' in listed) known.set(engine.id, { key: facts.key, listed })
    return listed
  }
  const once = (engine: Engine, probe: ModelsProbe, facts: Facts): Promise<Listed> => {
    const before = underWay.get(engine.id)
    if (before?.key === facts.key) return before.asking
    const asking = find(engine, probe, facts)
    const one = { key: facts.key, asking }
    underWay.set(engine.id, one)
    const forget = () => void (underWay.get(engine.id) === one && underWay.delete(engine.id))
    asking.then(forget, forget)
    return asking
  }
  const look = ({ id }: Engine, facts: Facts): Listed | undefined => {
    const before = known.get(id)
    return before?.key === facts.key ? before.listed : undefined
  }
  return {
    async ask(engine) {
      const { modelsProbe } = engine
      if (!modelsProbe) return undefined
      const facts = await factsOf(deps, engine)
      return look(engine, facts) ?? once(engine, modelsProbe, facts)
    },
    async lastKnown(engine) {
      const { modelsProbe } = engine
      if (!modelsProbe) return undefined
      const facts = await factsOf(deps, engine)
      const before = look(engine, facts)
      // A failure is told to whoever asks for it.
      if (!before) once(engine, modelsProbe, facts).catch(() => undefined)
      return before
    },
  }
}

async function list(
  deps: FactsDeps,
  engine: Engine,
  probe: ModelsProbe,
  { installation, settings, env, signedInTo }: Facts,
  timeoutMs: number,
): Promise<Listed> {
  if (installation === null) return { reason: 'the CLI is not installed' }
  if (settings === null) return { reason: 'the settings of the operator cannot be read' }
  try {
    return await answerOf(deps, engine, probe, { installation, known: { settings, env, signedInTo }, timeoutMs })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { reason: 'the CLI could not be asked' }
  }
}

interface Question {
  readonly installation: Installation
  readonly known: Pick<LaunchRequest, 'settings' | 'env' | 'signedInTo'>
  readonly timeoutMs: number
}

async function answerOf(deps: FactsDeps, engine: Engine, probe: ModelsProbe, question: Question): Promise<Listed> {
  const { installation, known, timeoutMs } = question
  const request = requestWith(deps, engine, known)
  const fill = async (home: string) => void (await deps.agentHome.give(engine, home))
  const answer = await ask(deps.asker, installation, (scene) => probe.launch(request(scene)), { timeoutMs, network: 'off', fill })
  const models = probe.read(answer)
  if (models) return { models }
  return { reason: answer.code === null ? 'the CLI did not answer in time' : 'the CLI did not answer with a list' }
}
