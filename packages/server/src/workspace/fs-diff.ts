import { maskedTexts } from '../lib/masked-texts.ts'
import { writeWhole } from '../lib/write-all.ts'
import type { RunLayout } from './layout.ts'
import { digestOf, type Entry, type Snapshot } from './snapshot.ts'
import type { Skipped } from './walk-files.ts'

/** What an attempt did to its folder, each list sorted by path. */
export interface FsDiff {
  readonly created: readonly FileChange[]
  readonly modified: readonly FileChange[]
  readonly deleted: readonly FileChange[]
  /** What could not be compared, with the reason; the first of so many. */
  readonly left_out: readonly Skipped[]
  readonly left_out_count: number
}

export interface FileChange {
  readonly path: string
  readonly kind: Entry['kind']
  /** As it is now, or was before it went. */
  readonly size: number
}

export async function diffOf(root: string, before: Snapshot, after: Snapshot): Promise<FsDiff> {
  const created: FileChange[] = []
  const modified: FileChange[] = []
  for (const [path, entry] of after.entries) {
    const earlier = before.entries.get(path)
    if (!earlier) {
      if (wasSeen(before, path)) created.push(changeOf(path, entry))
    } else if (await isModified(root, path, earlier, entry)) modified.push(changeOf(path, entry))
  }
  const deleted = [...before.entries].filter(([path]) => !after.entries.has(path) && wasSeen(after, path))
  const leftOut = [...leftOutOf(after), ...leftOutOf(before)]
  return {
    created: created.sort(byPath),
    modified: modified.sort(byPath),
    deleted: deleted.map(([path, entry]) => changeOf(path, entry)).sort(byPath),
    left_out: leftOut.slice(0, mostLeftOut),
    left_out_count: leftOut.length,
  }
}

const mostLeftOut = 100

/** Whatever is in a folder that was not read may have been there or not. */
function wasSeen({ unread }: Snapshot, path: string): boolean {
  if (unread.size === 0) return true
  const parts = path.split('/')
  return parts.every((_, length) => !unread.has(parts.slice(0, length).join('/')))
}

async function isModified(root: string, path: string, before: Entry, after: Entry): Promise<boolean> {
  if (before.stamp === after.stamp && before.size === after.size && before.kind === after.kind) return false
  const mayBeSame = before.sha256 !== null && before.size === after.size && after.kind === 'file'
  return !mayBeSame || before.sha256 !== (await digestOf(root, path))
}

const changeOf = (path: string, { kind, size }: Entry): FileChange => ({ path, kind, size })

const byPath = (a: FileChange, b: FileChange): number => (a.path < b.path ? -1 : 1)

const leftOutOf = ({ unread, skipped }: Snapshot): Skipped[] => [...[...unread].map(([path, why]) => ({ path, why })), ...skipped]

/** The child chose the names: stars over secrets in them. */
export function withoutSecrets(diff: FsDiff, secrets: readonly string[]): FsDiff {
  const lists = [diff.created, diff.modified, diff.deleted, diff.left_out]
  const shown = maskedTexts(
    secrets,
    lists.flatMap((list) => list.map(({ path }) => path)),
  ).values()
  const renamed = <T extends { path: string }>(list: readonly T[]): T[] =>
    list.map((one) => ({ ...one, path: shown.next().value ?? one.path }))
  const [created, modified, deleted] = [renamed(diff.created), renamed(diff.modified), renamed(diff.deleted)]
  return { created, modified, deleted, left_out: renamed(diff.left_out), left_out_count: diff.left_out_count }
}

export const writeFsDiff = (layout: RunLayout, attempt: number, diff: FsDiff): Promise<void> =>
  writeWhole(layout.fsDiff(attempt), `${JSON.stringify({ attempt_number: attempt, ...diff }, null, 2)}\n`, { mode: 0o600 })
