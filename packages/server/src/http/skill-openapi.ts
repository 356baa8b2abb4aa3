import type { JsonObject } from '../skills/json-file.ts'
import type { SkillPackage } from '../skills/package.ts'
import { requireShallow } from '../skills/schema/fields.ts'
import { selfContained } from '../skills/schema/self-contained.ts'

/** As much of an OpenAPI document as is taken from ours. */
interface Document {
  readonly security: unknown
  readonly servers: unknown
  readonly paths: Readonly<Record<string, JsonObject>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>>; readonly securitySchemes: unknown }
}

/** What must be in a request that could leave it out as far as its names tell; see who asks. */
export interface Needs {
  readonly input: boolean
  readonly parameter: boolean
}

/**
 * Our document cut down to one skill: how to run it and read what comes of it, with the schemas of the skill in place of "any object".
 * What is not about the skill is as in our own, so that the two cannot part.
 */
export function skillOpenApi(ours: object, skill: SkillPackage, needs: Needs): JsonObject {
  for (const schema of Object.values(skill.schemas)) requireShallow(schema)
  const { security, servers, paths, components } = ours as Document
  const schemas = { ...components.schemas, ...schemasOf(skill, needs, components.schemas) }
  const used = operationsOf(paths, filesOf(skill).length > 0)
  return {
    openapi: '3.1.0',
    info: { title: skill.name, version: skill.version, description: skill.description },
    servers,
    security,
    paths: used,
    components: { securitySchemes: components.securitySchemes, schemas: neededBy(used, schemas) },
  }
}

const filesOf = ({ inputs }: SkillPackage) => inputs.filter(({ source }) => source === 'file')

function operationsOf(paths: Document['paths'], hasFiles: boolean): Record<string, JsonObject> {
  const job = '/v1/jobs/{request_id}'
  const only = (path: string, method: 'get' | 'post') => ({ [path]: { [method]: paths[path]?.[method] } })
  return {
    ...only('/v1/jobs', 'post'),
    ...(hasFiles ? only(`${job}/upload`, 'post') : {}),
    ...only(job, 'get'),
    ...only(`${job}/result`, 'get'),
  }
}

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** Those of the skill, and ours that hold them. */
function schemasOf(skill: SkillPackage, needs: Needs, ours: Document['components']['schemas']): Record<string, JsonObject> {
  const { JobCreate = {}, JobResult = {}, RuntimeOptions = {} } = ours
  return {
    SkillInput: inputOf(skill),
    SkillInputSchema: selfContained(skill.schemas.input, '#/components/schemas/SkillInputSchema'),
    SkillParameter: selfContained(skill.schemas.parameter, '#/components/schemas/SkillParameter'),
    SkillOutput: selfContained(skill.schemas.output, '#/components/schemas/SkillOutput'),
    RuntimeOptions: withProperties(RuntimeOptions, { execution_mode: { enum: skill.modes } }, modeRequired(skill)),
    JobCreate: withProperties(
      JobCreate,
      {
        skill_id: { const: skill.id },
        engine: { enum: skill.engines },
        input: refer('SkillInput'),
        parameter: refer('SkillParameter'),
      },
      [
        'skill_id',
        ...(needs.input ? ['input'] : []),
        ...(needs.parameter ? ['parameter'] : []),
        ...(modeRequired(skill).length > 0 ? ['runtime_options'] : []),
      ],
    ),
    JobResult: withProperties(JobResult, { data: { anyOf: [refer('SkillOutput'), { type: 'null' }] } }),
    UploadForm: formOf(skill, {}),
    JobForm: formOf(skill, { job: refer('JobCreate') }),
  }
}

/** A job that does not say how it runs runs unattended. */
const modeRequired = ({ modes }: SkillPackage): string[] => (modes.includes('auto') ? [] : ['execution_mode'])

function withProperties(schema: JsonObject, properties: JsonObject, required = schema['required']): JsonObject {
  return { ...schema, properties: { ...(schema['properties'] as JsonObject), ...properties }, ...(required ? { required } : {}) }
}

const pathInUpload = {
  type: 'string',
  minLength: 1,
  description: 'The path of the file in the upload; without it, the name of the input',
}

/** The inputs that stand in the request, the paths of files, and no others. What they refer to is found in the schema as the skill has it. */
function inputOf({ inlineSchema, inputs }: SkillPackage): JsonObject {
  const names = inputs.filter(({ source }) => source === 'inline').map(({ name }) => name)
  const files = inputs.filter(({ source }) => source === 'file').map(({ name }) => name)
  const {
    properties = {},
    propertyNames,
    $defs: _defs,
    definitions: _old,
    ...rest
  } = selfContained(inlineSchema, '#/components/schemas/SkillInputSchema')
  const inline = Object.entries(properties as JsonObject).filter(([name]) => names.includes(name))
  const declared = { enum: [...names, ...files] }
  return {
    ...rest,
    properties: Object.fromEntries([...inline, ...files.map((name) => [name, pathInUpload])]),
    propertyNames: propertyNames === undefined ? declared : { allOf: [declared, { anyOf: [{ enum: files }, propertyNames] }] },
    additionalProperties: false,
  }
}

const bytes = { contentMediaType: 'application/octet-stream' }
const zip = {
  contentMediaType: 'application/zip',
  description: 'All files in one, each under the name of its input',
}

/** The files as parts of their names, or in a zip. An input whose name means something else in a form comes inside of one. */
function formOf(skill: SkillPackage, first: JsonObject): JsonObject {
  const files = filesOf(skill)
  const parts = files.filter(({ name }) => name !== 'file' && !Object.hasOwn(first, name))
  const required = files.filter((field) => field.required).map(({ name }) => name)
  const asParts = required.every((name) => parts.some((part) => part.name === name)) ? [{ required }] : []
  return {
    type: 'object',
    properties: { ...first, ...Object.fromEntries(parts.map(({ name }) => [name, bytes])), file: zip },
    required: Object.keys(first),
    ...(required.length > 0 ? { anyOf: [{ required: ['file'] }, ...asParts] } : {}),
    additionalProperties: false,
  }
}

/** The schemas that are referred to, and those that these refer to. */
function neededBy(paths: unknown, schemas: Readonly<Record<string, JsonObject>>): Record<string, JsonObject> {
  const names = new Set(namesIn(paths))
  // What a skill only tells of may look like a reference, to whatever name.
  const found = (name: string): [string, JsonObject][] => {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined
    return schema ? [[name, schema]] : []
  }
  // It grows while we go through it.
  for (const name of names) for (const below of namesIn(found(name))) names.add(below)
  return Object.fromEntries([...names].toSorted().flatMap(found))
}

const namesIn = (value: unknown): string[] =>
  [...JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)/g)].flatMap(([, name]) => name ?? [])
