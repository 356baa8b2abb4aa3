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
  return value.map((entry: unknown, index) => declared(isObject(entry) ? entry : {}, `artifacts[${index}]`, note))
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
  const required: unknown[] = Array.isArray(output['required']) ? output['required'] : []
  return propertiesOf(output).flatMap(([name, property]) => {
    if (!isObject(property) || (property['x-type'] !== 'artifact' && property['x-type'] !== 'file')) return []
    const { 'x-role': role, 'x-filename': filename } = property
    const pattern = patternOf(typeof filename === 'string' ? filename : name, `properties.${name}`, note)
    return [{ role: typeof role === 'string' ? role : 'output', pattern, mime: null, required: required.includes(name) }]
  })
}

function patternOf(value: unknown, field: string, note: Note): string {
  const pattern = typeof value === 'string' ? value.replace(/^\.\//, '').replace(/^artifacts\//, '') : ''
  const glob = compileGlob(pattern)
  if (!glob.ok) note(field, `is not a pattern inside artifacts/: ${glob.problem}`)
  return pattern
}
