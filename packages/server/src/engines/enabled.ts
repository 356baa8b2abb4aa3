import type { Engine } from './engine.ts'
import { engines, knownEngines } from './index.ts'

/** Which engines a server may use. */
export interface Engines {
  /** By name, built or not. */
  readonly enabled: readonly string[]
  /** Of jobs that name none, where the skill allows it. */
  readonly byDefault: string | null
  readonly built: Readonly<Record<string, Engine>>
}

/** What the settings say of engines. */
interface EngineSettings {
  /** Null: all of them. */
  readonly engines: readonly string[] | null
  readonly defaultEngine: string | null
  readonly programs: Readonly<Record<string, string>>
}

/** What the settings allow, unless they name an engine that there is not. */
export function openEngines({ engines: enabled, defaultEngine: byDefault, programs }: EngineSettings): Engines {
  for (const name of enabled ?? []) requireKnown('SKILL_RUNNER_ENGINES', name)
  if (byDefault !== null) requireKnown('SKILL_RUNNER_DEFAULT_ENGINE', byDefault)
  for (const name of Object.keys(programs)) requireReplaceable(`SKILL_RUNNER_${name.toUpperCase()}_BIN`, name)
  return { enabled: enabled ?? knownEngines, byDefault, built: engines }
}

function requireKnown(setting: string, name: string): void {
  if (knownEngines.includes(name)) return
  throw new Error(`${setting} names ${JSON.stringify(name)}, which is not an engine. Choose from ${knownEngines.join(', ')}.`)
}

function requireReplaceable(setting: string, name: string): void {
  requireKnown(setting, name)
  if (typeof engines[name]?.cli === 'string') throw new Error(`${setting} is not a setting: ${name} is built in. Remove it.`)
}
