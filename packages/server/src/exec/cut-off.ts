import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeTree } from '../workspace/remove-tree.ts'
import type { ExecDeps } from './deps.ts'
import { dropSince } from './session-folder.ts'

/** A command that is waited for has no row: this file in its folder says in which session it is, and since when. Answers since when. */
export function noteCommand(folder: string, session: string): number {
  const file = join(folder, 'session')
  writeFileSync(file, session, { mode: 0o600 })
  return statSync(file).ctimeMs
}

/**
 * At the start of a server, on a full disk: deletes what was written by commands that the last one waited for. They ended with it, and
 * nobody will be told. Where a task is still at work their session is left as it is.
 */
export async function dropCutOff({ layout, store, logger }: Pick<ExecDeps, 'layout' | 'store' | 'logger'>): Promise<void> {
  const inUse = new Set((await store.execTasks.alive()).map(({ sessionId }) => sessionId))
  for (const name of await readdir(layout.execTasks).catch(() => [])) {
    if (!name.startsWith('cmd_')) continue
    const folder = join(layout.execTasks, name)
    const noted = notedIn(folder)
    logger.warn(
      { command_id: name, session: noted?.session },
      'the disk is full; what a command left that was cut off is deleted',
    )
    if (noted && !inUse.has(noted.session)) await dropSince(layout.execSession(noted.session), noted.sinceMs, true)
    await removeTree(folder)
  }
}

function notedIn(folder: string): { readonly session: string; readonly sinceMs: number } | null {
  try {
    const file = join(folder, 'session')
    return { session: readFileSync(file, 'utf8'), sinceMs: statSync(file).ctimeMs }
  } catch {
    // It was cut off before that, or is of a server that noted nothing.
    return null
  }
}
