import type { EvalCheck } from '@agent-skill-runner/contract/eval.ts'
import type { ArtifactRule, EvalCase } from '../domain/eval.ts'
import type { RunError } from '../domain/run.ts'
import type { Violation } from '../lib/violation.ts'
import { compileGlob } from '../skills/glob.ts'
import type { ArtifactEntry } from '../workspace/manifest.ts'
import { firstDifference, shortJson } from './difference.ts'

/** What a run left, as far as a program can judge it. */
export interface Actual {
  readonly status: 'succeeded' | 'failed' | 'canceled'
  readonly error: RunError | null
  readonly data: unknown
  readonly artifacts: readonly ArtifactEntry[]
  /** Of the schema of the case; empty where it has none. */
  readonly violations: readonly Violation[]
}

/** Every expectation of a case against what came. Pure: the same run is judged the same way again. */
export function compare(expected: EvalCase, actual: Actual): readonly EvalCheck[] {
  const ran = ranCheck(actual)
  // What a failed run left says nothing more about the skill than that it failed.
  if (ran.status === 'failed') return [ran]
  return [
    ran,
    ...(expected.data ? [dataCheck(expected.data.value, actual.data)] : []),
    ...(expected.dataSchema ? [schemaCheck(actual)] : []),
    ...expected.artifacts.map((rule) => artifactCheck(rule, actual.artifacts)),
    ...expected.statements.map(ungraded),
  ]
}

const mostBytes = 32 * 1024
const shortest = 100

/** As they are kept: a skill chooses how many checks it has and how long they are, but not how much of that is stored for each cell. */
export function kept(checks: readonly EvalCheck[]): readonly EvalCheck[] {
  if (JSON.stringify(checks).length <= mostBytes) return checks
  const cut = (text: string | null) => (text === null ? null : text.slice(0, shortest).toWellFormed())
  return checks.map((check) => ({
    ...check,
    expectation: cut(check.expectation) ?? '',
    expected: cut(check.expected),
    actual: cut(check.actual),
    reason: cut(check.reason),
  }))
}

export const byProgram = { expected: null, actual: null, reason: null, judged_by: null } as const

export const ungraded = (statement: string): EvalCheck => ({
  ...byProgram,
  kind: 'statement',
  expectation: statement,
  status: 'not_graded',
  reason: 'Only a grader can judge it.',
})

function ranCheck({ status, error }: Actual): EvalCheck {
  const check = { ...byProgram, kind: 'run', expectation: 'The run succeeds.' } as const
  if (status === 'succeeded') return { ...check, status: 'passed' }
  const actual = error ? shortJson({ code: error.code, message: error.message, details: error.details }) : null
  return { ...check, status: 'failed', actual, reason: `The run ended as ${status}${error ? ` (${error.code})` : ''}.` }
}

function dataCheck(expected: unknown, actual: unknown): EvalCheck {
  // As doubles, like the expected value: 1.0 is 1.
  const plain: unknown = JSON.parse(JSON.stringify(actual ?? null))
  const difference = firstDifference(expected, plain)
  const values = { expected: shortJson(expected), actual: shortJson(plain) }
  const check = { ...byProgram, ...values, kind: 'data', expectation: 'The result is the expected value.' } as const
  if (!difference) return { ...check, status: 'passed' }
  const { path, ...at } = difference
  const reason = `${path === '' ? 'The result' : path}: expected ${at.expected}, got ${at.actual}.`
  return { ...check, status: 'failed', reason }
}

function schemaCheck({ data, violations }: Actual): EvalCheck {
  const check = {
    ...byProgram,
    kind: 'data_schema',
    expectation: 'The result fits expected_data_schema.',
    actual: shortJson(data),
  } as const
  if (violations.length === 0) return { ...check, status: 'passed' }
  const told = violations.slice(0, 5).map(({ path, message }) => `${path === '' ? 'The result' : path} ${message}`)
  return { ...check, status: 'failed', reason: `${told.join('; ')}.` }
}

function artifactCheck(rule: ArtifactRule, artifacts: readonly ArtifactEntry[]): EvalCheck {
  const meant = artifacts.filter((artifact) => isMeant(rule, artifact))
  const check = { ...byProgram, kind: 'artifact', expectation: `There is an artifact with ${wordsOf(rule)}.` } as const
  if (meant.length === 0) {
    const there = artifacts.map(({ path_rel, role }) => ({ path: pathOf(path_rel), role }))
    return { ...check, status: 'failed', actual: shortJson(there), reason: 'There is none.' }
  }
  const wrong = meant.flatMap((artifact) => {
    const reason = flawOf(rule, artifact)
    return reason === null ? [] : [`${pathOf(artifact.path_rel)} ${reason}`]
  })
  const facts = meant.map(({ path_rel, role, size, sha256 }) => ({ path: pathOf(path_rel), role, size, sha256 }))
  if (wrong.length === 0) return { ...check, status: 'passed', actual: shortJson(facts) }
  return { ...check, status: 'failed', actual: shortJson(facts), reason: `${wrong.slice(0, 5).join('; ')}.` }
}

const pathOf = (path: string): string => path.replace(/^artifacts\//, '')

function isMeant({ path, pattern, role }: ArtifactRule, artifact: ArtifactEntry): boolean {
  const at = pathOf(artifact.path_rel)
  const glob = pattern === null ? null : compileGlob(pattern)
  const fits = glob === null || (glob.ok && glob.matches(at))
  return fits && (path === null || path === at) && (role === null || role === artifact.role)
}

function flawOf({ sha256, size, minSize, maxSize }: ArtifactRule, artifact: ArtifactEntry): string | null {
  if (size !== null && artifact.size !== size) return `has ${artifact.size} bytes instead of ${size}`
  if (minSize !== null && artifact.size < minSize) return `has ${artifact.size} bytes, less than ${minSize}`
  if (maxSize !== null && artifact.size > maxSize) return `has ${artifact.size} bytes, more than ${maxSize}`
  return sha256 !== null && artifact.sha256 !== sha256 ? `has another sha256: ${artifact.sha256}` : null
}

function wordsOf(rule: ArtifactRule): string {
  const { path, pattern, role, sha256, size, minSize, maxSize } = rule
  const facts = { path, pattern, role, sha256, size, min_size: minSize, max_size: maxSize }
  const told = Object.entries(facts).filter(([, value]) => value !== null)
  return told.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ')
}
