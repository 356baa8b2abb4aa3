import { join } from 'node:path'

/** Stands in for what npm would bring. */
export const program = join(import.meta.dirname, 'toy-agent.mjs')
