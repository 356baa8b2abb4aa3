import type { Run } from '../domain/run.ts'
import type { Engine } from '../engines/engine.ts'
import { keysIn } from '../installed/environment.ts'
import { Fault } from '../lib/fault.ts'
import type { RunsDeps } from './deps.ts'

type Known = Pick<RunsDeps, 'engines' | 'agentHome' | 'secrets' | 'env'>

/** Secret values that files of a run may contain, as far as they are still known. */
export async function secretsOfRun(deps: Known, run: Run): Promise<readonly string[]> {
  const engine = deps.engines.built[run.engine]
  // A script gets the variables that the operator passes on.
  if (!engine) return deps.secrets
  const [signIns, keys] = await Promise.all([deps.agentHome.secretsOf(engine), keysOf(deps, engine)])
  return [...deps.secrets, ...signIns, ...keys]
}

/** Only the operator configures providers. A settings file that cannot be read has no secrets. */
async function keysOf({ agentHome, env }: Known, engine: Engine): Promise<readonly string[]> {
  const settings = await agentHome.operatorSettings(engine).catch((error: unknown) => {
    if (error instanceof Fault) return {}
    throw error
  })
  return keysIn(engine, settings, env)
}
