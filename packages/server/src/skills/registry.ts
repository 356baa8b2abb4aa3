import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import { listFiles } from './files.ts'
import { readSkill, type SkillPackage } from './package.ts'
import type { EngineNames } from './runner-json.ts'
import { Watches } from './watch.ts'

/** A skill that is installed: ready, or broken and saying why. */
export type SkillEntry =
  | { readonly health: 'healthy'; readonly skill: SkillPackage }
  | { readonly health: 'degraded'; readonly id: string; readonly problems: readonly string[] }

export interface Registry {
  /** Sorted by id. */
  list(): SkillEntry[]
  get(id: string): SkillEntry | null
  /** Reads one skill again at once, where waiting for the watch would be too late. */
  refresh(id: string): Promise<SkillEntry | null>
  close(): void
}

export interface RegistryOptions {
  /** Shipped with the product, read-only. */
  readonly builtIn: string
  /** The operator's own; one of the same id wins over a built-in. */
  readonly user: string
  readonly engines: EngineNames
  readonly log: RegistryLog
}

/** As much of a pino logger as the registry speaks to. */
export interface RegistryLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

/** Reads every skill once, then watches. Looking one up never touches the disk. */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const roots = [new Root(options, options.user, false), new Root(options, options.builtIn, true)]
  await mkdir(options.user, { recursive: true }).catch((error) =>
    options.log.warn({ err: error }, 'the folder of skills could not be made'),
  )
  await Promise.all(roots.map((root) => root.scan()))
  const get = (id: string): SkillEntry | null => roots.find(({ entries }) => entries.has(id))?.entries.get(id) ?? null
  return {
    get,
    list: () => [...new Set(roots.flatMap(({ entries }) => [...entries.keys()]))].toSorted().flatMap((id) => get(id) ?? []),
    refresh: async (id) => {
      for (const root of roots) await root.read(id)
      return get(id)
    },
    close: () => roots.forEach((root) => void root.close()),
  }
}

// Writing a skill takes many changes; they are read together once it is quiet for a moment, and in any case not more often.
const quietMs = 150

/** One folder of skill folders. */
class Root {
  readonly entries = new Map<string, SkillEntry>()
  readonly #options: RegistryOptions
  readonly #folder: string
  readonly #builtIn: boolean
  readonly #watches: Watches
  /** What changed since the last reading; null stands for the folder itself. */
  readonly #changed = new Set<string | null>()
  #timer: NodeJS.Timeout | null = null
  #closed = false

  constructor(options: RegistryOptions, folder: string, builtIn: boolean) {
    this.#options = options
    this.#folder = folder
    this.#builtIn = builtIn
    this.#watches = new Watches((err, at) =>
      options.log.warn({ err, folder: at }, 'a skill folder is not watched; changes need a restart'),
    )
  }

  async scan(): Promise<void> {
    this.#watches.set('', this.#folder, [''], (name) => this.#note(name))
    const names = await readdir(this.#folder).catch((error): string[] => {
      this.#options.log.warn({ err: error, folder: this.#folder }, 'the folder of skills could not be read')
      return []
    })
    const gone = [...this.entries.keys()].filter((id) => !names.includes(id))
    for (const id of new Set([...names, ...gone])) await this.read(id)
  }

  /** Reads one skill; an entry is replaced in one step, and what is not a folder is no skill. */
  async read(id: string): Promise<void> {
    if (this.#closed || !isCandidate(id)) return
    const folder = join(this.#folder, id)
    const there = await stat(folder).catch(() => null)
    if (!there?.isDirectory()) return this.#forget(id)
    await this.#watch(id, folder)
    const read = await readSkill(folder, { builtIn: this.#builtIn, engines: this.#options.engines })
    if (!this.#closed)
      this.#keep(id, read.ok ? { health: 'healthy', skill: read.skill } : { health: 'degraded', id, problems: read.problems })
  }

  close(): void {
    this.#closed = true
    this.#watches.close()
    if (this.#timer) clearTimeout(this.#timer)
  }

  async #watch(id: string, folder: string): Promise<void> {
    const listing = await listFiles(folder).catch((error) => {
      if (!codeOf(error)) throw error
      return null
    })
    if (!this.#closed) this.#watches.set(id, listing?.root ?? folder, listing?.folders ?? [''], () => this.#note(id))
  }

  #keep(id: string, entry: SkillEntry): void {
    const before = this.entries.get(id)
    this.entries.set(id, entry)
    if (JSON.stringify(factsOf(before)) === JSON.stringify(factsOf(entry))) return
    if (entry.health === 'degraded') this.#options.log.warn({ skill_id: id, problems: entry.problems }, 'skill is broken')
    else this.#options.log.info({ skill_id: id, ...factsOf(entry) }, 'skill read')
  }

  #forget(id: string): void {
    this.#watches.drop(id)
    if (this.entries.delete(id)) this.#options.log.info({ skill_id: id }, 'skill removed')
  }

  #note(name: string | null): void {
    this.#changed.add(name)
    if (this.#closed || this.#timer) return
    this.#timer = setTimeout(() => void this.#catchUp(), quietMs).unref()
  }

  async #catchUp(): Promise<void> {
    const changed = [...this.#changed]
    this.#changed.clear()
    const began = performance.now()
    try {
      if (changed.includes(null)) await this.scan()
      else for (const id of changed) await this.read(id ?? '')
    } catch (error) {
      this.#options.log.warn({ err: error }, 'skills could not be read again')
    }
    // A skill that is written to all the time must not keep the server reading: at most a fifth of the time goes there.
    this.#timer = this.#closed ? null : setTimeout(() => this.#goOn(), 4 * (performance.now() - began)).unref()
  }

  #goOn(): void {
    this.#timer = null
    const [one] = this.#changed
    if (one !== undefined) this.#note(one)
  }
}

/** Hidden folders are nobody's skills. */
const isCandidate = (id: string): boolean => id !== '' && !id.startsWith('.') && !id.includes('/')

function factsOf(entry: SkillEntry | undefined): object | null {
  if (!entry) return null
  if (entry.health === 'degraded') return { problems: entry.problems }
  return { version: entry.skill.version, digest: entry.skill.digest, warnings: entry.skill.warnings }
}
