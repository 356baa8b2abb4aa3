import type { Migration } from 'kysely/migration'
import * as runs from './0001-runs.ts'

/** In order, and never edited once released: a change is a new entry. */
export const migrations: Record<string, Migration> = {
  '0001-runs': runs,
}
