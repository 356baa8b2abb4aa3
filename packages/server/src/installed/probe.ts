import type { Cli } from '../engines/cli.ts'
import { Fault } from '../lib/fault.ts'
import type { Captured } from '../process/capture.ts'
import { type Asked, type Asker, type AskPlaces, ask, type ProgramOnDisk } from './ask.ts'

/** What a program says of itself. */
export interface Probed {
  readonly version: string
  readonly pages: readonly string[]
}

export type Probe = Probed | { readonly problem: string }

const timeoutMs = 60_000

/** Asks a program for its version and its pages of help: as a run would start it, without a network and in a home that is thrown away. */
export async function probe(asker: Asker, cli: Cli, program: ProgramOnDisk): Promise<Probe> {
  const answer = (words: readonly string[]) => ask(asker, program, (scene) => question(scene, words), { timeoutMs })
  try {
    return await probedBy(cli, answer)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { problem: `It cannot be tried here. ${asker.sandbox.reason ?? error.message}` }
  }
}

async function probedBy(cli: Cli, answer: (words: readonly string[]) => Promise<Captured>): Promise<Probe> {
  const said = await answer(cli.version.args)
  if (said.code !== 0) return { problem: `It does not start: ${wordsOf(said)}` }
  const version = cli.version.read(shortLinesOf(said.stdout))
  if (version === null) return { problem: `It did not print its version, but: ${wordsOf(said)}` }
  const pages = await Promise.all(cli.help.map(answer))
  // One that is not known, and so ends with an error, is an answer too: the page tells what it cannot do.
  const stuck = pages.find(({ code }) => code === null)
  if (stuck) return { problem: `It does not print its help: ${wordsOf(stuck)}` }
  return { version, pages: pages.map(({ stdout, stderr }) => stdout || stderr) }
}

/** Longer than any that tells a version: patterns that look for one may go through a line once for each of its digits. */
const longestLine = 1000

const shortLinesOf = (printed: string): string =>
  printed
    .split('\n')
    .filter((line) => line.length <= longestLine)
    .join('\n')

const question = ({ program, places }: AskPlaces, words: readonly string[]): Asked => ({
  argv: program.runBy === 'node' ? [places.node, program.path, ...words] : [program.path, ...words],
  env: { NO_COLOR: '1' },
  stdin: null,
  files: [],
  shown: [],
})

/** The line that tells most: the first that names an error, else the last. */
function wordsOf({ stdout, stderr }: Captured): string {
  const lines = (stderr.trim() || stdout.trim()).split('\n')
  const line = lines.find((text) => /^\w*error\b/i.test(text)) ?? lines.at(-1)
  return line?.trim().slice(0, 300) || 'it said nothing'
}
