import { type Connection, step } from './connection.ts'
import type { Leaving } from './runs.ts'
import type { EngineList, EngineModels } from './types.ts'

export type Engines = ReturnType<typeof enginesOf>

export function enginesOf(connection: Connection) {
  return {
    /** Those that are not ready included, with the reason. */
    list: async ({ signal }: Leaving = {}): Promise<EngineList['engines']> =>
      (await connection.json<EngineList>({ path: '/v1/engines', signal })).engines,

    models: (engine: string, { signal }: Leaving = {}): Promise<EngineModels> =>
      connection.json({ path: `/v1/engines/${step(engine)}/models`, signal }),
  }
}
