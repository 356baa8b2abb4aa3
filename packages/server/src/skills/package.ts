import { basename } from 'node:path'
import { requiresSomething } from '../domain/requires-something.ts'
import { codeOf } from '../lib/thrown.ts'
import { type DeclaredArtifact, inferredArtifacts } from './artifacts.ts'
import { checkScripts } from './check-scripts.ts'
import { digestFiles } from './digest.ts'
import { readEvals } from './evals-json.ts'
import { type Listing, listFiles } from './files.ts'
import { type FrontMatter, type FrontMatterRules, isName, readFrontMatter } from './front-matter.ts'
import { type InputField, inlineSchemaOf, inputFields, unlikelyFiles } from './inputs.ts'
import { type JsonObject, readObject, readText } from './json-file.ts'
import { metaProblems } from './meta-schema.ts'
import type { Notes } from './notes.ts'
import { type EngineNames, type RunnerJson, readRunnerJson } from './runner-json.ts'
import type { ReportSettings } from './settings-report.ts'

/** A skill folder after it was read and checked. Everything a run needs to know about it. */
export interface SkillPackage extends Omit<RunnerJson, 'schemas' | 'artifacts'> {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly root: string
  readonly digest: string
  readonly builtIn: boolean
  /** auto: with the full contract; plain: SKILL.md only. */
  readonly profile: 'auto' | 'plain'
  readonly schemas: Schemas
  /** Where they lie in the folder. */
  readonly schemaFiles: RunnerJson['schemas']
  readonly inputs: readonly InputField[]
  /** What the input of a request must satisfy at create. */
  readonly inlineSchema: JsonObject
  readonly artifacts: readonly DeclaredArtifact[]
  readonly files: readonly string[]
  readonly warnings: readonly string[]
}

interface Schemas {
  readonly input: JsonObject
  readonly parameter: JsonObject
  readonly output: JsonObject
}

interface ReadOptions {
  readonly builtIn: boolean
  readonly engines: EngineNames
  /** What a skill that names no engines runs on; all known but replay when left out. */
  readonly usualEngines?: readonly string[]
  /** Says what comes of the settings that the skill brings for engines; absent: it was said before. */
  readonly reportSettings?: ReportSettings
  /** What the folder ought to be called, where its own name does not say: a pinned copy is named after its digest. */
  readonly id?: string
}

type SkillRead =
  | { readonly ok: true; readonly skill: SkillPackage }
  /** With what the system said, where it is not the skill that is wrong. */
  | { readonly ok: false; readonly id: string; readonly problems: readonly string[]; readonly cause?: unknown }

/** A folder → the skill in it, or everything that is wrong with it. */
export async function readSkill(folder: string, options: ReadOptions): Promise<SkillRead> {
  const id = options.id ?? basename(folder)
  try {
    return await readListed(id, await listFiles(folder), options)
  } catch (error) {
    // The folder went away or cannot be entered: that is an answer. Anything without a code is a bug.
    if (!codeOf(error)) throw error
    return {
      ok: false,
      id,
      problems: [`The folder could not be read: ${codeOf(error)}.`],
      ...(codeOf(error) === 'ENOENT' ? {} : { cause: error }),
    }
  }
}

async function readListed(id: string, listing: Listing, options: ReadOptions): Promise<SkillRead> {
  const problems: string[] = [...listing.problems]
  const warnings: string[] = []
  const note = (problem: string) => void problems.push(problem)
  const warn = (warning: string) => void warnings.push(warning)
  // Who declares the full contract is held to every rule; of a plain skill only what is needed counts.
  const isStrict = hasContract(listing)
  if (!isStrict) checkId(id, note, warn)
  const front = await readSkillFile(listing, { id, isStrict }, note, warn)
  const contract = await readContract(listing, id, options, note, warn)
  const files = listing.files.map(({ path }) => path)
  // A skill with wrong tests works: only its tests do not.
  const evals = front ? await readEvals(listing, front.name) : null
  warnings.push(...(evals?.problems ?? []), ...(evals?.warnings ?? []))
  const settings = await options.reportSettings?.(listing.root, files)
  problems.push(...(settings?.problems ?? []))
  warnings.push(...(settings?.warnings ?? []))
  // A folder past the limits is not hashed: the limits are there to bound this work.
  const digested = listing.problems.length > 0 ? null : await digestFiles(listing.root, listing.files)
  if (digested && !digested.ok) problems.push(...digested.problems)
  if (problems.length > 0 || !front || !contract || !digested?.ok) return { ok: false, id, problems: first(problems) }
  const { digest } = digested
  const inputs = { inputs: inputFields(contract.schemas.input), inlineSchema: inlineSchemaOf(contract.schemas.input) }
  return {
    ok: true,
    skill: {
      ...contract,
      ...inputs,
      id,
      name: front.name,
      description: front.description,
      version: contract.profile === 'plain' ? (front.version ?? contract.version) : contract.version,
      root: listing.root,
      digest,
      builtIn: options.builtIn,
      files,
      warnings: first(warnings),
    },
  }
}

const most = 100
const longest = 500

