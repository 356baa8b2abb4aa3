import type { ArtifactRule } from '../domain/eval.ts'
import { pathProblem } from '../lib/relative-path.ts'
import { noteUnknown, textOf } from './eval-fields.ts'
import { compileGlob } from './glob.ts'
import { isObject } from './json-file.ts'
import type { Notes } from './notes.ts'

const ruleFields = ['path', 'pattern', 'role', 'sha256', 'size', 'min_size', 'max_size']

/** A text alone is a pattern: a plain path is one too. */
export function artifactOf(value: unknown, at: string, notes: Notes): ArtifactRule | null {
  const rule = typeof value === 'string' ? { pattern: value } : value
  if (!isObject(rule)) {
    notes.problem(at, 'must be a pattern, or an object with path, pattern or role')
    return null
  }
  noteUnknown(rule, ruleFields, `${at}.`, notes)
  const number = (name: string) => bytesOf(rule[name], `${at}.${name}`, notes)
  const read = {
    path: artifactPath(rule['path'], `${at}.path`, notes),
    pattern: patternOf(rule['pattern'], `${at}.pattern`, notes),
    role: textOf(rule['role'], `${at}.role`, 128, notes),
    sha256: digestOf(rule['sha256'], `${at}.sha256`, notes),
    size: number('size'),
    minSize: number('min_size'),
    maxSize: number('max_size'),
  }
  if (read.path === null && read.pattern === null && read.role === null)
    notes.problem(at, 'must say which artifact it means: by path, pattern or role')
  return read
}

/** With or without the folder in front that all artifacts are in. */
const inArtifacts = (path: string): string => path.replace(/^(\.\/)?(artifacts\/)?/, '')

function artifactPath(value: unknown, field: string, notes: Notes): string | null {
  const text = textOf(value, field, 1024, notes)
  const path = text === null ? null : inArtifacts(text)
  const problem = path === null ? null : pathProblem(path)
  if (problem) notes.problem(field, `must be a path inside artifacts/: ${problem}`)
  return path
}

function patternOf(value: unknown, field: string, notes: Notes): string | null {
  const text = textOf(value, field, 240, notes)
  const pattern = text === null ? null : inArtifacts(text)
  const glob = pattern === null ? null : compileGlob(pattern)
  if (glob?.ok === false) notes.problem(field, `is no pattern of a path inside artifacts/: ${glob.problem}`)
  return pattern
}

function digestOf(value: unknown, field: string, notes: Notes): string | null {
  if (value === undefined || (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value))) return value ?? null
  notes.problem(field, 'must be 64 hexadecimal digits in lower case')
  return null
}

function bytesOf(value: unknown, field: string, notes: Notes): number | null {
  if (value === undefined) return null
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  notes.problem(field, 'must be a whole number of bytes')
  return null
}
