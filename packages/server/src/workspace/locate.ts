import { posix } from 'node:path'
import { Fault } from '../lib/fault.ts'
import { pathProblem } from '../lib/relative-path.ts'
import type { RunLayout } from './layout.ts'
import type { MarkedPath } from './marked-paths.ts'
import { openFileInside } from './safe-path.ts'
import { reasonOf } from './walk-files.ts'

/** A folder by the name that the child had for it, and where it lies in the run folder. */
export interface Alias {
  readonly absolute: string
  readonly relative: string
}

export interface Located {
  readonly path: MarkedPath
  /** Relative to the run folder. */
  readonly from: string
}
export interface Unresolved {
  readonly path: MarkedPath
  readonly why: string
}

/** Where the file lies that a field names: where the child stood, in the run folder, or in artifacts/, which many mean all the same. */
export function locate(layout: RunLayout, aliases: readonly Alias[], path: MarkedPath): Located | Unresolved {
  const inside = insideOf(path.value, aliases)
  if (inside === null) return { path, why: 'it lies outside the folder of the run' }
  let why = 'there is no such file'
  const places = [`work/${inside}`, inside, ...(path.value.startsWith('/') ? [] : [`artifacts/${inside}`])]
  for (const from of places) {
    const problem = problemOf(layout, from)
    if (problem === null) return isMisplaced({ path, from }) && isKept(from) ? { path, why: kept } : { path, from }
    if (problem !== 'missing') why = problem
  }
  return { path, why }
}

/** Null: it leads out. Dots are taken away by their letters, which is right where no link is followed. */
function insideOf(value: string, aliases: readonly Alias[]): string | null {
  const plain = posix.normalize(value)
  if (!plain.startsWith('/')) return /^\.\.(\/|$)/.test(plain) ? null : plain
  const alias = aliases.find(({ absolute }) => plain.startsWith(`${absolute}/`))
  return alias ? posix.join(alias.relative, plain.slice(alias.absolute.length + 1)) : null
}

function problemOf({ root }: RunLayout, path: string): string | null {
  if (pathProblem(path)) return 'missing'
  try {
    using file = openFileInside(root, path)
    return file ? null : 'missing'
  } catch (error) {
    if (error instanceof Fault) return 'it is a link or no regular file'
    return reasonOf(error)
  }
}

const kept = 'it is an input or a record of the run, and stays where it is'

/** What the child was given and what we keep ourselves. */
const isKept = (path: string): boolean =>
  /^((work\/)?\.|logs\/|raw\/|uploads\/|replies\/|given\/)/.test(path) ||
  /^((input|skill|manifest|input_manifest)\.json|prompt\.txt|result\/(result|validation)\.json)$/.test(path)

export const isMisplaced = ({ from }: Located): boolean => !from.startsWith('artifacts/')
