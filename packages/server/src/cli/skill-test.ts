import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Eval, EvalCreate, EvalPackage, SkillRunner } from '@agent-skill-runner/sdk/source'
import { messageOf } from '../lib/thrown.ts'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { exits, helpOf } from './exit-codes.ts'
import { lastWord, leaveBy, numberOf, unlessLeft } from './leaving.ts'
import { oneWord } from './one-word.ts'
import { oneLine } from './plain.ts'
import { isPath } from './submission.ts'
import { junitOf } from './test-junit.ts'
import { cellLine, reportOf } from './test-report.ts'
import { parseWords, say, UsageError } from './words.ts'
import { nothingAt, packageAt } from './zip-folder.ts'

const help = `skill-runner skill test <skill> [flags]

Runs the test cases of a skill (evals/evals.json) on a server, and prints how many passed on each engine and why others did not.
<skill> is the name of a skill there, or a folder or zip here (./my-skill), which is sent along and not installed.

  --engine a,b         the engines to test on (default: those of each case, or else the one that a job gets)
  --case ID            only this case; repeat for more
  --repetitions N      run each case so often, instead of what it says
  --grader ENGINE      the engine that judges expectations in words; without one they are not graded
  --concurrency N      runs at the same time, 1 to 8 (default: 2)
  --junit FILE         also write the outcome as JUnit XML
  --json               one JSON document on stdout: the whole matrix
  --quiet              no progress
${serverHelp}
Ctrl+C cancels the test and its runs.

${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'canceled', 'notGraded', 'interrupted')}`

export const testFlags = {
  engine: { type: 'string', multiple: true },
  case: { type: 'string', multiple: true },
  repetitions: { type: 'string' },
  grader: { type: 'string' },
  concurrency: { type: 'string' },
} as const

export interface TestFlags {
  readonly engine?: readonly string[] | undefined
  readonly case?: readonly string[] | undefined
  readonly repetitions?: string | undefined
  readonly grader?: string | undefined
  readonly concurrency?: string | undefined
}

export const skillTest: ClientCommand = {
  help,
  async run(args) {
    const flags = { ...serverFlags, ...testFlags, junit: { type: 'string' }, quiet: { type: 'boolean' } } as const
    const { values, positionals } = parseWords(args, flags)
    const skill = oneWord(positionals, 'the skill to test')
    const asked = testRequest(values)
    const request = isPath(skill) ? { ...asked, skill: await packageToTest(skill) } : { ...asked, skill_id: skill }
    const runner = await connect(values)
    const ended = await testOn(runner, request, values.quiet === true)
    if (ended === null) return exits.interrupted.code
    // First, so that it is not lost with a file that cannot be written.
    say(values.json ? `${JSON.stringify(ended, null, 2)}\n` : reportOf(ended))
    if (values.junit !== undefined) await writeJunit(values.junit, ended)
    return exits[exitOfTest(ended)].code
  },
}

/** What the flags ask for, but for the skill. */
export function testRequest(values: TestFlags): EvalCreate {
  const engines = (values.engine ?? []).flatMap((names) => names.split(',')).filter((name) => name !== '')
  const repetitions = numberOf('--repetitions', values.repetitions)
  const concurrency = numberOf('--concurrency', values.concurrency)
  return {
    ...(engines.length > 0 ? { engines } : {}),
    ...(values.case ? { cases: [...values.case] } : {}),
    ...(repetitions === undefined ? {} : { repetitions }),
    ...(values.grader === undefined ? {} : { grader: values.grader }),
    ...(concurrency === undefined ? {} : { concurrency }),
  }
}

/** Somebody's whole home would be read before the server could say that it is no skill. */
export async function packageToTest(path: string): Promise<Blob> {
  if (!existsSync(path)) throw new UsageError(nothingAt(path))
  if (!path.endsWith('.zip') && !existsSync(join(path, 'SKILL.md'))) throw new UsageError(`${path} has no SKILL.md`)
  return packageAt(path)
}

/** Null: it was interrupted, and what it had started is canceled. */
export async function testOn(runner: SkillRunner, request: EvalCreate & EvalPackage, quiet: boolean): Promise<Eval | null> {
  using leave = leaveBy(null)
  const started = await unlessLeft(leave, runner.evals.create(request, { signal: leave.signal }))
  if (started === null) {
    process.stderr.write('Interrupted before the server had answered: the test may still have started.\n')
    return null
  }
  const note = (line: string) => void (quiet || process.stderr.write(`${oneLine(line, 300)}\n`))
  note(started.eval_id)
  for (const line of started.notes) note(`note: ${line}`)
  const told = new Set<number>()
  const onProgress = ({ cells }: Eval): void => {
    for (const [index, cell] of cells.entries()) {
      if (told.has(index) || ['waiting', 'running', 'grading'].includes(cell.status)) continue
      told.add(index)
      note(`${told.size}/${cells.length}  ${cellLine(cell)}`)
    }
  }
  const ended = await unlessLeft(leave, runner.evals.wait(started.eval_id, { signal: leave.signal, onProgress }))
  if (ended !== null) return ended
  const canceled = await lastWord((signal) => runner.evals.cancel(started.eval_id, { signal }), 10_000)
  const what = canceled ? 'Canceled' : 'The server did not answer; it may go on with'
  process.stderr.write(`${what} test ${started.eval_id}.\n`)
  return null
}

export function exitOfTest({ status }: Eval) {
  if (status === 'passed') return 'succeeded'
  if (status === 'not_graded') return 'notGraded'
  return status === 'canceled' ? 'canceled' : 'failed'
}

async function writeJunit(path: string, ended: Eval): Promise<void> {
  try {
    await writeFile(path, junitOf(ended))
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${messageOf(error)}`)
  }
}
