import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Run } from '../domain/run.ts'
import type { RunLayout } from '../workspace/layout.ts'
import { removeTree } from '../workspace/remove-tree.ts'
import type { RunsDeps } from './deps.ts'

/** Why the session of an attempt cannot be resumed; null: it can. */
export function sessionProblem(deps: RunsDeps, run: Run, attempt: number): string | null {
  const engine = deps.engines.built[run.engine]
  if (!engine) return `This server has no engine ${run.engine}.`
  if (run.session === null) return 'The engine named no session.'
  if (!existsSync(deps.layout.run(run.id).session(attempt))) return 'The files of the session are gone.'
  return null
}

/** Deletes the sessions of earlier attempts. */
export async function dropOlderSessions({ sessions }: RunLayout, attempt: number): Promise<void> {
  for (const name of await namesIn(sessions)) if (Number(name) < attempt) await removeTree(join(sessions, name))
}

export const dropSessions = ({ sessions }: RunLayout): Promise<void> => removeTree(sessions)

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
