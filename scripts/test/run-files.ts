import { alone, aloneVariable } from '../alone.ts'
import type { Children, Command, RunOptions } from './children.ts'
import { Progress } from './progress.ts'
import { readLine } from './reporter.ts'
import { nothing, sum, type Tally } from './tally.ts'

export interface TestFile {
  readonly path: string
  /** With the real CLIs, in a network of its own that has nothing but loopback. */
  readonly isAlone: boolean
}

/** Many of them start servers and wait; a larger crowd on a small machine only measures its own weight. */
const atOnce = 3

/** Only for a file that would never end: the longest, which waits for the retries of six CLIs, takes half of this, and CI as a whole has time for one. */
const longestMs = 45 * 60_000

interface Bounds extends Pick<RunOptions, 'limitMs' | 'holdersMs'> {
  /** Up to this many files that failed are run once more, each by itself. Where more failed, it is not the crowd. */
  readonly mostAgain?: number
}

interface Outcome {
  readonly file: TestFile
  readonly tally: Tally
  readonly failures: readonly string[]
}

/** Each file in a process of its own, in this order, some at a time. */
export async function runFiles(
  children: Children,
  files: readonly TestFile[],
  env: NodeJS.ProcessEnv,
  { mostAgain = 0, ...bounds }: Bounds = {},
): Promise<Tally> {
  using progress = new Progress(files.length)
  const left = [...files]
  const outcomes: Outcome[] = []
  // One by itself is read as it goes.
  const run = (file: TestFile) =>
    runFile(children, file, { limitMs: longestMs, ...bounds, env }, files.length === 1 ? null : progress)
  const runSome = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) outcomes.push(await run(file))
  }
  await Promise.all(Array.from({ length: atOnce }, runSome))
  const failed = outcomes.filter(({ tally }) => tally.failed > 0)
  if (failed.length > mostAgain) return sum(outcomes.map(({ tally }) => tally))
  const settled = outcomes.filter(({ tally }) => tally.failed === 0).map(({ tally }) => tally)
  for (const outcome of failed) settled.push(flakyOr(outcome, await run(outcome.file)))
  return sum(settled)
}

/** The second outcome of a file counts; one that is better than the first leaves a trace. */
const flakyOr = ({ file, failures }: Outcome, { tally }: Outcome): Tally =>
  tally.failed > 0 ? tally : { ...tally, flaky: [`${file.path}: ${failures.join(', ') || 'broke off'}`] }

async function runFile(
  children: Children,
  file: TestFile,
  { env, ...bounds }: Omit<RunOptions, 'onLine'>,
  progress: Progress | null,
): Promise<Outcome> {
  let tally = nothing
  const failures: string[] = []
  const output: string[] = []
  const onLine = (line: string) => {
    const { text, ended } = readLine(line)
    if (ended) tally = sum([tally, tallyOf(file, ended)])
    if (ended?.ended === 'failed') {
      failures.push(ended.name)
      progress?.failed(file.path, ended)
    }
    if (ended && text === '') return
    if (progress) output.push(text)
    else console.log(text)
  }
  progress?.begin(file.path)
  const endedWell = await children.run(commandOf(file), {
    env: { ...env, ...(file.isAlone ? { [aloneVariable]: '1' } : {}) },
    onLine,
    ...bounds,
  })
  // It broke off, or printed nothing that counts: no test has failed, and still it did not pass.
  if (!endedWell && tally.failed === 0) tally = { ...tally, failed: 1 }
  progress?.end(file.path, tally, output)
  return { file, tally, failures }
}

function tallyOf({ path }: TestFile, { ended, name, reason }: NonNullable<ReturnType<typeof readLine>['ended']>): Tally {
  if (ended === 'skipped') return { ...nothing, skipped: [`${path}: ${name}${reason ? ` (${reason})` : ''}`] }
  return { ...nothing, [ended]: 1 }
}

function commandOf({ path, isAlone }: TestFile): Command {
  const reporters = ['spec', new URL('./reporter.ts', import.meta.url).href].flatMap((reporter) => [
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
  ])
  const command: Command = [process.execPath, ...reporters, path]
  return isAlone ? alone(command) : command
}
