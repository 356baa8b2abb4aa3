// Printed by npm run generate; never edited.
import { type Connection } from './connection.js';
import type { Leaving } from './runs.js';
import type { EngineList, EngineModels } from './types.js';
export type Engines = ReturnType<typeof enginesOf>;
export declare function enginesOf(connection: Connection): {
    /** Those that are not ready included, with the reason. */
    list: ({ signal }?: Leaving) => Promise<EngineList["engines"]>;
    models: (engine: string, { signal }?: Leaving) => Promise<EngineModels>;
};
