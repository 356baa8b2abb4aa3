import type { EvalCreate } from '@agent-skill-runner/contract/eval.ts'
import type { Cell, EvalCase } from '../domain/eval.ts'
import { checkFiles } from '../intake/check-files.ts'
import { planRun } from '../intake/plan-run.ts'
import { Fault } from '../lib/fault.ts'
import type { Spender } from '../runs/spending.ts'
import { evalsFile, readEvals } from '../skills/evals-json.ts'
import { listFiles } from '../skills/files.ts'
import type { SkillPackage } from '../skills/package.ts'
import { nameFiles } from './case-files.ts'
import type { EvalsDeps } from './deps.ts'
import { graderSkill, sampleWish } from './grader-skill.ts'
import { wishFor } from './request.ts'

export interface Planned {
  readonly cases: readonly EvalCase[]
  readonly cells: readonly Pick<Cell, 'caseId' | 'engine' | 'repetition'>[]
  readonly notes: readonly string[]
}

const mostCells = 500

interface Problem {
  readonly path: string
  readonly message: string
}

/** Everything that can be known to go wrong is a fault here, before the first run. */
export async function planEval(
  deps: EvalsDeps,
  skill: SkillPackage,
  spender: Spender,
  request: EvalCreate,
  isProof: boolean,
): Promise<Planned> {
  const read = await readEvals(await listFiles(skill.root), skill.name)
  if (!read) throw invalid([{ path: evalsFile, message: 'is missing: the skill has no test cases' }])
  if (read.problems.length > 0) throw invalid(read.problems.map((message) => ({ path: '', message })))
  const chosen = chosenFrom(read.cases, request.cases)
  if (request.grader !== undefined) await planRun(deps, await graderSkill(deps), spender, sampleWish(request.grader))
  const problems: Problem[] = []
  const notes: string[] = [...read.warnings]
  const cells: Planned['cells'][number][] = []
  for (const one of chosen) {
    const at = `evals[${read.cases.indexOf(one)}]`
    problems.push(...(await problemsOf(deps, skill, one, at)))
    const engines = enginesFor(skill, one, request.engines)
    if (engines.length === 0) notes.push(`${at} (${one.id}) was left out: it runs on ${one.engines?.join(', ')} only.`)
    for (const engine of engines) {
      const planned = await plannedEngine(deps, skill, spender, one, engine, at)
      if (typeof planned !== 'string') problems.push(...planned)
      else if (isProof && provesNothing(deps, planned)) problems.push({ path: at, message: ownRecording })
      else cells.push(...repeated(one, planned, request.repetitions ?? one.repetitions))
    }
  }
  if (problems.length > 0) throw invalid(problems)
  if (cells.length > mostCells)
    throw invalid([{ path: '', message: `${cells.length} runs are too many; choose cases or engines for at most ${mostCells}` }])
  if (cells.length === 0) throw invalid([{ path: '/engines', message: `leaves no case to run. ${notes.join(' ')}` }])
  return { cases: chosen, cells, notes: notes.slice(0, 100) }
}

/** A skill ships what replay plays, so it could ship its own success. On a server with no other engine somebody meant it. */
const provesNothing = ({ engines }: EvalsDeps, engine: string): boolean =>
  engine === 'replay' && engines.enabled.some((name) => name !== 'replay')

const ownRecording =
  'would run on replay, which plays a recording of the skill itself: to be installed here, it has to pass on another engine'

const invalid = (problems: readonly Problem[]): Fault => new Fault('EVALS_INVALID', { problems: problems.slice(0, 100) })

function chosenFrom(cases: readonly EvalCase[], ids: readonly string[] | undefined): readonly EvalCase[] {
  const unknown = ids?.filter((id) => !cases.some((one) => one.id === id)) ?? []
  const there = cases
    .slice(0, 20)
    .map(({ id }) => id)
    .join(', ')
  if (unknown.length > 0)
    throw invalid(
      unknown.map((id) => ({ path: '/cases', message: `there is no case ${JSON.stringify(id)}; there is: ${there}` })),
    )
  return ids ? cases.filter(({ id }) => ids.includes(id)) : cases
}

/** Undefined stands for the engine that a job gets that names none. */
function enginesFor(skill: SkillPackage, { engines: own }: EvalCase, asked: readonly string[] | undefined) {
  if (skill.entrypoint.kind === 'script') return [undefined]
  const wanted = asked === undefined ? null : [...new Set(asked)]
  if (wanted && own) return wanted.filter((name) => own.includes(name))
  return wanted ?? own ?? [undefined]
}

/** Of a case, whichever engine runs it. */
async function problemsOf(deps: EvalsDeps, skill: SkillPackage, one: EvalCase, at: string): Promise<Problem[]> {
  const named = nameFiles(skill, one)
  const broken = one.dataSchema ? await deps.bounded.compile(one.dataSchema, 'expected_data_schema') : null
  return [
    ...(named.ok ? [] : [{ path: `${at}.files`, message: named.problem }]),
    ...(broken === null ? [] : [{ path: `${at}.expected_data_schema`, message: broken }]),
  ]
}

/** The engine of these cells, or why the skill would not take the case. */
async function plannedEngine(
  deps: EvalsDeps,
  skill: SkillPackage,
  spender: Spender,
  one: EvalCase,
  engine: string | undefined,
  at: string,
): Promise<string | Problem[]> {
  const wish = wishFor(skill, one, engine)
  const named = nameFiles(skill, one)
  try {
    const { decided } = await planRun(deps, skill, spender, wish)
    const files = named.ok ? named.files.map(({ name }) => ({ path: name, sha256: '', size: 0 })) : null
    if (files) await checkFiles(deps.bounded, skill, wish.input ?? {}, files)
    return decided.engine
  } catch (error) {
    if (!(error instanceof Fault) || !aboutCase.includes(error.code)) throw error
    return problemsIn(error, at)
  }
}

const aboutCase: readonly string[] = ['INPUT_INVALID', 'INPUT_FILE_MISSING', 'SKILL_EXECUTION_MODE_UNSUPPORTED']

/** `/input/count` of the request is `evals[0].input.count` of the file. */
function problemsIn({ code, message, details }: Fault, at: string): Problem[] {
  const { problems, missing } = details
  if (Array.isArray(problems))
    return (problems as Problem[]).map(({ path, message: why }) => ({ path: `${at}${path.replaceAll('/', '.')}`, message: why }))
  if (code === 'INPUT_FILE_MISSING')
    return [{ path: `${at}.files`, message: `the skill requires ${[missing].flat().join(', ')}` }]
  return [{ path: at, message }]
}

const repeated = (one: EvalCase, engine: string, times: number) =>
  Array.from({ length: times }, (_, index) => ({ caseId: one.id, engine, repetition: index + 1 }))
