import { lstatSync, renameSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { Warning } from '@agent-skill-runner/contract/job.ts'
import { warningOf } from '../domain/warning.ts'
import { openPace } from '../lib/pace.ts'
import type { JsonObject } from '../skills/json-file.ts'
import type { RunLayout } from './layout.ts'
import { type Alias, isMisplaced, type Located, locate, type Unresolved } from './locate.ts'
import { type MarkedPath, markedPaths, withPaths } from './marked-paths.ts'
import { type OpenFolder, orNull } from './open-folder.ts'
import { openFolderInside } from './safe-path.ts'
import { reasonOf } from './walk-files.ts'

export interface Output {
  readonly layout: RunLayout
  readonly schema: JsonObject
  readonly data: unknown
  /** Folders by the names that the child had for them, and where they lie in the run folder. */
  readonly aliases: readonly Alias[]
  /** Whether the schema is still satisfied. */
  fits(data: unknown): Promise<boolean>
}

export interface Placed {
  /** With every path that could be resolved written as `artifacts/…`. */
  readonly data: unknown
  readonly changed: boolean
  readonly warnings: readonly Warning[]
}

/**
 * Files that the output names in marked fields belong into `artifacts/`. Those that the child wrote elsewhere in its folder are
 * moved there, and the output says where they are. Where the schema would not have it, nothing is moved.
 */
export async function placeFiles(output: Output): Promise<Placed> {
  const { schema, data, fits } = output
  const { located, unresolved: unknown } = await locateAll(output, markedPaths(schema, data, mostPaths + 1))
  const { plan, homeless } = destinationsOf(output.layout, located)
  const unresolved = [...unknown, ...homeless]
  if (plan.some(isOther) && !(await fits(rewritten(output, plan))))
    return { data, changed: false, warnings: told([...unresolved, ...plan.filter(isMisplaced).map(unwanted)], []) }
  const { moved, refused } = await moveAll(output.layout, plan)
  const final = rewritten(output, moved)
  const changed = moved.some(isOther) && (refused.length === 0 || (await fits(final)))
  return { data: changed ? final : data, changed, warnings: told([...unresolved, ...refused], moved) }
}

const mostPaths = 1000

interface Destined extends Located {
  readonly to: string
}

const isOther = ({ path, to }: Destined): boolean => path.value !== to

const unwanted = ({ path }: Located): Unresolved => ({ path, why: 'the schema does not allow the place where it belongs' })

async function locateAll(output: Output, marked: readonly MarkedPath[]) {
  const located: Located[] = []
  const unresolved: Unresolved[] = []
  const pace = openPace()
  for (const path of marked.slice(0, mostPaths)) {
    if (pace.isDue()) await pace.rest()
    const found = locate(output.layout, output.aliases, path)
    if ('why' in found) unresolved.push(found)
    else located.push(found)
  }
  const next = marked[mostPaths]
  if (next) unresolved.push({ path: next, why: `only the first ${mostPaths} paths of an output are looked at` })
  return { located, unresolved }
}

/** No file takes the place of another, and one that is named twice is moved once. One for which no free name is found stays where it is. */
function destinationsOf(layout: RunLayout, located: readonly Located[]): Plan {
  const chosen = new Map<string, string | null>()
  const names: Names = { taken: new Set(), looks: mostLooks }
  for (const one of located.filter(isMisplaced)) {
    if (!chosen.has(one.from)) chosen.set(one.from, freePlace(layout, one.path.filename ?? basename(one.from), names))
  }
  const placed = located.filter(({ from }) => chosen.get(from) !== null)
  const homeless = located.filter(({ from }) => chosen.get(from) === null)
  return {
    plan: placed.map((one) => ({ ...one, to: chosen.get(one.from) ?? one.from })),
    homeless: homeless.map(({ path }) => ({ path, why: 'there is no free name for it' })),
  }
}

interface Plan {
  readonly plan: readonly Destined[]
  readonly homeless: readonly Unresolved[]
}

interface Names {
  readonly taken: Set<string>
  /** How often we still look whether a name is free: the child may have taken thousands of them. */
  looks: number
}

const mostLooks = 2000

function freePlace({ root }: RunLayout, name: string, names: Names): string | null {
  const ending = extname(name)
  const stem = name.slice(0, name.length - ending.length)
  for (let number = 1; names.looks > 0; number++) {
    const place = `artifacts/${number === 1 ? name : `${stem}-${number}${ending}`}`
    if (names.taken.has(place)) continue
    names.looks -= 1
    const isFree = !orNull(() => lstatSync(join(root, place), { throwIfNoEntry: false }))
    names.taken.add(place)
    if (isFree) return place
  }
  return null
}

const rewritten = ({ data }: Output, destined: readonly Destined[]): unknown =>
  withPaths(data, new Map(destined.map(({ path, to }) => [path.field, to])))

interface Moves {
  readonly moved: readonly Destined[]
  readonly refused: readonly Unresolved[]
}

async function moveAll(layout: RunLayout, plan: readonly Destined[]): Promise<Moves> {
  const results = new Map<string, string | null>()
  const pace = openPace()
  for (const one of plan.filter(isMisplaced)) {
    if (pace.isDue()) await pace.rest()
    if (!results.has(one.from)) results.set(one.from, move(layout, one))
  }
  const whyNot = ({ from }: Destined) => results.get(from) ?? null
  return {
    moved: plan.filter((one) => whyNot(one) === null),
    refused: plan.flatMap((one) => refusedBy(one, whyNot(one))),
  }
}

const refusedBy = ({ path }: Destined, why: string | null): Unresolved[] => (why === null ? [] : [{ path, why }])

/**
 * From opened folder to opened folder: a child without a sandbox that outlived its end could otherwise turn one into a link, and have
 * us move files of others. What takes the place of the file itself is at worst a link, which is never listed.
 */
function move({ root }: RunLayout, { from, to }: Destined): string | null {
  using source = folderInside(root, dirname(from))
  using target = folderInside(root, dirname(to))
  if (!source || !target) return 'its folder went away'
  try {
    renameSync(source.place(basename(from)), target.place(basename(to)))
    return null
  } catch (error) {
    return reasonOf(error)
  }
}

const folderInside = (root: string, folder: string): OpenFolder | null =>
  folder === '.' ? openFolderInside(dirname(root), basename(root)) : openFolderInside(root, folder)

const mostWarnings = 20

function told(unresolved: readonly Unresolved[], moved: readonly Destined[]): Warning[] {
  const warnings = [...moved.filter(isMisplaced).map(movedWarning), ...unresolved.map(unresolvedWarning)]
  const more = warnings.length - mostWarnings
  if (more <= 0) return warnings
  return [
    ...warnings.slice(0, mostWarnings),
    warningOf('ARTIFACT_PATH_UNRESOLVED', `${more} more paths have such warnings.`, { more }),
  ]
}

const movedWarning = ({ path: { field }, from, to }: Destined): Warning =>
  warningOf('ARTIFACT_MOVED', `${JSON.stringify(from)} was moved to ${JSON.stringify(to)}, where artifacts belong.`, {
    field,
    from,
    to,
  })

function unresolvedWarning({ path: { field, value }, why }: Unresolved): Warning {
  const named = value.slice(0, 200)
  return warningOf('ARTIFACT_PATH_UNRESOLVED', `${field} names ${JSON.stringify(named)}: ${why}.`, { field, path: named, why })
}
