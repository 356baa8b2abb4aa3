import { join } from 'node:path'
import { pathProblem } from '../lib/relative-path.ts'
import { codeOf, isRefusal } from '../lib/thrown.ts'
import { type TreeEntry, type TreeLimits, walkTree } from './walk-tree.ts'

export interface Skipped {
  readonly path: string
  readonly why: string
}

export interface Walked {
  /** Regular files, relative to the run folder, sorted. */
  readonly paths: readonly string[]
  readonly skipped: readonly Skipped[]
}

/** The longest path that the system takes, in bytes. */
const longestPath = 4095

/**
 * The files below one folder of a run, as far as they can be shown. The child chose the names and may still be at work: whatever the
 * system refuses is left out with its reason, and there is an end to it. Whoever wants less says what to leave out unmentioned.
 */
export async function walkFiles(
  runFolder: string,
  folder: string,
  limits: TreeLimits,
  leaveOut: (path: string) => boolean = () => false,
): Promise<Walked> {
  const paths: string[] = []
  const skipped: Skipped[] = []
  const skip = (path: string, why: string): void => void skipped.push({ path: clip(path), why })
  const isTooLong = (path: string) => Buffer.byteLength(join(runFolder, path)) > longestPath
  const visit = ({ path, kind }: TreeEntry): string | null => {
    if (leaveOut(path)) return null
    const why = isTooLong(path) ? tooLong : (nameProblem(path) ?? whyNoFile[kind])
    if (why !== null) skip(path, why)
    else if (kind === 'file') paths.push(path)
    return why === null && kind === 'folder' ? path : null
  }
  await walkTree(
    runFolder,
    { limits, levelsFrom: [folder] },
    {
      visit,
      refused: (path, error) => skip(path, reasonOf(error)),
      beyond: (path, limit) => skip(path, beyondLimit(limits, limit)),
    },
  ).catch((error: unknown) => skip(folder, reasonOf(error)))
  return { paths: paths.sort((a, b) => (a < b ? -1 : 1)), skipped }
}

const whyNoFile = { file: null, folder: null, link: 'it is a link', other: 'it is not a regular file' } as const

/** Why nobody could ask for it. A name that is not UTF-8 comes with this character in place of what it really holds. */
export const nameProblem = (path: string): string | null =>
  pathProblem(path) || path.includes('\ufffd') ? 'nobody could ask for a file of that name' : null

export const beyondLimit = ({ entries, depth }: TreeLimits, limit: keyof TreeLimits): string =>
  limit === 'depth'
    ? `it lies deeper than ${depth} folders`
    : `there are more than ${entries} files and folders; the rest is left out`

// It goes into warnings, and a path that is too long is of no use there.
export const clip = (path: string): string => (path.length > 256 ? `${path.slice(0, 255)}…` : path)

const tooLong = 'its path is longer than the system takes'

/** Why something is left out. What is no matter of that file or folder is thrown. */
export function reasonOf(error: unknown): string {
  if (!isRefusal(error)) throw error
  const code = codeOf(error)
  return reasons[code] ?? `the system refuses it (${code})`
}

const reasons: Partial<Record<string, string>> = {
  EACCES: 'it may not be read',
  EPERM: 'it may not be read',
  ENOENT: 'it is gone',
  ENOTDIR: 'it is not a folder',
  ENAMETOOLONG: tooLong,
}
