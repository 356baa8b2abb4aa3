import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { diagnostics } from '@agent-skill-runner/contract/diagnostics.ts'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { note } from '../../../../test/verifies.ts'

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema?: object }> }> }>>
  components: { schemas: Record<string, object> }
}

export const openapi = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8')) as Document

// Most of what is compiled is used a few times: to make it faster, or to check the document again, costs more than it saves.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } })
ajv.addSchema({ $id: 'openapi', ...openapi })

const validators = new Map<string, ValidateFunction>()

/** A validator for a place in the document, by JSON pointer. */
export function validatorAt(pointer: string): ValidateFunction {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` })
  validators.set(pointer, known)
  return known
}

export const componentPointer = (name: string): string => `/components/schemas/${name}`

/** Every JSON answer that a test sees has to fit the document, and every error code it holds is noted as produced. */
export function checkAnswer(method: string, path: string, status: number, body: unknown): void {
  for (const code of errorCodes(body)) note('error', code)
  for (const code of warningCodes(body)) note('diagnostic', code)
  const template = templateOf(path)
  if (!template) return
  const operation = openapi.paths[template]?.[method.toLowerCase()]
  if (!operation) return
  const known =
    ['200', String(status)].find((key) =>
      key === '200' ? status < 400 || template === '/readyz' : key in operation.responses,
    ) ?? 'default'
  const at = operation.responses[known]?.content?.['application/json']
  if (!at?.schema) return
  const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
  const validate = validatorAt(
    `/paths/${escaped(template)}/${method.toLowerCase()}/responses/${known}/content/application~1json/schema`,
  )
  assert.ok(
    validate(body),
    `${method} ${path} answered ${status} with what openapi.json does not know: ${ajv.errorsText(validate.errors)}`,
  )
}

/** What a refusal says. */
export const errorOf = (body: unknown) =>
  (body as { error: { code: string; message: string; details: unknown; request_id: string | null } }).error

/** What is wrong with a request, by its places. */
export const problemsOf = (body: unknown) =>
  (errorOf(body).details as { problems: { path: string; message: string; keyword: string }[] }).problems

/** The plainest first. */
const templates = Object.keys(openapi.paths)
  .sort((a, b) => a.split('{').length - b.split('{').length)
  .map((template) => ({
    template,
    pattern: new RegExp(`^${template.replace('{path}', '.+').replaceAll(/\{\w+\}/g, '[^/:]+')}$`),
  }))

function templateOf(path: string): string | undefined {
  const [plain = ''] = path.split('?')
  return templates.find(({ pattern }) => pattern.test(plain))?.template
}

/** What an answer warns of: of its own request, or of the job it tells about. */
function warningCodes(body: unknown): string[] {
  const { warnings } = Object(body) as { warnings?: unknown }
  return Array.isArray(warnings) ? warnings.flatMap(({ code }) => (Object.hasOwn(diagnostics, code) ? [code] : [])) : []
}

function errorCodes(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const own =
    'error' in value && typeof value.error === 'object' && value.error && 'code' in value.error ? [String(value.error.code)] : []
  return [...own, ...Object.values(value).flatMap(errorCodes)]
}
