import { everyPublicHost, type Network } from '../domain/network.ts'
import { leastLimits, type RunLimit, type RunLimits, runLimits } from '../domain/resource-limit.ts'
import { type DeclaredArtifact, declaredArtifacts } from './artifacts.ts'
import { type Entrypoint, readCommand, readEntrypoint } from './entrypoint.ts'
import { isObject, type JsonObject } from './json-file.ts'
import { noteMisspelt } from './misspelt.ts'
import { type Notes, objectOr, readPath } from './notes.ts'
import { isVersion } from './whole-version.ts'

type Mode = 'auto' | 'interactive'

interface SkillLimits {
  /** Null: it does not say, and the server's default applies. */
  readonly timeoutMs: number | null
  /** A script has none unless it asks; null: a skill for engines that does not say, and the operator decides. */
  readonly network: Network | null
  /** What it wishes to be limited to; the server has its own limits. */
  readonly resources: Partial<RunLimits>
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
  /** Names of variables that its script needs; it gets those that the operator passes on. */
  readonly env: readonly string[]
  readonly normalizer: string | null
  readonly fallback: string | null
}

/** The engines the product knows; null: any name will do, it was checked before. */
export type EngineNames = readonly string[] | null

/** Reads the fields one by one; whatever is wrong is noted by its exact field, and reading goes on. */
export function readRunnerJson(
  json: JsonObject,
  id: string,
  known: EngineNames,
  files: ReadonlySet<string>,
  notes: Notes,
  usual: readonly string[] = usualOf(known),
): RunnerJson {
  if (json['id'] !== id) notes.problem('id', `must be ${JSON.stringify(id)}, the name of the folder and of the skill`)
  noteMisspelt(json, notes)
  const entry = readEntrypoint(json['entrypoint'], { files, engines: known }, notes)
  return {
    ...entry,
    version: readVersion(json['version'], notes),
    ...readEngines(json, known, usual, notes),
    modes: readModes(json['execution_modes'], notes),
    maxAttempt: readMaxAttempt(json['max_attempt'], notes),
    schemas: readSchemaPaths(json['schemas'], notes),
    artifacts: declaredArtifacts(json['artifacts'], notes.problem),
    limits: readLimits(json['automation'], entry.entrypoint.kind, notes),
    env: readEnv(json['runtime'], notes),
    normalizer: readStep(json['normalizer'], 'normalizer', notes),
    fallback: readStep(json['fallback'], 'fallback', notes),
  }
}

function readVersion(value: unknown = '0.0.0', notes: Notes): string {
  if (typeof value === 'string' && isVersion(value)) return value
  notes.problem('version', 'must be a semantic version such as 1.0.0')
  return '0.0.0'
}

function readEngines(json: JsonObject, known: EngineNames, usual: readonly string[], notes: Notes) {
  if ('unsupport_engine' in json) notes.problem('unsupport_engine', 'was renamed: use unsupported_engines')
  const declaredEngines = readNames(json['engines'] ?? [], 'engines', known, notes)
  const unsupportedEngines = readNames(json['unsupported_engines'] ?? [], 'unsupported_engines', known, notes)
  const both = unsupportedEngines.filter((name) => declaredEngines.includes(name))
  if (both.length > 0) notes.problem('unsupported_engines', `repeats what engines allows: ${both.join(', ')}`)
  const allowed = json['engines'] === undefined ? usual : declaredEngines
  const engines = allowed.filter((name) => !unsupportedEngines.includes(name))
  if (known && engines.length === 0) {
    notes.problem(json['engines'] === undefined ? 'unsupported_engines' : 'engines', 'leaves no engine to run on')
  }
  return { declaredEngines, unsupportedEngines, engines }
}

/** What a skill that names none runs on: all, but `replay` only where it is enabled, for it plays recordings. */
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
    notes.warning('execution_modes', 'is missing; ["auto"] is assumed. A later version will reject this')
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

function readSchemaPaths(value: unknown, notes: Notes) {
  const schemas = objectOr(value, 'schemas', notes)
  const path = (kind: string) => readPath(schemas[kind], `assets/${kind}.schema.json`, `schemas.${kind}`, notes)
  return { input: path('input'), parameter: path('parameter'), output: path('output') }
}

