import type { StoreOptions } from '../store/open.ts'
import type { AppOptions } from './options.ts'

/** Where jobs and runs are kept. */
export function storeOptionsOf({ config, logger, databasePatienceMs: patienceMs }: AppOptions): StoreOptions {
  if (config.databaseUrl === null) return {}
  const witness = {
    lost: (reason: string) => logger.error({ reason }, 'the database does not answer; trying again until it does'),
    back: (awayMs: number) => logger.warn({ away_ms: awayMs }, 'the database answers again'),
  }
  return { postgres: { url: config.databaseUrl, witness, ...(patienceMs === undefined ? {} : { patienceMs }) } }
}
