import { pathProblem } from '../lib/relative-path.ts'
import { isObject, type JsonObject } from './json-file.ts'

/** Who reads a document says here what is wrong with it, by the exact field, and reads on. */
export interface Notes {
  problem(field: string, problem: string): void
  warning(field: string, warning: string): void
}

export function objectOr(value: unknown, field: string, notes: Notes): JsonObject {
  if (value === undefined || isObject(value)) return value ?? {}
  notes.problem(field, 'must be an object')
  return {}
}

export function readPath(value: unknown, byDefault: string, field: string, notes: Notes): string {
  const path = value === undefined ? byDefault : typeof value === 'string' ? value.replace(/^\.\//, '') : ''
  const problem = pathProblem(path)
  if (problem) notes.problem(field, `must be a path inside the folder: ${problem}`)
  return path
}
