import { pathProblem } from '../lib/relative-path.ts'
import { type DeclaredArtifact, declaredArtifacts } from './artifacts.ts'
import { shellWords, splitCommand } from './command.ts'
import { isObject, type JsonObject } from './json-file.ts'

export type Mode = 'auto' | 'interactive'

export interface PromptEntry {
  /** Path of the template inside the skill; null: a default is made. */
  readonly template: string | null
  readonly resultMode: 'file' | 'stdout'
}

export type Entrypoint =
  | (PromptEntry & { readonly kind: 'prompt' })
  | { readonly kind: 'script'; readonly command: string }
  | (PromptEntry & { readonly kind: 'hybrid'; readonly command: string })

export interface SkillLimits {
  readonly timeoutMs: number
  /** A script has none unless it asks; null: a skill for engines that does not say, and they need their provider. */
  readonly network: 'off' | readonly string[] | null
}

/** assets/runner.json after it was read: the contract of a skill with the server. */
export interface RunnerJson {
  readonly version: string
  /** Empty: it names none, and runs on all. */
  readonly declaredEngines: readonly string[]
  readonly unsupportedEngines: readonly string[]
  readonly engines: readonly string[]
  readonly modes: readonly Mode[]
  readonly maxAttempt: number | null
  readonly entrypoint: Entrypoint
  /** Where the result is expected, relative to the run folder. */
  readonly resultFile: string
  readonly schemas: { readonly input: string; readonly parameter: string; readonly output: string }
  readonly artifacts: readonly DeclaredArtifact[] | null
  readonly limits: SkillLimits
  readonly normalizer: string | null
  readonly fallback: string | null
}

/** The engines the product knows; null: any name will do, it was checked before. */
export type EngineNames = readonly string[] | null

export interface Notes {
  problem(field: string, problem: string): void
  warning(field: string, warning: string): void
}

const resultFileByDefault = 'result/result.json'
const timeoutByDefault = 600_000

/** Reads the fields one by one; whatever is wrong is noted by its exact field, and reading goes on. */
export function readRunnerJson(json: JsonObject, id: string, known: EngineNames, notes: Notes): RunnerJson {
  if (json['id'] !== id) notes.problem('id', `must be ${JSON.stringify(id)}, the name of the folder and of the skill`)
  const entry = readEntrypoint(json['entrypoint'], notes)
  return {
    ...entry,
    version: readVersion(json['version'], notes),
    ...readEngines(json, known, notes),
    modes: readModes(json['execution_modes'], notes),
    maxAttempt: readMaxAttempt(json['max_attempt'], notes),
    schemas: readSchemaPaths(json['schemas'], notes),
    artifacts: declaredArtifacts(json['artifacts'], notes.problem),
    limits: readLimits(json['automation'], entry.entrypoint.kind, notes),
    normalizer: readStep(json['normalizer'], 'normalizer', notes),
    fallback: readStep(json['fallback'], 'fallback', notes),
  }
}

const semver =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/

function readVersion(value: unknown = '0.0.0', notes: Notes): string {
  if (typeof value === 'string' && value.length <= 128 && semver.test(value)) return value
  notes.problem('version', 'must be a semantic version such as 1.0.0')
  return '0.0.0'
}

function readEngines(json: JsonObject, known: EngineNames, notes: Notes) {
  if ('unsupport_engine' in json) notes.problem('unsupport_engine', 'was renamed: use unsupported_engines')
  const declaredEngines = readNames(json['engines'] ?? [], 'engines', known, notes)
  const unsupportedEngines = readNames(json['unsupported_engines'] ?? [], 'unsupported_engines', known, notes)
  const both = unsupportedEngines.filter((name) => declaredEngines.includes(name))
  if (both.length > 0) notes.problem('unsupported_engines', `repeats what engines allows: ${both.join(', ')}`)
  const allowed = json['engines'] === undefined ? usualOf(known) : declaredEngines
  const engines = allowed.filter((name) => !unsupportedEngines.includes(name))
  if (known && engines.length === 0) {
    notes.problem(json['engines'] === undefined ? 'unsupported_engines' : 'engines', 'leaves no engine to run on')
  }
  return { declaredEngines, unsupportedEngines, engines }
}

/** `replay` plays recordings: a skill runs on it only when it names it. */
const usualOf = (known: EngineNames): readonly string[] => known?.filter((name) => name !== 'replay') ?? []

function readNames(value: unknown, field: string, known: EngineNames, notes: Notes): string[] {
  if (!Array.isArray(value)) {
    notes.problem(field, 'must be a list of engine names')
    return []
  }
  const isName = (name: unknown): name is string => typeof name === 'string' && (known?.includes(name) ?? true)
  value.forEach((name, index) => {
    if (!isName(name)) notes.problem(`${field}[${index}]`, `${quoted(name)} is not an engine (${known?.join(', ')})`)
  })
  return [...new Set(value.filter(isName))]
}

