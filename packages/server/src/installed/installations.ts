import type { Capabilities, Cli } from '../engines/cli.ts'
import type { Engine } from '../engines/engine.ts'
import type { Asker } from './ask.ts'
import type { Card } from './card.ts'
import { openConfigured } from './configured.ts'
import type { InstalledLayout } from './layout.ts'
import { installCommand, type Managed, readManaged, settingOf, stampOfCurrent } from './managed.ts'

/** The program of an engine in one version, as it lies on this machine. */
export interface Installation {
  readonly engine: string
  readonly version: string
  /** The folder of the host that a child has to see, read-only. */
  readonly folder: string
  /** The program, below that folder. */
  readonly path: string
  readonly runBy: 'node' | 'itself'
  /** As its card tells, else as its pages of help do. */
  readonly capabilities: Capabilities
  /** Null: nobody has tried what it can do. */
  readonly card: Card | null
  /** Installed by us, or named by SKILL_RUNNER_<ENGINE>_BIN. */
  readonly source: 'managed' | 'configured'
}

/** What of the engines is on this machine. To tell it nothing is started, and an engine is looked at when it is first asked for. */
export interface Installations {
  /** The one that new runs use, if `problem` has nothing against it; null: there is none. Cheap enough for every job that is created. */
  current(engine: string): Installation | null
  version(engine: string, version: string): Installation | null
  /** A configured program first, then the newest. */
  list(engine: string): readonly Installation[]
  /** What a rollback goes back to; null: there is nothing. */
  previous(engine: string): string | null
  /** Why there is no current one, or why it cannot be used; null: it can. Names no path of the host. */
  problem(engine: string): string | null
  /** Waits until it is known of these engines whether they can be used: right after the start, configured programs are still asked. */
  settled(engines: readonly string[]): Promise<void>
  /** Reads the records on disk again, and asks configured programs that nobody has asked yet. */
  refresh(): Promise<void>
}

interface InstallationsDeps {
  readonly layout: InstalledLayout
  readonly clis: Clis
  /** Programs to use instead of the managed ones, by engine. */
  readonly programs: Readonly<Record<string, string>>
  readonly asker: Asker
}

/** The engines that npm brings, by name. */
export type Clis = Readonly<Record<string, Cli>>

export const clisOf = (engines: Readonly<Record<string, Engine>>): Clis =>
  Object.fromEntries(Object.entries(engines).flatMap(([name, { cli }]) => (typeof cli === 'string' ? [] : [[name, cli]])))

export function openInstallations(deps: InstallationsDeps): Installations {
  const managed = rememberManaged(deps)
  const configured = new Map(
    Object.entries(deps.clis).flatMap(([engine, cli]) => {
      const program = deps.programs[engine]
      return program === undefined ? [] : [[engine, openConfigured(deps, engine, cli, program)] as const]
    }),
  )
  const stateOf = (engine: string) => configured.get(engine)?.state() ?? managed(engine)
  const list = (engine: string) => [configured.get(engine)?.state().installation ?? [], managed(engine).all].flat()
  return {
    list,
    current: (engine) => stateOf(engine).installation,
    version: (engine, version) => list(engine).find((one) => one.version === version) ?? null,
    previous: (engine) => managed(engine).previous,
    problem(engine) {
      const { installation, problem } = stateOf(engine)
      return problem ?? (installation && lackOf(installation))
    },
    async settled(engines) {
      await Promise.all(engines.map((engine) => configured.get(engine)?.settled()))
    },
    async refresh() {
      managed.forget()
      await Promise.all([...configured.values()].map((one) => one.ask()))
    },
  }
}

function lackOf({ engine, version, capabilities, source }: Installation): string | null {
  if (capabilities.missing.length === 0) return null
  const fix = source === 'managed' ? `Install the one that was tested: ${installCommand(engine)}` : `Change ${settingOf(engine)}.`
  return `Version ${version} does not know ${capabilities.missing.join(', ')}. ${fix}`
}

const nothing: Managed = { installation: null, all: [], previous: null, problem: null }

/** Read once, and again when another version was made current: told by one look at one file, which costs some microseconds. */
function rememberManaged({ layout, clis }: InstallationsDeps) {
  const known = new Map<string, { readonly stamp: string; readonly managed: Managed }>()
  const read = (engine: string): Managed => {
    const cli = clis[engine]
    if (!cli) return nothing
    const files = layout.engine(engine)
    const stamp = stampOfCurrent(files)
    const before = known.get(engine)
    if (before?.stamp === stamp) return before.managed
    const managed = readManaged(engine, cli, files)
    known.set(engine, { stamp, managed })
    return managed
  }
  return Object.assign(read, { forget: () => known.clear() })
}
