import type { Engine } from './engine.ts'
import { engines } from './index.ts'
import { knownEngines } from './known.ts'

/** Which engines a server may use. */
export interface Engines {
  /** By name, built or not. */
  readonly enabled: readonly string[]
  /** Of jobs that name none, where the skill allows it. */
  readonly byDefault: string | null
  readonly built: Readonly<Record<string, Engine>>
}

/** What the settings allow; null: all but replay, which plays recordings and is for tests, demos and authors of skills. */
export function openEngines(enabled: readonly string[] | null, byDefault: string | null): Engines {
  for (const name of enabled ?? []) requireKnown('SKILL_RUNNER_ENGINES', name)
  if (byDefault !== null) requireKnown('SKILL_RUNNER_DEFAULT_ENGINE', byDefault)
  return { enabled: enabled ?? knownEngines.filter((name) => name !== 'replay'), byDefault, built: engines }
}

function requireKnown(setting: string, name: string): void {
  if (knownEngines.some((known) => known === name)) return
  throw new Error(`${setting} names ${JSON.stringify(name)}, which is not an engine. Choose from ${knownEngines.join(', ')}.`)
}
