import type { Logger } from 'pino'
import type { Engines } from '../engines/enabled.ts'
import type { Installed } from './installed.ts'

interface Asking extends Pick<Installed, 'installations' | 'auth' | 'modelLists'> {
  readonly engines: Engines
  readonly logger: Logger
  /** Ends whoever is being asked. */
  readonly asks: AbortController
}

/** What is configured, and who is signed in, so that the first job finds it known. Answers how to stop it, which ends the one that is being asked. */
export function askInBackground(deps: Asking): () => Promise<void> {
  const asking = askEngines(deps, deps.asks.signal).catch((error) => deps.logger.warn({ err: error }, 'cannot query an engine'))
  return async () => {
    deps.asks.abort()
    await asking
  }
}

async function askEngines({ installations, engines, auth, modelLists }: Asking, stop: AbortSignal): Promise<void> {
  await installations.refresh()
  for (const name of engines.enabled) {
    const engine = engines.built[name]
    if (stop.aborted || !engine || !installations.current(name)) continue
    await auth.ready(engine)
    await modelLists.ask(engine)
  }
}
