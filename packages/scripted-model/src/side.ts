import { at, isObject, type Json, listAt, textAt } from './json.ts'
import type { Answer } from './script.ts'

/** The answer to a request that is not part of the conversation: something that fits the schema it asks for, such as gemini's choice of a model. */
export function sideAnswer(schema: Json | undefined): Answer {
  return { say: schema === undefined ? 'Scripted' : JSON.stringify(fitting(schema)) }
}

function fitting(schema: Json): Json {
  const words = listAt(schema, 'enum')
  if (words[0] !== undefined) return words[0]
  switch (textAt(schema, 'type').toLowerCase()) {
    case 'object':
      return Object.fromEntries(propertiesOf(schema).map(([name, inner]) => [name, fitting(inner)]))
    case 'array':
      return []
    case 'integer':
    case 'number':
      return 10
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return 'Scripted'
  }
}

function propertiesOf(schema: Json): [string, Json][] {
  const properties = at(schema, 'properties')
  return isObject(properties) ? Object.entries(properties) : []
}
