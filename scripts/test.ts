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
/** Begun before the others, the last of these first, so that none of those who run them has a long one left at the end. */
const longFiles = ['secrets', 'gate', 'redirects', 'traps', 'probe', 'many', 'conversation', 'torture', 'ending', 'failures']
const traceFolder = mkdtempSync(join(tmpdir(), 'skill-runner-trace-'))
const colors = process.stdout.isTTY ? 'force' : 'off'
const running = new Set<ChildProcess>()

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

/** Three files at a time: many of them start servers and wait; a larger crowd on a small machine only measures its own weight. */
function runTests(patterns: readonly string[]): Promise<boolean> {
  return node('--test', '--test-concurrency=3', '--test-reporter=spec', ...patterns)
}

function chosen(files: readonly string[]): Step[] {
  const isReal = (file: string) => matchesGlob(relative('.', file), realSuites)
  const [real, others] = [files.filter(isReal), files.filter((file) => !isReal(file))]
  return [
    ...(others.length ? [{ name: 'Tests', check: () => runTests(others) }] : []),
    ...(real.length ? [{ name: 'Real CLIs', check: () => runAlone(real) }] : []),
  ]
}

/** The CLIs are brought first, since nothing can be brought once a test is alone. Three files at a time, and what each says stays together. */
async function runAlone(files: readonly string[]): Promise<boolean> {
  if (!(await node('packages/server/test/support/bring-real-clis.ts'))) return false
  const left = [...files].sort((a, b) => weightOf(b) - weightOf(a) || (a < b ? -1 : 1))
  let passed = true
  const runSome = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) {
      const began = performance.now()
      const command = alone([process.execPath, '--test', '--test-reporter=spec', file])
      const hasPassed = await run(command, { [aloneVariable]: '1' }, 'held')
      console.log(`${hasPassed ? 'passed' : 'FAILED'}  ${file} ${((performance.now() - began) / 1000).toFixed(1)} s`)
      passed = hasPassed && passed
    }
  }
  await Promise.all([runSome(), runSome(), runSome()])
  return passed
}

function weightOf(file: string): number {
  return longFiles.findIndex((name) => file.endsWith(`/${name}.test.ts`)) + 1
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

/** Held: what it says is shown when it is over. */
function run(
  [program, ...args]: readonly [string, ...string[]],
  more: Record<string, string> = {},
  output: 'shown' | 'held' = 'shown',
): Promise<boolean> {
  const env = { ...process.env, SKILL_RUNNER_TRACE_DIR: traceFolder, ...more }
  const pipe = output === 'held' ? 'pipe' : 'inherit'
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['inherit', pipe, pipe], env })
    const held: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => held.push(piece))
    running.add(child)
    child.on('error', reject)
    child.on('close', (code) => {
      running.delete(child)
      process.stdout.write(Buffer.concat(held))
      resolve(code === 0)
    })
  })
}

/** Whoever ends `npm test` ends the step that runs too, however it was ended. */
function endWithParent(): void {
  const end = (): never => {
    for (const child of running) child.kill()
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
