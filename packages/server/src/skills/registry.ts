import { mkdir } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SkillPackage } from './package.ts'
import { Root } from './root.ts'
import type { EngineNames } from './runner-json.ts'
import type { Compile } from './schema-verdicts.ts'
import type { ReportSettings } from './settings-report.ts'

/** A skill that is installed: ready, or broken and saying why. */
export type SkillEntry =
  | { readonly health: 'healthy'; readonly skill: SkillPackage }
  | { readonly health: 'degraded'; readonly id: string; readonly builtIn: boolean; readonly problems: readonly string[] }

export interface Registry {
  /** Sorted by id. */
  list(): SkillEntry[]
  get(id: string): SkillEntry | null
  /** Whether a skill, of which one may have no more than a copy, is one that is shipped: same id, same content. */
  isBuiltIn(skill: Pick<SkillPackage, 'id' | 'digest'>): boolean
  /**
   * Settles when what the file system has told of a skill, or of all, has been read: an edit that was done before is seen afterwards.
   * It costs one turn of the event loop when nothing changed, and two seconds at most.
   */
  caughtUp(id?: string): Promise<void>
  /** Reads one skill again at once, where waiting for the watch would be too late. */
  refresh(id: string): Promise<SkillEntry | null>
  /**
   * Compiles the schemas of the skills that were read so far, and from now on of each that is read; settles when those so far
   * are done. Until then a skill counts as healthy. Not part of opening, because the thread it needs would slow the start.
   */
  checkSchemas(): Promise<void>
  close(): void
}

export interface RegistryOptions {
  /** Shipped with the product, read-only. */
  readonly builtIn: string
  /** The operator's own; one of the same id wins over a built-in. */
  readonly user: string
  readonly engines: EngineNames
  /** What a skill that names no engines runs on; all known but replay when left out. */
  readonly usualEngines?: readonly string[]
  /** Says what comes of the settings that a skill brings for engines. */
  readonly reportSettings?: ReportSettings
  readonly compile: Compile
  /** Called after a skill has come, gone or changed. */
  readonly onChange?: () => void
  readonly log: RegistryLog
}

/** As much of a pino logger as the registry speaks to. */
interface RegistryLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
}

/** Reads every skill once, then watches. Looking one up never touches the disk. */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const shipped = new Root(options, options.builtIn, true)
  const roots = [new Root(options, options.user, false), shipped]
  await mkdir(options.user, { recursive: true }).catch((error) =>
    options.log.warn({ err: error }, 'cannot create the skills folder'),
  )
  await Promise.all(roots.map((root) => root.scan()))
  const get = (id: string): SkillEntry | null => roots.find(({ entries }) => entries.has(id))?.entries.get(id) ?? null
  return {
    get,
    isBuiltIn: ({ id, digest }) => {
      const entry = shipped.entries.get(id)
      return entry?.health === 'healthy' && entry.skill.digest === digest
    },
    list: () => [...new Set(roots.flatMap(({ entries }) => [...entries.keys()]))].toSorted().flatMap((id) => get(id) ?? []),
    caughtUp: async (id) => {
      // Changes that were made before somebody asked lie ready, and are heard in this turn.
      await nextTurn()
      await Promise.all(roots.map((root) => root.caughtUp(id)))
    },
    refresh: async (id) => {
      for (const root of roots) await root.read(id)
      await Promise.all(roots.map((root) => root.checked()))
      return get(id)
    },
    checkSchemas: async () => {
      await Promise.all(roots.map((root) => root.beginChecking()))
    },
    close: () => roots.forEach((root) => void root.close()),
  }
}
