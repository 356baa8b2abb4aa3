import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import type { Run } from '../domain/run.ts'
import type { Engine } from '../engines/engine.ts'
import { isTooNested, mergedSettings, mergeSettings, reservedIn, type Settings, type SettingsRules } from '../engines/settings.ts'
import { Fault } from '../lib/fault.ts'
import { isTooDeep } from '../lib/json-depth.ts'
import { openRegular } from '../lib/open-regular.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { RunsDeps } from './deps.ts'

const mostBytes = 64 * 1024

/** What one may be set in three places, and the folder of the skill that is meant. */
export interface Wishes {
  readonly skillFolder: string
  readonly skillFiles: readonly string[]
  readonly request: Settings
}

/** All layers together, or what is wrong with one of them. */
export async function settingsFor(deps: Pick<RunsDeps, 'agentHome'>, engine: Engine, wishes: Wishes): Promise<EngineSettings> {
  const rules = engine.settings
  if (rules === null) {
    if (Object.keys(wishes.request).length > 0) throw invalid(engine, 'request', { reason: 'This engine takes no settings.' })
    return { operator: {}, asked: {}, merged: {} }
  }
  const operator = await deps.agentHome.operatorSettings(engine)
  const skill = await skillLayer(engine, rules, wishes)
  checkLayer(engine, rules, 'skill', skill)
  checkLayer(engine, rules, 'request', wishes.request)
  return {
    operator,
    asked: mergeSettings(skill, wishes.request),
    merged: mergedSettings(rules, { operator, skill, request: wishes.request }),
  }
}

/** Those of a run that exists, by the skill that it is pinned to. */
export async function settingsOfRun(
  deps: Pick<RunsDeps, 'agentHome' | 'engines'>,
  { engine: name, engineConfig: request }: Run,
  { files: skillFiles }: SkillPackage,
  skillFolder: string,
): Promise<EngineSettings> {
  const engine = deps.engines.built[name]
  return engine ? settingsFor(deps, engine, { skillFolder, skillFiles, request }) : { operator: {}, asked: {}, merged: {} }
}

export interface EngineSettings {
  readonly operator: Settings
  /** Of the skill, and over them those of the request. */
  readonly asked: Settings
  readonly merged: Settings
}

async function skillLayer(engine: Engine, { skillFiles }: SettingsRules, wishes: Wishes): Promise<Settings> {
  const name = skillFiles.find((file) => wishes.skillFiles.includes(file))
  if (name === undefined) return {}
  const text = await readSmall(join(wishes.skillFolder, name))
  if (text === null)
    throw invalid(engine, 'skill', { file: name, reason: `It cannot be read, or is larger than ${mostBytes} bytes.` })
  try {
    const settings: unknown = name.endsWith('.toml') ? parseToml(text) : parseJson(text)
    if (typeof settings === 'object' && settings !== null && !Array.isArray(settings)) return settings as Settings
  } catch (error) {
    throw invalid(engine, 'skill', { file: name, reason: error instanceof Error ? error.message.slice(0, 500) : String(error) })
  }
  throw invalid(engine, 'skill', { file: name, reason: 'It is not a table of settings.' })
}

function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new Error('It is nested too deeply.')
  return JSON.parse(text)
}

async function readSmall(path: string): Promise<string | null> {
  const opened = await openRegular(path)
  if (!opened.ok) return null
  await using file = opened.file
  const { size } = await file.stat()
  return size > mostBytes ? null : (await file.readFile()).toString('utf8')
}

function checkLayer(engine: Engine, rules: SettingsRules, layer: 'skill' | 'request', settings: Settings): void {
  if (isTooNested(settings)) throw invalid(engine, layer, { reason: 'They are nested too deeply.' })
  const names = reservedIn(rules, settings)
  if (names.length > 0) throw invalid(engine, layer, { names, reason: 'Only the operator of the server may set these.' })
}

const invalid = (engine: Engine, layer: string, why: object): Fault =>
  new Fault('ENGINE_CONFIG_INVALID', { engine: engine.id, layer, ...why })
