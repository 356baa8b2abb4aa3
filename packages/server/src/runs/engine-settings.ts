import { join } from 'node:path'
import { parse as parseToml } from 'smol-toml'
import type { Run } from '../domain/run.ts'
import type { Engine } from '../engines/engine.ts'
import {
  isTooNested,
  mergedSettings,
  mergeSettings,
  reservedIn,
  type Settings,
  type SettingsRules,
  withoutSettings,
} from '../engines/settings.ts'
import { Fault } from '../lib/fault.ts'
import { isTooDeep } from '../lib/json-depth.ts'
import { openRegular } from '../lib/open-regular.ts'
import type { SkillPackage } from '../skills/package.ts'
import type { RunsDeps } from './deps.ts'

const mostBytes = 64 * 1024

/** The settings of a request, and the skill whose settings lie under them. */
interface Wishes {
  readonly skillFolder: string
  readonly skillFiles: readonly string[]
  readonly request: Settings
}

/** Merges all layers, or throws a fault that names the invalid one. */
export async function settingsFor(deps: Pick<RunsDeps, 'agentHome'>, engine: Engine, wishes: Wishes): Promise<EngineSettings> {
  const rules = engine.settings
  if (rules === null) {
    if (Object.keys(wishes.request).length > 0) throw invalid(engine, 'request', { reason: 'This engine takes no settings.' })
    return noSettings
  }
  const { request } = wishes
  if (isTooNested(request)) throw invalid(engine, 'request', { reason: tooNested })
  const names = reservedIn(rules, request)
  if (names.length > 0) throw invalid(engine, 'request', { names, reason: 'Only the operator of the server may set these.' })
  const operator = await deps.agentHome.operatorSettings(engine)
  const { settings: skill, ignored } = await skillLayer(engine, rules, wishes)
  return { operator, asked: mergeSettings(skill, request), merged: mergedSettings(rules, { operator, skill, request }), ignored }
}

const noSettings: EngineSettings = { operator: {}, asked: {}, merged: {}, ignored: [] }
const tooNested = 'They are nested too deeply.'

/** The settings of an existing run, with its pinned skill. */
export async function settingsOfRun(
  deps: Pick<RunsDeps, 'agentHome' | 'engines'>,
  { engine: name, engineConfig: request }: Run,
  { files: skillFiles }: SkillPackage,
  skillFolder: string,
): Promise<EngineSettings> {
  const engine = deps.engines.built[name]
  return engine ? settingsFor(deps, engine, { skillFolder, skillFiles, request }) : noSettings
}

export interface EngineSettings {
  readonly operator: Settings
  /** Of the skill, overridden by those of the request. */
  readonly asked: Settings
  readonly merged: Settings
  /** Settings of the skill that only the operator may set. */
  readonly ignored: readonly string[]
}

interface SkillLayer {
  /** Where it is from; null: the skill brings none. */
  readonly file: string | null
  readonly settings: Settings
  readonly ignored: readonly string[]
}

/** What a skill sets for an engine. What it may not set has no effect: the same folder is used with other servers and by other programs. */
export async function skillLayer(
  engine: Engine,
  rules: SettingsRules,
  wishes: Pick<Wishes, 'skillFolder' | 'skillFiles'>,
): Promise<SkillLayer> {
  const file = rules.skillFiles.find((name) => wishes.skillFiles.includes(name)) ?? null
  const settings = file === null ? {} : await readLayer(engine, file, wishes.skillFolder)
  if (isTooNested(settings)) throw invalid(engine, 'skill', { file, reason: tooNested })
  const ignored = reservedIn(rules, settings)
  return { file, settings: withoutSettings(settings, ignored), ignored }
}

async function readLayer(engine: Engine, name: string, skillFolder: string): Promise<Settings> {
  const text = await readSmall(join(skillFolder, name))
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

const invalid = (engine: Engine, layer: string, why: object): Fault =>
  new Fault('ENGINE_CONFIG_INVALID', { engine: engine.id, layer, ...why })
