import { type Dirent, fstatSync, opendirSync, readdirSync } from 'node:fs'
import { Fault } from '../lib/fault.ts'
import { whyNot } from '../lib/open-regular.ts'
import { openPace, type Pace } from '../lib/pace.ts'
import { type OpenFolder, openBelow, openFolder, openIn } from './open-folder.ts'

export interface TreeEntry {
  readonly name: string
  /** Below the root, with slashes. */
  readonly path: string
  /** For calls that take paths, as long as its folder is visited. */
  readonly place: string
  /** As its folder says; it may have become something else since. */
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly folder: OpenFolder
}

export interface TreeLimits {
  readonly entries: number
  readonly depth: number
}

/** What a walk is for. Where `refused` or `beyond` are left out, the walk ends with an error. */
export interface Visitor {
  /** Names that are neither visited nor counted. */
  isPassedOver?(path: string): boolean
  /** The path of a folder that is to be entered, as it is called by now; null: nothing is. */
  visit(entry: TreeEntry): string | null | Promise<string | null>
  /** All below a folder was visited. Only of walks that go deep first. */
  left?(place: string): Promise<void>
  /** A folder that cannot be entered, or not be read to its end. */
  refused?(path: string, error: unknown): void
  /** A folder past the limits: it is not entered, or its other names are not visited. */
  beyond?(path: string, limit: keyof TreeLimits): void
}

export interface Way {
  readonly limits: TreeLimits
  /** Begins with these folders and goes on level by level, so that one full of files leaves the names of its neighbours. Left out: deep first. */
  readonly levelsFrom?: readonly string[]
  /** In latin1 names come byte for byte: not all that a child may call a file is text. */
  readonly encoding?: 'utf8' | 'latin1'
}

/**
 * The one walk through a folder that a child could write to, and may still. Each folder is reached through an open one, so a link that
 * takes its place leads nowhere; links are visited and never followed. Its calls are synchronous: each is microseconds, where a trip to a
 * thread and back is a hundred. After two milliseconds of them everybody else has a turn, however much the child made.
 */
export async function walkTree(root: string, way: Way, visitor: Visitor): Promise<void> {
  using folder = openFolder(root)
  const walk: Walk = { way, visitor, pace: openPace(), left: way.limits.entries }
  if (way.levelsFrom) await walkLevels(walk, folder, [...way.levelsFrom])
  else await walkDeep(walk, folder, '', 1)
}

interface Walk {
  readonly way: Way
  readonly visitor: Visitor
  readonly pace: Pace
  /** How many more may be visited. */
  left: number
}

/** `paths` grows while we go through it. */
async function walkLevels(walk: Walk, root: OpenFolder, paths: string[]): Promise<void> {
  for (const at of paths) {
    if (walk.left < 0) return
    try {
      using folder = openBelow(root, at)
      for (const path of await visitAll(walk, folder, at)) {
        if (path.split('/').length > walk.way.limits.depth) beyond(walk, path, 'depth')
        else paths.push(path)
      }
    } catch (error) {
      refused(walk, at, error)
    }
  }
}

async function walkDeep(walk: Walk, folder: OpenFolder, at: string, level: number): Promise<void> {
  for (const path of await visitAll(walk, folder, at)) {
    const name = path.slice(at === '' ? 0 : at.length + 1)
    if (level > walk.way.limits.depth) beyond(walk, path, 'depth')
    else
      try {
        using below = openIn(folder, name)
        await walkDeep(walk, below, path, level + 1)
      } catch (error) {
        refused(walk, path, error)
      }
    await walk.visitor.left?.(folder.place(name))
  }
}

/** The folders in it that are to be entered. */
async function visitAll(walk: Walk, folder: OpenFolder, at: string): Promise<string[]> {
  const { visitor, pace } = walk
  const entered: string[] = []
  for (const dirent of entriesOf(folder, walk.way.encoding ?? 'utf8')) {
    const { name } = dirent
    const path = at === '' ? name : `${at}/${name}`
    if (visitor.isPassedOver?.(path)) continue
    if (--walk.left < 0) {
      beyond(walk, at, 'entries')
      break
    }
    const visited = visitor.visit({ name, path, place: folder.place(name), kind: kindOf(dirent), folder })
    const entering = visited instanceof Promise ? await visited : visited
    if (entering !== null) entered.push(entering)
    if (pace.isDue()) await pace.rest()
  }
  return entered
}

/** A folder that takes no more room than this cannot hold much, and is read in one go: in half the time. */
const smallFolder = 4096

function* entriesOf(folder: OpenFolder, encoding: 'utf8' | 'latin1'): Generator<Dirent> {
  const place = folder.place('.')
  if (fstatSync(folder.fd).size <= smallFolder) return yield* readdirSync(place, { withFileTypes: true, encoding })
  const names = opendirSync(place, { encoding })
  try {
    for (let name = names.readSync(); name !== null; name = names.readSync()) yield name
  } finally {
    names.closeSync()
  }
}

export function kindOf(entry: Parameters<typeof whyNot>[0]): TreeEntry['kind'] {
  const why = whyNot(entry)
  if (why === null) return 'file'
  return why === 'directory' ? 'folder' : why === 'link' ? 'link' : 'other'
}

function refused({ visitor }: Walk, path: string, error: unknown): void {
  if (!visitor.refused) throw error
  visitor.refused(path, error)
}

/** Half of a tree would be no answer to whoever does not say what to do with it. */
function beyond({ visitor, way: { limits } }: Walk, path: string, limit: keyof TreeLimits): void {
  if (!visitor.beyond) throw new Fault('WORKSPACE_FAILED', { reason: `A folder of the run ${excess(limits)[limit]}.` })
  visitor.beyond(path, limit)
}

const excess = ({ entries, depth }: TreeLimits): Record<keyof TreeLimits, string> => ({
  entries: `holds more than ${entries} files and folders`,
  depth: `is nested deeper than ${depth} folders`,
})
