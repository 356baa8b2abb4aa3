import { mkdir } from 'node:fs/promises'
import type { Layout } from '../workspace/layout.ts'
import { removeTree } from '../workspace/remove-tree.ts'

/** The folders of the data folder: those of work that died with the last server are emptied, the others are there. */
export async function openFolders(layout: Layout): Promise<void> {
  await Promise.all([layout.asks, layout.staging, layout.placeholders].map(removeTree))
  const closed = [layout.runs, layout.requests, layout.homes, layout.sessions, layout.skills]
  await Promise.all(closed.map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })))
  // Where there is no sandbox, a child has to get to its own; it cannot guess the others.
  for (const folder of [layout.tempSkills, layout.projectSkills]) await mkdir(folder, { recursive: true, mode: 0o711 })
  // Before anything else makes their parent, which would then be closed to those who work in them.
  await mkdir(layout.execSessions, { recursive: true, mode: 0o755 })
}
