import type { Tool } from '@modelcontextprotocol/server'
import { type Document, type Operation, operationsIn } from './document.ts'
import { loadedSchema } from './load.ts'
import { waitSchema } from './patience.ts'
import type { Caller } from './rest.ts'
import { runAnswerSchema } from './run-answer.ts'
import { inputSchemaOf, type ObjectSchema, outputSchemaOf } from './schemas.ts'
import { toolTable } from './table.ts'
import type { ToolSpec } from './tool.ts'

/** A tool with its schemas, which are those of REST. */
export interface ReadyTool {
  readonly spec: ToolSpec
  readonly operation: Operation
  /** What a status by a command asks for. */
  readonly query: Operation
  readonly listed: Tool
}

/** The tools of the table, made once per process. */
export function toolsBy(document: Document): ReadonlyMap<string, ReadyTool> {
  const operationOf = operationsIn(document)
  const query = operationOf('queryExecTask')
  const run = runAnswerSchema(operationOf('createJob'), operationOf('getJobResult'), operationOf('getJobPending'))
  return new Map(
    toolTable.map((spec) => {
      const operation = operationOf(spec.operation)
      return [spec.name, { spec, operation, query, listed: listedOf(spec, schemasOf(spec, operation, query, run)) }]
    }),
  )
}

export const offeredTo = (caller: Caller, tools: ReadonlyMap<string, ReadyTool>): ReadyTool[] =>
  [...tools.values()].filter(({ spec }) => caller.refusal(spec.name, spec.operation) === null)

function listedOf({ name, title, description, hints }: ToolSpec, { input, output }: Schemas): Tool {
  return {
    name,
    title,
    description,
    inputSchema: input as Tool['inputSchema'],
    ...(output ? { outputSchema: output as Tool['outputSchema'] } : {}),
    annotations: { title, ...hints },
  }
}

/** Those of the operation, and what a way of answering adds to them. */
function schemasOf(spec: ToolSpec, operation: Operation, query: Operation, run: ObjectSchema): Schemas {
  const input = inputSchemaOf(spec, operation)
  const output = outputSchemaOf(operation)
  switch (spec.way) {
    case 'load':
      return { input: optional(input, 'path'), output: loadedSchema }
    case 'watch':
      return { input: withProperty(input, 'wait_sec', waitSchema), output }
    case 'status':
      return withProvider(input, inputSchemaOf(spec, query))
    case 'run':
    case 'reply':
      return { input: withProperty(input, 'wait_sec', waitSchema), output: run }
    case 'run-status':
      return { input: withProperty(input, 'wait_sec', { ...waitSchema, default: 0 }), output: run }
    default:
      return { input, output }
  }
}

interface Schemas {
  readonly input: ObjectSchema
  readonly output: ObjectSchema | null
}

const withProperty = (schema: ObjectSchema, name: string, property: object): ObjectSchema => ({
  ...schema,
  properties: { ...schema.properties, [name]: { ...property } },
})

const optional = (schema: ObjectSchema, name: string): ObjectSchema => ({
  ...schema,
  required: (schema.required ?? []).filter((one) => one !== name),
})

const provider = {
  enum: ['task', 'cmd'],
  default: 'task',
  description: 'task: tells the task of task_id; cmd: runs query_command and tells the state that it prints',
}

/** Two questions in one: of a task by its id, or of something that a command knows. The answers differ, so none is promised. */
function withProvider(task: ObjectSchema, query: ObjectSchema): Schemas {
  const { required: _, ...both } = withProperty(
    { ...task, properties: { ...task.properties, ...query.properties } },
    'provider',
    provider,
  )
  return { input: both, output: null }
}
