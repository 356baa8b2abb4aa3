import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob, relative } from 'node:path'
import { diagnostics } from '@agent-skill-runner/contract/diagnostics.ts'
import { errors } from '@agent-skill-runner/contract/errors.ts'
import { planned, requirements } from '../test/requirements.ts'
import { alone, aloneVariable } from './alone.ts'
import { readNotes, untraced } from './traced.ts'

/** `npm test`: every check in order, all of them also after a failure, and one summary. With test files as arguments, only these. */

interface Step {
  readonly name: string
  readonly check: () => Promise<boolean>
}
type Outcome = { readonly name: string; readonly passed: boolean; readonly seconds: number }

const suites = ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts', 'test/**/*.test.ts']
/** With the real CLIs, each file in a network of its own. */
const realSuites = 'packages/server/real/*.test.ts'
const traceFolder = mkdtempSync(join(tmpdir(), 'skill-runner-trace-'))
const colors = process.stdout.isTTY ? 'force' : 'off'
let current: ChildProcess | null = null

const all: readonly Step[] = [
  {
    name: 'Format and lint',
    check: () => node('node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', `--colors=${colors}`),
  },
  { name: 'Types', check: () => node('node_modules/typescript/bin/tsc', '-p', '.') },
  { name: 'Generated files', check: () => node('scripts/generate.ts', '--check') },
  { name: 'Tests', check: () => runTests(suites) },
  { name: 'Real CLIs', check: () => runAlone(globSync(realSuites)) },
  { name: 'Traces', check: checkTraces },
]

endWithParent()
const files = process.argv.slice(2)
const outcomes = await runAll(files.length ? chosen(files) : all)
rmSync(traceFolder, { recursive: true, force: true })
summarize(outcomes)
process.exit(outcomes.every(({ passed }) => passed) ? 0 : 1)

async function runAll(steps: readonly Step[]): Promise<Outcome[]> {
  const done: Outcome[] = []
  for (const { name, check } of steps) {
    console.log(`\n── ${name}`)
    const began = performance.now()
    const passed = await check()
    done.push({ name, passed, seconds: (performance.now() - began) / 1000 })
  }
  return done
}

/** Two files at a time: many of them start servers, and a crowd of those on a small machine only measures its own weight. */
function runTests(patterns: readonly string[]): Promise<boolean> {
  return node('--test', '--test-concurrency=2', '--test-reporter=spec', ...patterns)
}

function chosen(files: readonly string[]): Step[] {
  const isReal = (file: string) => matchesGlob(relative('.', file), realSuites)
  const [real, others] = [files.filter(isReal), files.filter((file) => !isReal(file))]
  return [
    ...(others.length ? [{ name: 'Tests', check: () => runTests(others) }] : []),
    ...(real.length ? [{ name: 'Real CLIs', check: () => runAlone(real) }] : []),
  ]
}

/** The CLIs are brought first, since nothing can be brought once a test is alone. One file at a time: each fills the machine. */
async function runAlone(files: readonly string[]): Promise<boolean> {
  if (!(await node('packages/server/test/support/bring-real-clis.ts'))) return false
  let passed = true
  for (const file of [...files].sort()) {
    const command = alone([process.execPath, '--test', '--test-reporter=spec', file])
    passed = (await run(command, { [aloneVariable]: '1' })) && passed
  }
  return passed
}

async function checkTraces(): Promise<boolean> {
  const problems = untraced(
    Object.keys(requirements),
    Object.keys(planned),
    readNotes(traceFolder, 'requirement'),
    { all: Object.keys(errors), produced: readNotes(traceFolder, 'error') },
    { all: Object.keys(diagnostics), produced: readNotes(traceFolder, 'diagnostic') },
  )
  const codes = `${Object.keys(errors).length} error codes and ${Object.keys(diagnostics).length} diagnostic codes`
  const counts = `${Object.keys(requirements).length} requirements, ${codes}`
  console.log(problems.length ? problems.join('\n') : `${counts}, each with a test that passed.`)
  return problems.length === 0
}

function node(...args: string[]): Promise<boolean> {
  return run([process.execPath, ...args])
}

function run([program, ...args]: readonly [string, ...string[]], more: Record<string, string> = {}): Promise<boolean> {
  const env = { ...process.env, SKILL_RUNNER_TRACE_DIR: traceFolder, ...more }
  return new Promise((resolve, reject) => {
    current = spawn(program, args, { stdio: 'inherit', env })
    current.on('error', reject)
    current.on('exit', (code) => resolve(code === 0))
  })
}

/** Whoever ends `npm test` ends the step that runs too, however it was ended. */
function endWithParent(): void {
  const end = (): never => {
    current?.kill()
    rmSync(traceFolder, { recursive: true, force: true })
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
}

function summarize(outcomes: readonly Outcome[]): void {
  const total = outcomes.reduce((sum, { seconds }) => sum + seconds, 0)
  console.log('\n── Summary')
  for (const { name, passed, seconds } of outcomes) {
    console.log(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s`)
  }
  console.log(
    `${outcomes.every(({ passed }) => passed) ? 'passed' : 'FAILED'}  ${'All'.padEnd(16)} ${total.toFixed(1).padStart(6)} s`,
  )
}
