import type { SkillSchemas } from '@agent-skill-runner/contract/management.ts'

export interface Form {
  readonly job: object
  readonly files: Readonly<Record<string, string>>
}

type Schema = Readonly<Record<string, unknown>>

/** Fills in every field of a form, from what the field itself says; files come from the hand of whoever fills it in. */
export function fill(schemas: SkillSchemas, filesAtHand: Readonly<Record<string, string>>): Form {
  const { skill_id, fields } = schemas
  const inline = (part: 'input' | 'parameter') =>
    fields
      .filter((field) => field.part === part && field.source === 'inline')
      .map(({ name, schema }) => [name, valueFor(schema as Schema, schema as Schema, 0)] as const)
  const files = fields.filter(({ source }) => source === 'file').map(({ name }) => [name, filesAtHand[name] ?? ''] as const)
  return {
    job: { skill_id, input: Object.fromEntries(inline('input')), parameter: Object.fromEntries(inline('parameter')) },
    files: Object.fromEntries(files),
  }
}

/** What a person would enter who reads one field. It knows only the field: `$ref` can lead nowhere but into its own `$defs`. */
function valueFor(schema: Schema, field: Schema, depth: number): unknown {
  if ('default' in schema) return schema['default']
  if (typeof schema['$ref'] === 'string') return valueFor(definition(field, schema['$ref']), field, depth + 1)
  const [choice] = (schema['enum'] ?? schema['oneOf'] ?? schema['anyOf'] ?? []) as unknown[]
  if (Array.isArray(schema['enum'])) return choice
  if (choice !== undefined) return valueFor(choice as Schema, field, depth)
  switch (schema['type']) {
    case 'object':
      return objectFor(schema, field, depth)
    case 'array':
      return depth > 3 ? [] : [valueFor((schema['items'] ?? {}) as Schema, field, depth + 1)]
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 0) + 1
    case 'boolean':
      return true
    default:
      return textFor(schema)
  }
}

function objectFor(schema: Schema, field: Schema, depth: number): object {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  const required = (schema['required'] ?? []) as string[]
  const wanted = properties.filter(([name]) => required.includes(name) || depth < 3)
  return Object.fromEntries(wanted.map(([name, property]) => [name, valueFor(property, field, depth + 1)]))
}

const byFormat: Readonly<Record<string, string>> = { email: 'ann@example.com', date: '2026-03-01' }
const byPattern: Readonly<Record<string, string>> = { '^[a-z]+$': 'word', '^[A-Z0-9]{8}$': 'ABCD2345' }

const textFor = (schema: Schema): string =>
  byFormat[String(schema['format'])] ?? byPattern[String(schema['pattern'])] ?? 'x'.repeat(Number(schema['minLength'] ?? 1))

function definition(field: Schema, ref: string): Schema {
  const found = (field['$defs'] as Record<string, Schema> | undefined)?.[ref.replace('#/$defs/', '')]
  if (!found) throw new Error(`The field does not hold what it refers to: ${ref}`)
  return found
}

/** The same as a page: one box for each field, with what is typed in read as JSON where it is no text. */
export function pageOf({ skill_id, fields }: SkillSchemas): string {
  const boxes = fields
    .filter(({ source }) => source === 'inline')
    .map(({ name, part, required, schema }) => {
      const { type, default: usual, description = name } = schema as { type?: string; default?: unknown; description?: string }
      const value = usual === undefined ? '' : JSON.stringify(usual)
      return `<label>${escaped(String(description))}<input name="${escaped(name)}" data-part="${part}" data-type="${escaped(String(type))}" value="${escaped(value)}"${required ? ' required' : ''}></label>`
    })
  return `<!doctype html><form>${boxes.join('')}</form><script>
function collect() {
  const job = { skill_id: ${JSON.stringify(skill_id)}, input: {}, parameter: {} }
  for (const { name, value, dataset } of document.querySelectorAll('input'))
    if (value !== '') job[dataset.part][name] = dataset.type === 'string' ? value : JSON.parse(value)
  return job
}</script>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
