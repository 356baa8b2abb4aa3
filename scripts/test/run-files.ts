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

/** Each file in a process of its own, in this order, some at a time. */
export async function runFiles(
  children: Children,
  files: readonly TestFile[],
  env: NodeJS.ProcessEnv,
  bounds: Pick<RunOptions, 'limitMs' | 'holdersMs'> = {},
): Promise<Tally> {
  using progress = new Progress(files.length)
  const left = [...files]
  const tallies: Tally[] = []
  // One by itself is read as it goes.
  const run = (file: TestFile) =>
    runFile(children, file, { limitMs: longestMs, ...bounds, env }, files.length === 1 ? null : progress)
  const runSome = async () => {
    for (let file = left.shift(); file !== undefined; file = left.shift()) tallies.push(await run(file))
  }
  await Promise.all(Array.from({ length: atOnce }, runSome))
  return sum(tallies)
}

async function runFile(
  children: Children,
  file: TestFile,
  { env, ...bounds }: Omit<RunOptions, 'onLine'>,
  progress: Progress | null,
): Promise<Tally> {
  let tally = nothing
  const output: string[] = []
  const onLine = (line: string) => {
    const { text, ended } = readLine(line)
    if (ended) tally = sum([tally, tallyOf(file, ended)])
    if (ended?.ended === 'failed') progress?.failed(file.path, ended)
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
  return tally
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
