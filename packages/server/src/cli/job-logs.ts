import type { SkillRunner } from '@agent-skill-runner/sdk/source'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { helpOf } from './exit-codes.ts'
import { oneOfWords } from './given-values.ts'
import { numberOf } from './leaving.ts'
import { oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { parseWords, say } from './words.ts'

const streams = ['stdout', 'stderr', 'prompt'] as const

const help = `skill-runner logs <job> [--attempt N] [--stream STREAM] [--json]

Prints the output of a run, also while it runs: its stdout on stdout and its stderr on stderr.

  --attempt N          of this attempt (default: the latest)
  --stream STREAM      only one of ${streams.join(', ')}, on stdout
  --json               one JSON document on stdout, with the last part of each stream
${serverHelp}
${helpOf('succeeded', 'usage', 'unreachable', 'refused')}`

const flags = { ...serverFlags, attempt: { type: 'string' }, stream: { type: 'string' } } as const

export const jobLogs: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const id = oneWord(positionals, 'the job')
    const only = oneOfWords('--stream', streams, values.stream)
    const asked = numberOf('--attempt', values.attempt)
    const runner = await connect(values)
    const logs = await runner.jobs.logs(id, asked === undefined ? {} : { attempt: asked })
    if (values.json) return say(`${JSON.stringify(logs, null, 2)}\n`)
    if (only === 'prompt') return say(shown(logs.prompt ?? '', process.stdout))
    // A run that goes on may start its next attempt meanwhile.
    const { attempt } = logs
    if (only) await copy(runner, { id, attempt, stream: only }, process.stdout)
    else for (const stream of ['stdout', 'stderr'] as const) await copy(runner, { id, attempt, stream }, process[stream])
    return 0
  },
}

interface Source {
  readonly id: string
  readonly attempt: number
  readonly stream: 'stdout' | 'stderr'
}

/** All of it, however long: the server gives it in pieces. */
async function copy({ jobs }: SkillRunner, { id, attempt, stream }: Source, to: NodeJS.WriteStream): Promise<void> {
  for (let from = 0; ; ) {
    const { chunk, byte_to } = await jobs.logRange(id, { stream, attempt, byte_from: from })
    if (chunk === '') return
    to.write(shown(chunk, to))
    from = byte_to
  }
}

/** As it was printed, but at a terminal without what would move its cursor. */
const shown = (text: string, { isTTY }: NodeJS.WriteStream): string => (isTTY ? plain(text) : text)