/** A skill chooses what can be wrong with it, but not how much of it is told. */
function first(sentences: readonly string[]): string[] {
  const told = sentences.slice(0, most).map((one) => (one.length > longest ? `${one.slice(0, longest - 1)}…` : one))
  return sentences.length > most ? [...told, `There is more; these are the first ${most}.`] : told
}

/** Of a skill without a contract, whose name does not count: it has to stand in paths and addresses. */
function checkId(id: string, note: Note, warn: Note): void {
  if (!/^[\w-][\w.-]{0,127}$/.test(id))
    note(`${JSON.stringify(id)} cannot be the name of a skill folder: use letters, digits and hyphens${likeName(id)}.`)
  else if (!isName(id)) warn('The name of the folder should be 1 to 64 lower-case letters, digits and hyphens.')
}

/** A name that would do, where something of it can be kept. */
function likeName(id: string): string {
  const name = id
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 64)
  return name === '' ? '' : `, such as ${name}`
}

async function readSkillFile(listing: Listing, rules: FrontMatterRules, note: Note, warn: Note): Promise<FrontMatter | null> {
  const alike = listing.files.filter(({ path }) => path.toLowerCase() === skillFile.toLowerCase()).map(({ path }) => path)
  const [other] = alike.includes(skillFile) ? [] : alike
  const say = (problem: string) => note(other ? `${other} has to be called ${skillFile}, in these letters.` : problem)
  const text = await readText(listing, skillFile, 1024 * 1024, say)
  return text === null ? null : readFrontMatter(text, rules, note, warn)
}

const skillFile = 'SKILL.md'

type Contract = Omit<RunnerJson, 'schemas' | 'artifacts'> &
  Pick<SkillPackage, 'profile' | 'schemas' | 'schemaFiles' | 'artifacts'>
type Note = (sentence: string) => void

const manifest = 'assets/runner.json'
const hasContract = ({ files }: Listing): boolean => files.some(({ path }) => path === manifest)
const mostTemplate = 256 * 1024

async function readContract(
  listing: Listing,
  id: string,
  { engines, usualEngines }: ReadOptions,
  note: Note,
  warn: Note,
): Promise<Contract | null> {
  if (!hasContract(listing)) return plainContract(engines, usualEngines)
  const json = await readObject(listing, manifest, 256 * 1024, note)
  if (!json) return null
  const notes: Notes = {
    problem: (field, problem) => note(`${manifest}: ${field} ${problem}.`),
    warning: (field, warning) => warn(`${manifest}: ${field} ${warning}.`),
  }
  const files = new Set(listing.files.map(({ path }) => path))
  const runner = readRunnerJson(json, id, engines, files, notes, usualEngines)
  await checkTemplates(runner, listing, note)
  // Of a folder past the limits not all files are listed.
  if (listing.problems.length === 0) checkScripts(runner, [...files], notes)
  const schemas = await readSchemas(listing, runner.schemas, note)
  if (!schemas) return null
  if (runner.modes.includes('interactive') && !requiresSomething(schemas.output))
    warn(`${runner.schemas.output}: requires nothing, so a conversation ends only with the done marker.`)
  for (const name of unlikelyFiles(schemas.input))
    warn(`${runner.schemas.input}: ${name} is a file input, and its type is not string. Is "x-input-source": "inline" missing?`)
  const inferred = () =>
    inferredArtifacts(schemas.output, (field, problem) => note(`${runner.schemas.output}: ${field} ${problem}.`))
  return { ...runner, profile: 'auto', schemas, schemaFiles: runner.schemas, artifacts: runner.artifacts ?? inferred() }
}

/** Whoever renders a template reads it whole. */
async function checkTemplates({ entrypoint }: RunnerJson, listing: Listing, note: Note): Promise<void> {
  const templates = entrypoint.kind === 'script' ? [] : entrypoint.templates.map(({ template }) => template)
  const paths = new Set(templates.flatMap((template) => (template.kind === 'file' ? [template.path] : [])))
  const there = [...paths].filter((path) => listing.files.some((file) => file.path === path))
  for (const path of there) await readText(listing, path, mostTemplate, note)
}

async function readSchemas(listing: Listing, paths: RunnerJson['schemas'], note: Note): Promise<Schemas | null> {
  const read = async (kind: keyof Schemas): Promise<JsonObject | null> => {
    const schema = await readObject(listing, paths[kind], 1024 * 1024, note)
    for (const problem of schema ? metaProblems(kind, schema) : []) note(`${paths[kind]}: ${problem}.`)
    return schema
  }
  const [input, parameter, output] = [await read('input'), await read('parameter'), await read('output')]
  return input && parameter && output ? { input, parameter, output } : null
}

/** SKILL.md alone: whatever is asked, any object as an answer. */
function plainContract(engines: EngineNames, usual: readonly string[] | undefined): Contract {
  const notes: Notes = { problem: () => {}, warning: () => {} }
  const input = { type: 'object', properties: { prompt: { type: 'string', 'x-input-source': 'inline' } } }
  const schemas = { input, parameter: { type: 'object' }, output: { type: 'object' } }
  const runner = readRunnerJson({ execution_modes: ['auto', 'interactive'] }, '', engines, new Set(), notes, usual)
  return { ...runner, profile: 'plain', schemas, schemaFiles: runner.schemas, artifacts: [] }
}
