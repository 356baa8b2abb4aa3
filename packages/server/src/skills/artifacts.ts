import { compileGlob } from './glob.ts'
import { propertiesOf } from './inputs.ts'
import { isObject, type JsonObject } from './json-file.ts'

/** A file, or several, that a run of the skill leaves in `artifacts/`. */
export interface DeclaredArtifact {
  readonly role: string
  /** A glob relative to `artifacts/`. */
  readonly pattern: string
  readonly mime: string | null
  readonly required: boolean
}

type Note = (field: string, problem: string) => void

/** The list in runner.json; null: it has none, so that the output schema decides. */
export function declaredArtifacts(value: unknown, note: Note): DeclaredArtifact[] | null {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return null
  if (!Array.isArray(value)) {
    note('artifacts', 'must be a list')
    return null
  }
  const artifacts = value
    .slice(0, mostPatterns)
    .map((entry: unknown, index) => declared(isObject(entry) ? entry : {}, `artifacts[${index}]`, note))
  if (value.length > mostPatterns || isTooMany(artifacts)) note('artifacts', tooMany)
  return artifacts
}

/** Every file that a run leaves is held against every pattern. */
const mostPatterns = 200
const tooMany = `must have ${mostPatterns} patterns at most, each alternative in braces counted`

function isTooMany(artifacts: readonly DeclaredArtifact[]): boolean {
  const counts = artifacts.map(({ pattern }) => compileGlob(pattern)).map((glob) => (glob.ok ? glob.alternatives : 0))
  return counts.reduce((sum, count) => sum + count, 0) > mostPatterns
}

function declared(entry: JsonObject, field: string, note: Note): DeclaredArtifact {
  const { role, pattern, mime, required = false } = entry
  if (typeof role !== 'string' || role === '') note(`${field}.role`, 'must be a text')
  if (mime !== undefined && mime !== null && !isMime(mime)) note(`${field}.mime`, 'must be a media type such as text/markdown')
  if (typeof required !== 'boolean') note(`${field}.required`, 'must be true or false')
  return {
    role: String(role),
    pattern: patternOf(pattern, `${field}.pattern`, note),
    mime: isMime(mime) ? mime : null,
    required: required === true,
  }
}

// It goes out as a header.
const isMime = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.+-]{1,64}\/[\w.+-]{1,64}(?:; ?charset=[\w-]{1,32})?$/.test(value)

/** Seed 002 §7: fields of the output that are marked as files. */
export function inferredArtifacts(output: JsonObject, note: Note): DeclaredArtifact[] {
  const required = new Set<unknown>(Array.isArray(output['required']) ? output['required'] : [])
  const marked = propertiesOf(output).filter(isMarked)
  const artifacts = marked.slice(0, mostPatterns).map(([name, { 'x-role': role, 'x-filename': filename }]) => {
    const pattern = patternOf(typeof filename === 'string' ? filename : name, `properties.${name}`, note)
    return { role: typeof role === 'string' ? role : 'output', pattern, mime: null, required: required.has(name) }
  })
  if (marked.length > mostPatterns || isTooMany(artifacts)) note('properties', tooMany)
  return artifacts
}

const isMarked = (entry: readonly [string, unknown]): entry is [string, JsonObject] =>
  isObject(entry[1]) && (entry[1]['x-type'] === 'artifact' || entry[1]['x-type'] === 'file')

function patternOf(value: unknown, field: string, note: Note): string {
  const pattern = typeof value === 'string' ? value.replace(/^\.\//, '').replace(/^artifacts\//, '') : ''
  const glob = compileGlob(pattern)
  if (!glob.ok) note(field, `is not a pattern inside artifacts/: ${glob.problem}`)
  return pattern
}
