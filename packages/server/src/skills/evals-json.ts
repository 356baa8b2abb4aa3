import type { EvalCase } from '../domain/eval.ts'
import { artifactOf } from './eval-artifacts.ts'
import { enginesOf, filesOf, idOf, listOf, most, noteUnknown, objectOf, quoted, repetitionsOf, textOf } from './eval-fields.ts'
import type { Listing } from './files.ts'
import { isObject, type JsonObject, readObject } from './json-file.ts'
import type { Notes } from './notes.ts'

export const evalsFile = 'evals/evals.json'

/** The test cases of a skill, and everything that is wrong with them. */
export interface EvalsRead {
  readonly cases: readonly EvalCase[]
  /** With any of them, nothing is run. */
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

const mostBytes = 1024 * 1024
/** Null: the skill has no test cases. */
export async function readEvals(listing: Listing, skillName: string): Promise<EvalsRead | null> {
  if (!listing.files.some(({ path }) => path === evalsFile)) return null
  const problems: string[] = []
  const warnings: string[] = []
  const json = await readObject(listing, evalsFile, mostBytes, (problem) => void problems.push(problem))
  const notes: Notes = {
    problem: (field, problem) => void problems.push(`${evalsFile}: ${field}: ${problem}.`),
    warning: (field, warning) => void warnings.push(`${evalsFile}: ${field}: ${warning}.`),
  }
  const sizes = new Map(listing.files.map((file) => [file.path, file.kind === 'file' ? file.size : 0]))
  const cases = json ? casesOf(json, skillName, sizes, notes) : []
  return { cases, problems, warnings }
}

/** Reads on after what is wrong, so that an author learns everything at once. */
export function casesOf(
  json: JsonObject,
  skillName: string,
  sizes: ReadonlyMap<string, number>,
  notes: Notes,
): readonly EvalCase[] {
  noteUnknown(json, ['skill_name', 'evals'], '', notes)
  const name = json['skill_name']
  if (name !== undefined && name !== skillName)
    notes.warning('skill_name', `is ${quoted(name)}, and the skill is ${quoted(skillName)}`)
  const { evals } = json
  if (!Array.isArray(evals) || evals.length === 0 || evals.length > most.cases) {
    notes.problem('evals', `must be a list of 1 to ${most.cases} cases`)
    return []
  }
  const cases = evals.map((value: unknown, index) => caseOf(value, `evals[${index}]`, sizes, notes))
  noteRepeated(cases, notes)
  return cases.filter((one) => one !== null)
}

function noteRepeated(cases: readonly (EvalCase | null)[], notes: Notes): void {
  const first = new Map<string, number>()
  cases.forEach((one, index) => {
    if (!one) return
    const before = first.get(one.id)
    if (before !== undefined) notes.problem(`evals[${index}].id`, `is that of evals[${before}] too; give each case its own`)
    else first.set(one.id, index)
  })
}

const caseFields = [
  ...['id', 'prompt', 'input', 'parameter', 'files', 'replies', 'engines', 'repetitions'],
  ...['expected_output', 'expected_data', 'expected_data_schema', 'expected_artifacts', 'expectations', 'assertions'],
]

function caseOf(value: unknown, at: string, sizes: ReadonlyMap<string, number>, notes: Notes): EvalCase | null {
  if (!isObject(value)) {
    notes.problem(at, 'must be an object')
    return null
  }
  noteUnknown(value, caseFields, `${at}.`, notes)
  const id = idOf(value['id'], `${at}.id`, notes)
  const read = {
    prompt: textOf(value['prompt'], `${at}.prompt`, 100_000, notes),
    input: objectOf(value['input'], `${at}.input`, notes),
    parameter: objectOf(value['parameter'], `${at}.parameter`, notes) ?? {},
    files: filesOf(value['files'], `${at}.files`, sizes, notes),
    replies: listOf(value['replies'], `${at}.replies`, most.replies, notes),
    engines: enginesOf(value['engines'], `${at}.engines`, notes),
    repetitions: repetitionsOf(value['repetitions'], `${at}.repetitions`, notes),
    data: Object.hasOwn(value, 'expected_data') ? { value: value['expected_data'] } : null,
    dataSchema: objectOf(value['expected_data_schema'], `${at}.expected_data_schema`, notes),
    artifacts: listOf(value['expected_artifacts'], `${at}.expected_artifacts`, most.artifacts, notes).flatMap(
      (rule, index) => artifactOf(rule, `${at}.expected_artifacts[${index}]`, notes) ?? [],
    ),
    statements: statementsOf(value, at, notes),
  }
  if (read.prompt === null && read.input === null && read.files.length === 0) notes.warning(at, 'has no prompt, input or files')
  if (!read.data && !read.dataSchema && read.artifacts.length + read.statements.length === 0)
    notes.warning(at, 'expects nothing, so it only checks that the run succeeds')
  return id === null ? null : { id, ...read }
}

function statementsOf(value: JsonObject, at: string, notes: Notes): readonly string[] {
  const output = textOf(value['expected_output'], `${at}.expected_output`, 10_000, notes)
  const listed = ['expectations', 'assertions'].flatMap((name) =>
    listOf(value[name], `${at}.${name}`, most.statements, notes).map(
      (one, index) => textOf(one, `${at}.${name}[${index}]`, 2000, notes) ?? '',
    ),
  )
  return [...(output === null ? [] : [`The output is what this says: ${output}`]), ...listed].filter((text) => text !== '')
}
