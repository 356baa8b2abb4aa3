import type { Run } from '../domain/run.ts'
import type { Engine } from '../engines/engine.ts'
import { keysIn } from '../installed/environment.ts'
import { Fault } from '../lib/fault.ts'
import type { RunsDeps } from './deps.ts'

type Known = Pick<RunsDeps, 'engines' | 'agentHome' | 'secrets' | 'env'>

/** Values that files of a run may hold and nobody may be shown, as far as they can still be told. */
export async function secretsOfRun(deps: Known, run: Run): Promise<readonly string[]> {
  const engine = deps.engines.built[run.engine]
  // A script knows what the operator passes on.
  if (!engine) return deps.secrets
  const [signIns, keys] = await Promise.all([deps.agentHome.secretsOf(engine), keysOf(deps, engine)])
  return [...deps.secrets, ...signIns, ...keys]
}

/** Who the provider is only the operator can say; a file that cannot be read says nothing. */
async function keysOf({ agentHome, env }: Known, engine: Engine): Promise<readonly string[]> {
  const settings = await agentHome.operatorSettings(engine).catch((error: unknown) => {
    if (error instanceof Fault) return {}
    throw error
  })
  return keysIn(engine, settings, env)
}
