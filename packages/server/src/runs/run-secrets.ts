import type { Run } from '../domain/run.ts'
import type { Engine } from '../engines/engine.ts'
import { keysIn } from '../installed/environment.ts'
import { Fault } from '../lib/fault.ts'
import type { RunsDeps } from './deps.ts'

type Known = Pick<RunsDeps, 'engines' | 'agentHome' | 'secrets' | 'env'>

/** Secret values that files of a run may contain, as far as they are still known. */
export async function secretsOfRun(deps: Known, run: Run): Promise<readonly string[]> {
  // A script gets the variables that the operator passes on. Engines that were tried in vain had theirs too.
  const names = new Set([run, ...run.enginesTried].map(({ engine }) => engine))
  const engines = [...names].flatMap((name) => deps.engines.built[name] ?? [])
  const known = engines.flatMap((engine) => [deps.agentHome.secretsOf(engine), keysOf(deps, engine)])
  return [...deps.secrets, ...(await Promise.all(known)).flat()]
}

/** Only the operator configures providers. A settings file that cannot be read has no secrets. */
async function keysOf({ agentHome, env }: Known, engine: Engine): Promise<readonly string[]> {
  const settings = await agentHome.operatorSettings(engine).catch((error: unknown) => {
    if (error instanceof Fault) return {}
    throw error
  })
  return keysIn(engine, settings, env)
}
