import type { EngineLaunch, LaunchRequest } from './engine.ts'

/** What an engine can be asked for as `model`. */
export interface Catalogue {
  /** The default first. */
  readonly models: readonly Model[]
  /** Why it is not the list of the installed version; null: it is. */
  readonly fallbackReason: string | null
  /** The list may be short of some: what is named like this can be asked for all the same; absent: nothing else can. */
  readonly takes?: RegExp
}

export interface Model {
  readonly id: string
  readonly name: string
  /** Other names that mean the same. */
  readonly aliases: readonly string[]
  /** Its provider has retired it or will; skills still name it, and it is passed on. Absent: it has not. */
  readonly deprecated?: true
  /** What whoever chooses it should know. */
  readonly notes?: string
}

/** Asks the CLI itself, with the operator's settings and sign-in, and without a network. */
export interface ModelsProbe {
  launch(request: LaunchRequest): Omit<EngineLaunch, 'network'>
  /** Null: that is no list. */
  read(printed: { readonly code: number | null; readonly stdout: string }): readonly Model[] | null
}

/** What came of asking. */
export type Listed = { readonly models: readonly Model[] } | { readonly reason: string }

/** The model that is meant; null: there is none of that name. */
export function modelOf({ models, takes }: Catalogue, asked: string | null): Model | null {
  if (asked === null) return models[0] ?? null
  const known = models.find(({ id, aliases }) => id === asked || aliases.includes(asked))
  return known ?? (takes?.test(asked) ? { id: asked, name: asked, aliases: [] } : null)
}

/** The lists of one engine, by the version of the CLI that they were taken from. */
export type Snapshots = Readonly<Record<string, readonly Model[]>>

/** The list of a version, and behind it what was in lists before and is in that one no more. */
export function withRetired(catalogue: Catalogue, retired: readonly Model[]): Catalogue {
  const listed = new Set(catalogue.models.map(({ id }) => id))
  const added = retired.filter(({ id }) => !listed.has(id)).map((model): Model => ({ ...model, deprecated: true }))
  return { ...catalogue, models: [...catalogue.models, ...added] }
}

/** That of the installed version, else of the greatest before it, else the newest there is, with the reason. */
export function catalogueOf(snapshots: Snapshots, installed: string | null): Catalogue {
  const versions = Object.keys(snapshots).sort(byVersion)
  const newest = versions.at(-1)
  if (newest === undefined) return { models: [], fallbackReason: 'no list of models is known' }
  const of = (version: string) => snapshots[version] ?? []
  if (installed === null) return { models: of(newest), fallbackReason: `the CLI is not installed; this is the list of ${newest}` }
  if (versions.includes(installed)) return { models: of(installed), fallbackReason: null }
  const fitting = versions.filter((version) => byVersion(version, installed) <= 0).at(-1)
  if (fitting === undefined)
    return { models: of(newest), fallbackReason: `${installed} is older than every list known; this is that of ${newest}` }
  return { models: of(fitting), fallbackReason: `no list of ${installed} is known; this is that of ${fitting}` }
}

/** By number, part for part; what follows a dash (a pre-release) comes before the same version without. */
export function byVersion(a: string, b: string): number {
  const [mine, theirs] = [partsOf(a), partsOf(b)]
  for (let index = 0; index < Math.max(mine.numbers.length, theirs.numbers.length); index += 1) {
    const difference = (mine.numbers[index] ?? 0) - (theirs.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(theirs.isPreview) - Number(mine.isPreview)
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly isPreview: boolean } {
  const [release = '', preview] = version.split('-', 2)
  return { numbers: release.split('.').map((part) => Number.parseInt(part, 10) || 0), isPreview: preview !== undefined }
}
