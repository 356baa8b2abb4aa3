import { basename } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import { type DeclaredArtifact, inferredArtifacts } from './artifacts.ts'
import { digestFiles } from './digest.ts'
import { type Listing, listFiles } from './files.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { type InputField, inlineSchemaOf, inputFields, markProblems } from './inputs.ts'
import { type JsonObject, readObject, readText } from './json-file.ts'
import { type EngineNames, type Notes, type RunnerJson, readRunnerJson } from './runner-json.ts'

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
  readonly inputs: readonly InputField[]
  /** What the input of a request must satisfy at create. */
  readonly inlineSchema: JsonObject
  readonly artifacts: readonly DeclaredArtifact[]
  readonly files: readonly string[]
  readonly warnings: readonly string[]
}

export interface Schemas {
  readonly input: JsonObject
  readonly parameter: JsonObject
  readonly output: JsonObject
}

export interface ReadOptions {
  readonly builtIn: boolean
  readonly engines: EngineNames
  /** What the folder ought to be called, where its own name does not say: a pinned copy is named after its digest. */
  readonly id?: string
}

export type SkillRead =
  | { readonly ok: true; readonly skill: SkillPackage }
  | { readonly ok: false; readonly id: string; readonly problems: readonly string[] }

/** A folder → the skill in it, or everything that is wrong with it. */
export async function readSkill(folder: string, options: ReadOptions): Promise<SkillRead> {
  const id = options.id ?? basename(folder)
  try {
    return await readListed(id, await listFiles(folder), options)
  } catch (error) {
    // The folder went away or cannot be entered: that is an answer. Anything without a code is a bug.
    if (!codeOf(error)) throw error
    return { ok: false, id, problems: [`The folder could not be read: ${codeOf(error)}.`] }
  }
}

async function readListed(id: string, listing: Listing, options: ReadOptions): Promise<SkillRead> {
  const problems: string[] = [...listing.problems]
  const warnings: string[] = []
  const note = (problem: string) => void problems.push(problem)
  const front = await readSkillFile(listing, id, note)
  const contract = await readContract(listing, id, options.engines, note, (warning) => void warnings.push(warning))
  // A folder past the limits is not hashed: the limits are there to bound this work.
  const digested = listing.problems.length > 0 ? null : await digestFiles(listing.root, listing.files)
  if (digested && !digested.ok) problems.push(...digested.problems)
  if (problems.length > 0 || !front || !contract || !digested?.ok) return { ok: false, id, problems }
  const { digest } = digested
  const files = listing.files.map(({ path }) => path)
  const inputs = { inputs: inputFields(contract.schemas.input), inlineSchema: inlineSchemaOf(contract.schemas.input) }
  return {
    ok: true,
    skill: { ...contract, ...front, ...inputs, id, root: listing.root, digest, builtIn: options.builtIn, files, warnings },
  }
}

async function readSkillFile(listing: Listing, id: string, note: (problem: string) => void): Promise<FrontMatter | null> {
  const text = await readText(listing, 'SKILL.md', 1024 * 1024, note)
  const front = text === null ? null : readFrontMatter(text, note)
  if (front && front.name !== id) note(`SKILL.md: name must be ${JSON.stringify(id)}, the name of the folder.`)
  return front
}

type Contract = Omit<RunnerJson, 'schemas' | 'artifacts'> & Pick<SkillPackage, 'profile' | 'schemas' | 'artifacts'>
type Note = (sentence: string) => void

const manifest = 'assets/runner.json'

async function readContract(
  listing: Listing,
  id: string,
  engines: EngineNames,
  note: Note,
  warn: Note,
): Promise<Contract | null> {
  if (!listing.files.some(({ path }) => path === manifest)) return plainContract(engines)
  const json = await readObject(listing, manifest, 256 * 1024, note)
  if (!json) return null
  const notes: Notes = {
    problem: (field, problem) => note(`${manifest}: ${field} ${problem}.`),
    warning: (field, warning) => warn(`${manifest}: ${field} ${warning}.`),
  }
  const runner = readRunnerJson(json, id, engines, notes)
  checkTemplate(runner, listing, notes)
  const schemas = await readSchemas(listing, runner.schemas, note)
  if (!schemas) return null
  const inferred = () =>
    inferredArtifacts(schemas.output, (field, problem) => note(`${runner.schemas.output}: ${field} ${problem}.`))
  return { ...runner, profile: 'auto', schemas, artifacts: runner.artifacts ?? inferred() }
}

function checkTemplate({ entrypoint }: RunnerJson, listing: Listing, notes: Notes): void {
  const template = entrypoint.kind === 'script' ? null : entrypoint.template
  if (template === null || listing.files.some(({ path }) => path === template)) return
  notes.problem('entrypoint.prompt.template', `names ${template}, which is not there`)
}

async function readSchemas(listing: Listing, paths: RunnerJson['schemas'], note: Note): Promise<Schemas | null> {
  const read = async (kind: keyof Schemas): Promise<JsonObject | null> => {
    const schema = await readObject(listing, paths[kind], 1024 * 1024, note)
    for (const problem of schema ? markProblems(kind, schema) : []) note(`${paths[kind]}: ${problem}.`)
    return schema
  }
  const [input, parameter, output] = [await read('input'), await read('parameter'), await read('output')]
  return input && parameter && output ? { input, parameter, output } : null
}

/** SKILL.md alone: whatever is asked, any object as an answer. */
function plainContract(engines: EngineNames): Contract {
  const notes: Notes = { problem: () => {}, warning: () => {} }
  const input = { type: 'object', properties: { prompt: { type: 'string', 'x-input-source': 'inline' } } }
  const schemas = { input, parameter: { type: 'object' }, output: { type: 'object' } }
  return { ...readRunnerJson({ execution_modes: ['auto'] }, '', engines, notes), profile: 'plain', schemas, artifacts: [] }
}
