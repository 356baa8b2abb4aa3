import { type Listing, listFiles } from '../skills/files.ts'
import { isObject, type JsonObject, readObject } from '../skills/json-file.ts'
import { readSkill, type SkillPackage } from '../skills/package.ts'
import type { EngineNames } from '../skills/runner-json.ts'
import type { Judge } from '../skills/schema-verdicts.ts'
import type { ReportSettings } from '../skills/settings-report.ts'
import { invalidPackage, type PackageProblem, problemOf } from './problems.ts'
import type { StagedPackage } from './stage.ts'

export interface CheckOptions {
  readonly engines: EngineNames
  /** What a skill that names no engines runs on; all known but replay when left out. */
  readonly usualEngines?: readonly string[]
  /** Says what comes of the settings that a skill brings for engines. */
  readonly reportSettings?: ReportSettings
  readonly judge: Judge
  /** It is to be installed: what only older skills may leave out has to be there. */
  readonly strict: boolean
}

/** The skill in a package, or PACKAGE_INVALID with everything that is wrong. */
export async function checkPackage(staged: Pick<StagedPackage, 'folder' | 'name'>, options: CheckOptions): Promise<SkillPackage> {
  const read = await readSkill(staged.folder, { ...options, id: staged.name, builtIn: false })
  const listing = await listFiles(staged.folder)
  const manifest = await readManifest(listing)
  const compiled = read.ok ? read.skill : manifest && (await readableSchemas(listing, manifest))
  const sentences = [
    ...(read.ok ? [] : read.problems),
    ...(options.strict ? missingFields(manifest) : []),
    ...(compiled ? await options.judge(compiled) : []),
  ]
  const files = [...listing.files.map(({ path }) => path), ...required]
  if (!read.ok || sentences.length > 0) throw invalidPackage(problemsOf(sentences, files))
  return read.skill
}

const manifestFile = 'assets/runner.json'
const kinds = ['input', 'parameter', 'output'] as const
const usualSchemaFile = (kind: string) => `assets/${kind}.schema.json`
const required = ['SKILL.md', manifestFile, ...kinds.map(usualSchemaFile)]

const problemsOf = (sentences: readonly string[], files: readonly string[]): PackageProblem[] =>
  [...new Set(sentences)].map((sentence) => problemOf(sentence, files))

/** What was read is told by those who read it; here only what they take for granted where it is missing. */
async function readManifest(listing: Listing): Promise<JsonObject | null> {
  return readObject(listing, manifestFile, 256 * 1024, () => {})
}

/** Seed 000 §5.3: a folder that was on disk before may leave it out. A plain skill has no contract to leave it out of. */
const missingFields = (manifest: JsonObject | null): string[] =>
  manifest && manifest['execution_modes'] === undefined
    ? [`${manifestFile}: execution_modes is missing; a skill that is installed has to have it, such as ["auto"].`]
    : []

/** Of a skill that cannot be used anyway: what can be compiled, so that all that is wrong is told at once. */
async function readableSchemas(listing: Listing, manifest: JsonObject) {
  const schemaFiles = { input: '', parameter: '', output: '' }
  const schemas = { input: {}, parameter: {}, output: {} }
  const places = isObject(manifest['schemas']) ? manifest['schemas'] : {}
  for (const kind of kinds) {
    const place = places[kind]
    schemaFiles[kind] = typeof place === 'string' ? place.replace(/^\.\//, '') : usualSchemaFile(kind)
    schemas[kind] = (await readObject(listing, schemaFiles[kind], 1024 * 1024, () => {})) ?? {}
  }
  return { schemas, inlineSchema: {}, schemaFiles }
}
