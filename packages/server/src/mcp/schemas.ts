import type { Operation, Parameter, Schema } from './document.ts'
import type { ToolSpec } from './tool.ts'

/** The schema of an object, as tools take and answer them. */
export interface ObjectSchema extends Schema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** Never an argument: the project is that of the URL. */
const givenByUrl = 'project_id'

/** The parameters of an operation that are arguments, each under the name of its argument. */
export function argumentsOf(spec: ToolSpec, operation: Operation): (Parameter & { readonly argument: string })[] {
  const { rename = {}, headers = {}, without = [] } = spec
  const ofHeader = Object.fromEntries(Object.entries(headers).map(([argument, header]) => [header, argument]))
  return operation.parameters.flatMap((parameter) => {
    const { name } = parameter
    if (parameter.in === 'header') return name in ofHeader ? [{ ...parameter, argument: ofHeader[name] ?? name }] : []
    if (name === givenByUrl || without.includes(name)) return []
    return [{ ...parameter, argument: parameter.in === 'path' ? (rename[name] ?? name) : name }]
  })
}

/** What a tool takes: the parameters of its operation, and the members of its body. */
export function inputSchemaOf(spec: ToolSpec, operation: Operation): ObjectSchema {
  const parameters = argumentsOf(spec, operation)
  const body = (operation.body ?? {}) as Partial<ObjectSchema>
  const members = Object.entries(body.properties ?? {}).filter(([name]) => spec.only?.includes(name) ?? true)
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(parameters.map((one) => [one.argument, described(one)])),
      ...Object.fromEntries(members),
    },
    required: [...parameters.filter(({ required }) => required).map(({ argument }) => argument), ...(body.required ?? [])],
  }
}

const described = ({ schema, description }: Parameter): Schema =>
  description === undefined || 'description' in schema ? schema : { ...schema, description }

export function outputSchemaOf({ answer }: Operation): ObjectSchema | null {
  return answer?.['type'] === 'object' ? (answer as ObjectSchema) : null
}