function readLimits(value: unknown, kind: Entrypoint['kind'], notes: Notes): SkillLimits {
  const {
    timeout_sec: seconds,
    network,
    limits,
    allowlist,
    fs_scope: scope = 'workspace_only',
  } = objectOr(value, 'automation', notes)
  if (scope !== 'workspace_only') notes.problem('automation.fs_scope', 'must be workspace_only')
  const asked = readNetwork(network, allowlist, notes)
  return {
    timeoutMs: readTimeout(seconds, notes),
    network: asked ?? (kind === 'script' ? { level: 'off' } : null),
    resources: readResources(limits, notes),
  }
}

function readResources(value: unknown, notes: Notes): Partial<RunLimits> {
  const wishes = Object.entries(objectOr(value, 'automation.limits', notes))
  return Object.fromEntries(wishes.filter(([name, wish]) => isWish(name, wish, notes)))
}

/** One that is not known would be a limit without effect. */
function isWish(name: string, wish: unknown, notes: Notes): boolean {
  const field = `automation.limits.${name}`
  const isKnown = runLimits.some((limit) => limit === name)
  if (!isKnown) notes.problem(field, `is not a limit (${runLimits.join(', ')})`)
  const least = isKnown ? leastLimits[name as RunLimit] : 0
  const isNumber = typeof wish === 'number' && Number.isSafeInteger(wish) && wish >= least
  if (isKnown && !isNumber) notes.problem(field, `must be a whole number, ${least} or more`)
  return isKnown && isNumber
}

function readTimeout(value: unknown, notes: Notes): number | null {
  if (value === undefined) return null
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 86_400) return value * 1000
  notes.problem('automation.timeout_sec', 'must be a whole number of seconds from 1 to 86400')
  return null
}

/** `allowlist` is an older word for `gated` with a list. */
function readNetwork(network: unknown, allowlist: unknown, notes: Notes): Network | null {
  const hosts = readHosts(allowlist ?? [], notes)
  if (network === undefined) return null
  if (network === 'off' || network === 'host') return { level: network }
  if (network === 'allowlist') return { level: 'gated', hosts }
  if (network === 'gated') return allowlist === undefined ? everyPublicHost : { level: 'gated', hosts }
  notes.problem('automation.network', 'must be off, gated, allowlist or host')
  return { level: 'off' }
}

function readHosts(value: unknown, notes: Notes): string[] {
  if (!Array.isArray(value)) {
    notes.problem('automation.allowlist', 'must be a list of host names')
    return []
  }
  const isHost = (host: unknown): host is string =>
    typeof host === 'string' && host.length <= 253 && /^(?:\*|(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::\d{1,5})?$/i.test(host)
  value.forEach((host, index) => {
    if (!isHost(host)) notes.problem(`automation.allowlist[${index}]`, `${quoted(host)} is not a host name`)
  })
  return value.filter(isHost)
}

/** The other members of `runtime` are somebody else's. */
function readEnv(runtime: unknown, notes: Notes): string[] {
  const names = isObject(runtime) ? (runtime['env'] ?? []) : []
  const isVariable = (name: unknown): name is string => typeof name === 'string' && /^[A-Za-z_]\w{0,127}$/.test(name)
  if (Array.isArray(names) && names.length <= mostVariables && names.every(isVariable)) return [...new Set(names)]
  notes.problem('runtime.env', `must be a list of names of environment variables, ${mostVariables} at most`)
  return []
}

const mostVariables = 100

function readStep(value: unknown, field: string, notes: Notes): string | null {
  if (value === undefined || value === null) return null
  const { command, enabled = true } = objectOr(value, field, notes)
  if (typeof enabled !== 'boolean') notes.problem(`${field}.enabled`, 'must be true or false')
  const checked = readCommand(command, `${field}.command`, notes)
  return enabled === true ? checked : null
}

const quoted = (value: unknown): string => JSON.stringify(value)?.slice(0, 80) ?? 'undefined'
