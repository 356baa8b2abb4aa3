import * as health from './health.ts'
import * as jobs from './jobs.ts'
import type { Operation } from './operation.ts'
import * as skills from './skills.ts'

/** Every route of the API by its operation id. */
export const operations = { ...jobs, ...skills, ...health } as const satisfies Record<string, Operation>

export type Operations = typeof operations
export type OperationId = keyof Operations