function readModes(value: unknown, notes: Notes): Mode[] {
  if (value === undefined) {
    notes.warning('execution_modes', 'is missing and taken as ["auto"]; that will be an error one day')
    return ['auto']
  }
  const isMode = (mode: unknown): mode is Mode => mode === 'auto' || mode === 'interactive'
  if (Array.isArray(value) && value.length > 0 && value.every(isMode)) return [...new Set(value)]
  notes.problem('execution_modes', 'must be a list with auto, interactive, or both')
  return ['auto']
}

function readMaxAttempt(value: unknown, notes: Notes): number | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1) return value
  notes.problem('max_attempt', 'must be a whole number, 1 or more')
  return null
}

function readEntrypoint(value: unknown, notes: Notes): { entrypoint: Entrypoint; resultFile: string } {
  const entry = objectOr(value, 'entrypoint', notes)
  const { type: kind = 'prompt' } = entry
  const prompt = objectOr(entry['prompt'], 'entrypoint.prompt', notes)
  const resultFile = readPath(prompt['result_file'], resultFileByDefault, 'entrypoint.prompt.result_file', notes)
  if (kind === 'prompt') return { entrypoint: { kind, ...readPrompt(prompt, notes) }, resultFile }
  if (kind !== 'script' && kind !== 'hybrid') notes.problem('entrypoint.type', 'must be prompt, script or hybrid')
  const script = objectOr(entry['script'], 'entrypoint.script', notes)
  const command = readCommand(script['command'], 'entrypoint.script.command', notes)
  if (kind === 'hybrid') return { entrypoint: { kind, command, ...readPrompt(prompt, notes) }, resultFile }
  return { entrypoint: { kind: 'script', command }, resultFile }
}

function readPrompt(prompt: JsonObject, notes: Notes): PromptEntry {
  const { result_mode: mode = 'file', template } = prompt
  if (mode !== 'file' && mode !== 'stdout') notes.problem('entrypoint.prompt.result_mode', 'must be file or stdout')
  return {
    template: template === undefined ? null : readPath(template, '', 'entrypoint.prompt.template', notes),
    resultMode: mode === 'stdout' ? mode : 'file',
  }
}

function readSchemaPaths(value: unknown, notes: Notes) {
  const schemas = objectOr(value, 'schemas', notes)
  const path = (kind: string) => readPath(schemas[kind], `assets/${kind}.schema.json`, `schemas.${kind}`, notes)
  return { input: path('input'), parameter: path('parameter'), output: path('output') }
}

function readLimits(value: unknown, kind: Entrypoint['kind'], notes: Notes): SkillLimits {
  const {
    timeout_sec: seconds,
    network,
    allowlist = [],
    fs_scope: scope = 'workspace_only',
  } = objectOr(value, 'automation', notes)
  if (scope !== 'workspace_only') notes.problem('automation.fs_scope', 'must be workspace_only')
  const declared = readNetwork(network, allowlist, notes)
  return { timeoutMs: readTimeout(seconds, notes), network: declared ?? (kind === 'script' ? 'off' : null) }
}

function readTimeout(value: unknown, notes: Notes): number {
  if (value === undefined) return timeoutByDefault
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 86_400) return value * 1000
  notes.problem('automation.timeout_sec', 'must be a whole number of seconds from 1 to 86400')
  return timeoutByDefault
}

function readNetwork(network: unknown, allowlist: unknown, notes: Notes): SkillLimits['network'] {
  if (network === undefined) return null
  if (network === 'off') return 'off'
  if (network !== 'allowlist') notes.problem('automation.network', 'must be off or allowlist')
  else if (Array.isArray(allowlist) && allowlist.every((host) => typeof host === 'string' && host !== '')) return allowlist
  else notes.problem('automation.allowlist', 'must be a list of host names')
  return 'off'
}

function readStep(value: unknown, field: string, notes: Notes): string | null {
  if (value === undefined || value === null) return null
  const { command, enabled = true } = objectOr(value, field, notes)
  if (typeof enabled !== 'boolean') notes.problem(`${field}.enabled`, 'must be true or false')
  const checked = readCommand(command, `${field}.command`, notes)
  return enabled === true ? checked : null
}

function readCommand(value: unknown, field: string, notes: Notes): string {
  if (typeof value !== 'string') {
    notes.problem(field, 'must be a command, as a text')
    return ''
  }
  const split = splitCommand(value)
  if (!split.ok) notes.problem(field, split.problem)
  const strange = split.ok ? shellWords(split.words) : []
  if (strange.length > 0)
    notes.warning(field, `holds ${strange.join(' ')}, but no shell reads it; write sh -c '…' if you need one`)
  return value
}

function readPath(value: unknown, byDefault: string, field: string, notes: Notes): string {
  const path = value === undefined ? byDefault : typeof value === 'string' ? value.replace(/^\.\//, '') : ''
  const problem = pathProblem(path)
  if (problem) notes.problem(field, `must be a path inside the folder: ${problem}`)
  return path
}

function objectOr(value: unknown, field: string, notes: Notes): JsonObject {
  if (value === undefined || isObject(value)) return value ?? {}
  notes.problem(field, 'must be an object')
  return {}
}

const quoted = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'undefined'
