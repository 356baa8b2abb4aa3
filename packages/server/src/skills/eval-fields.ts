import type { EvalFile } from '../domain/eval.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { isObject, type JsonObject } from './json-file.ts'
import type { Notes } from './notes.ts'

export const most = { cases: 200, files: 50, replies: 50, artifacts: 50, statements: 50, engines: 20, repetitions: 20 } as const
/** Of one file of a case: a test that takes more belongs elsewhere. */
const mostFileBytes = 32 * 1024 * 1024

export function idOf(value: unknown, field: string, notes: Notes): string | null {
  const id = Number.isSafeInteger(value) ? String(value) : value
  if (typeof id === 'string' && id.length <= 128 && /^[^\p{Cc}]+$/u.test(id)) return id
  notes.problem(field, 'must be a whole number, or a text of 1 to 128 characters')
  return null
}

/** Public skills write an empty text, or null, for what they do not use. */
export function textOf(value: unknown, field: string, longest: number, notes: Notes): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'string' && value.length <= longest) return value
  notes.problem(field, `must be a text of at most ${longest} characters`)
  return null
}

export function objectOf(value: unknown, field: string, notes: Notes): JsonObject | null {
  if (value === undefined || isObject(value)) return value ?? null
  notes.problem(field, 'must be an object')
  return null
}

export function listOf(value: unknown, field: string, longest: number, notes: Notes): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value) && value.length <= longest) return value
  notes.problem(field, `must be a list of at most ${longest}`)
  return []
}

export function filesOf(value: unknown, field: string, sizes: ReadonlyMap<string, number>, notes: Notes): readonly EvalFile[] {
  const named = isObject(value)
    ? Object.entries(value).map(([name, path]) => ({ name, path, at: `${field}.${name}` }))
    : listOf(value, field, most.files, notes).map((path, index) => ({ name: null, path, at: `${field}[${index}]` }))
  if (named.length > most.files) notes.problem(field, `must have at most ${most.files} files`)
  return named.slice(0, most.files).flatMap(({ name, path, at }) => {
    const problem = (name === null ? null : nameProblem(name)) ?? fileProblem(path, sizes)
    if (problem) notes.problem(at, problem)
    return problem || typeof path !== 'string' ? [] : [{ name, path }]
  })
}

function nameProblem(name: string): string | null {
  const problem = pathProblem(name)
  return problem && `no file can be sent under this name: ${problem}`
}

function fileProblem(path: unknown, sizes: ReadonlyMap<string, number>): string | null {
  if (typeof path !== 'string') return 'must be the path of a file of the skill'
  const problem = pathProblem(path)
  if (problem) return `${quoted(path)} must be a path inside the folder of the skill: ${problem}`
  const size = sizes.get(path)
  if (size === undefined) return `there is no file ${quoted(path)} in the skill`
  return size > mostFileBytes ? `${quoted(path)} is larger than ${mostFileBytes / 1024 / 1024} MiB` : null
}

export function enginesOf(value: unknown, field: string, notes: Notes): readonly string[] | null {
  if (value === undefined) return null
  const isName = (name: unknown): name is string => typeof name === 'string' && /^[a-z0-9]{1,64}$/.test(name)
  if (Array.isArray(value) && value.length > 0 && value.length <= most.engines && value.every(isName)) return [...new Set(value)]
  notes.problem(field, 'must be a list of names of engines, such as ["codex", "claude"]')
  return null
}

export function repetitionsOf(value: unknown, field: string, notes: Notes): number {
  if (value === undefined) return 1
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most.repetitions) return value
  notes.problem(field, `must be a whole number from 1 to ${most.repetitions}`)
  return 1
}

export function noteUnknown(table: JsonObject, known: readonly string[], at: string, notes: Notes): void {
  for (const name of Object.keys(table))
    if (!known.includes(name)) notes.warning(`${at}${name.slice(0, 80)}`, 'is unknown and was ignored')
}

export const quoted = (value: unknown): string => JSON.stringify(value)?.slice(0, 120) ?? 'undefined'
