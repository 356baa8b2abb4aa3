import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { diagnostics } from '@agent-skill-runner/contract/diagnostics.ts'
import { errors } from '@agent-skill-runner/contract/errors.ts'
import { planned, requirements } from '../test/requirements.ts'
import { allFiles, isQuick, isReal, overPostgres } from '../test/sets.ts'
import { thorough } from '../test/thorough.ts'
import { changedFiles, concerned } from './test/changed.ts'
import { checks, importTable } from './test/checks.ts'
import { Children } from './test/children.ts'
import { withPostgres } from './test/postgres.ts'
import { runFiles } from './test/run-files.ts'
import { runSteps, type Step } from './test/steps.ts'
import { checked, type Tally } from './test/tally.ts'
import { readNotes, untraced } from './traced.ts'

/**
 * `npm test`: every check in order, all of them also after a failure, and one summary. With test files as arguments only these, with `--changed`
 * (or `--changed=REV`) those that need what was changed. CI=true runs everything there is.
 */

const children = new Children()
const traceFolder = mkdtempSync(join(tmpdir(), 'skill-runner-trace-'))
process.on('exit', () => rmSync(traceFolder, { recursive: true, force: true }))
const args = process.argv.slice(2)
// Whoever names a file with the real CLIs means all of them.
const engines = args.some(isReal) ? { SKILL_RUNNER_TEST_ENGINES: process.env['SKILL_RUNNER_TEST_ENGINES'] ?? 'all' } : {}
const env: NodeJS.ProcessEnv = { ...process.env, ...engines, SKILL_RUNNER_TRACE_DIR: traceFolder }
const all = allFiles()
const here = thorough ? all : all.filter(isQuick)
/** Where everything runs in a crowd, what fails has a second try by itself: at most this many files. */
const mostAgain = args.length === 0 ? 3 : 0
const skipped: string[] = []
const flaky: string[] = []
process.exit(await runSteps(children, stepsOf(args), () => notes()))

/** The import table is among the tests. */
function stepsOf(args: readonly string[]): Step[][] {
  const change = args.find((arg) => /^--changed(=|$)/.test(arg))
  if (change !== undefined) {
    const changed = changedFiles(change.split('=')[1] ?? null)
    return filesOf(concerned(all, changed).filter((file) => here.includes(file) || changed.includes(file)))
  }
  if (args.length > 0) return filesOf(args.map((file) => relative('.', file)))
  const tests = [...filesOf(here), [{ name: 'Tests over Postgres', check: testOverPostgres }]]
  return [checks(children).filter(({ name }) => name !== importTable), ...tests, [{ name: 'Traces', check: checkTraces }]]
}

function filesOf(files: readonly string[]): Step[][] {
  const bring = { name: 'Real CLIs', check: () => bringRealClis() }
  const isOver = env['SKILL_RUNNER_TEST_DATABASE'] === 'postgres'
  const check = () => (isOver ? withPostgres((more) => test(files, more)) : test(files))
  return [...(files.some(isReal) ? [[bring]] : []), [{ name: 'Tests', check }]]
}

/** Once more, those that ask most of the database; with the samples of a run by hand, since the large ones are about other things. */
function testOverPostgres(): Promise<Tally> {
  const files = Object.entries(overPostgres).flatMap(([file, when]) => (thorough || when === 'always' ? [file] : []))
  return withPostgres((more) => test(files, { ...more, CI: '' }))
}

/** Brought first, since nothing can be brought once a test is alone. */
async function bringRealClis(): Promise<Tally> {
  return checked(await children.run([process.execPath, 'packages/server/test/support/bring-real-clis.ts'], { env }))
}

async function test(files: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Tally> {
  const tally = await runFiles(
    children,
    files.map((path) => ({ path, isAlone: isReal(path) })),
    { ...env, ...more },
    { mostAgain },
  )
  skipped.push(...tally.skipped)
  flaky.push(...tally.flaky)
  return tally
}

async function checkTraces(): Promise<Tally> {
  const { problems, unchecked } = untraced(
    Object.keys(requirements),
    Object.keys(planned),
    readNotes(traceFolder, 'requirement'),
    { all: Object.keys(errors), produced: readNotes(traceFolder, 'error') },
    { all: Object.keys(diagnostics), produced: readNotes(traceFolder, 'diagnostic') },
    thorough ? undefined : isElsewhere(),
  )
  const codes = `${Object.keys(errors).length} error codes and ${Object.keys(diagnostics).length} diagnostic codes`
  const but = unchecked.length ? `, but for ${unchecked.length} that are not checked here: ${unchecked.join(', ')}` : ''
  const counts = `${Object.keys(requirements).length} requirements, ${codes}`
  console.log(problems.length ? problems.join('\n') : `${counts}, each with a test that passed${but}.`)
  return checked(problems.length === 0)
}

/** A requirement that some test names may be proven by one that did not run; which codes a test produces is seen only when it runs. */
function isElsewhere(): (idOrCode: string) => boolean {
  const texts = all.map((file) => readFileSync(file, 'utf8'))
  return (what) => !Object.hasOwn(requirements, what) || texts.some((text) => text.includes(`'${what}'`))
}

/** What was not run, and how to run it. */
function notes(): string[] {
  const left = args.length > 0 || thorough ? [] : all.filter((file) => !isQuick(file))
  return [
    ...(flaky.length
      ? ['\nFailed at first, passed when run again by itself (each is a bug to look for):', ...flaky.map((test) => `  ${test}`)]
      : []),
    ...(skipped.length ? ['\nSkipped on this machine:', ...skipped.map((test) => `  ${test}`)] : []),
    ...(left.length ? ['\nNot run by hand:', ...left.map((file) => `  ${file}`)] : []),
    ...(thorough || args.length > 0
      ? []
      : ['', 'All of these, with all engines and whole samples: CI=true npm test', 'One of them: CI=true npm test -- FILE']),
  ]
}
