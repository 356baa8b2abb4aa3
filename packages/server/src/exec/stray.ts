import { type Dir, lstatSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** A folder of folders, each named by the id of a row that it belongs to. */
export interface Searched {
  readonly folder: string
  known(ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** Of one look into a folder: the next one goes on behind. */
export const mostAtOneLook = 1000
const sliceSize = 250

/**
 * Finds what belongs to no row, a part of each folder at a time: there may be a hundred thousand of what is kept, and hardly ever one that a
 * crash left. So a look costs the same whatever the past was.
 */
export class StraySearch {
  readonly #walks: readonly { readonly place: Searched; dir: Dir | null }[]

  constructor(places: readonly Searched[]) {
    this.#walks = places.map((place) => ({ place, dir: null }))
  }

  /** `before`: what is younger may be of something that has no row yet. */
  async next(before: number): Promise<string[]> {
    const found: string[] = []
    for (const walk of this.#walks) {
      walk.dir ??= await opendir(walk.place.folder, { bufferSize: sliceSize }).catch(() => null)
      const { names, isOver } = await namesOf(walk.dir)
      if (isOver) await close(walk)
      found.push(...(await strayAmong(walk.place, names, before)))
    }
    return found
  }

  async close(): Promise<void> {
    for (const walk of this.#walks) await close(walk)
  }
}

async function namesOf(dir: Dir | null): Promise<{ readonly names: string[]; readonly isOver: boolean }> {
  const names: string[] = []
  while (dir && names.length < mostAtOneLook) {
    // Closed meanwhile: the server stops.
    const entry = await dir.read().catch(() => null)
    if (entry === null) return { names, isOver: true }
    names.push(entry.name)
  }
  return { names, isOver: false }
}

async function close(walk: { dir: Dir | null }): Promise<void> {
  const { dir } = walk
  walk.dir = null
  await dir?.close()
}

async function strayAmong({ folder, known }: Searched, names: readonly string[], before: number): Promise<string[]> {
  const isOld = (name: string) => (lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? before) < before
  const stray: string[] = []
  for (let from = 0; from < names.length; from += sliceSize) {
    const old = names.slice(from, from + sliceSize).filter(isOld)
    const kept = await known(old)
    stray.push(...old.filter((name) => !kept.has(name)).map((name) => join(folder, name)))
    // Others wait for this thread.
    await setImmediate()
  }
  return stray
}
