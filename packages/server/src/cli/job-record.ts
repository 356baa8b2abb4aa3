import { readFile } from 'node:fs/promises'
import type { Recording } from '@agent-skill-runner/sdk/source'
import { messageOf } from '../lib/thrown.ts'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { differencesOf } from './differences.ts'
import { exits, helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { oneLine } from './plain.ts'
import { placeFor, requireSkillFolder, writeRecording } from './recording-file.ts'
import { summaryOf } from './recording-summary.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner record <job> [--into FOLDER] [--name NAME] [flags]

Writes a run that has ended into a skill, as a recording that the replay engine plays without a model: what the engine said and did in
each turn, the files it left, what it was asked for and what came of it. Secrets, tokens and paths of the server are masked.

  --into FOLDER        the folder of the skill (default: the current one)
  --name NAME          the recording is assets/replay/NAME.recording.json, played by --engine replay --model NAME (default: the engine)
  --force              replace a recording of that name
  --check FILE         write nothing: compare the run with a recording, and print what differs
  --json               one JSON document on stdout: request_id, file, summary; with --check: request_id, file, differences
${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused')}`

const flags = {
  ...serverFlags,
  into: { type: 'string' },
  name: { type: 'string' },
  force: { type: 'boolean' },
  check: { type: 'string' },
} as const

export const jobRecord: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const id = oneWord(positionals, 'the job to record')
    const { into = '.', name, force = false, check, json = false } = values
    if (check === undefined) await requireSkillFolder(into)
    else if (values.into ?? name ?? values.force)
      throw new UsageError('--check writes nothing: leave out --into, --name and --force')
    const expected = check === undefined ? null : await readRecording(check)
    const runner = await connect(values)
    if (expected !== null && check !== undefined) return compare(id, check, expected, await runner.jobs.recording(id), json)
    const recording = await runner.jobs.recording(id)
    const place = await placeFor(into, name ?? recording.recorded.engine, force)
    const bytes = await writeRecording(place, recording)
    const summary = summaryOf(recording, { folder: into, name: place.name, file: place.file, bytes })
    if (json) return say(`${JSON.stringify({ request_id: id, file: place.file, summary: summary.counts }, null, 2)}\n`)
    return say(summary.text)
  },
}

type Lasting = Pick<Recording, 'job' | 'turns' | 'result'>

/** What has to be the same whenever it is played; which run it was made of, and what was masked in that, need not be. */
const lasting = ({ job, turns, result }: Lasting): unknown => JSON.parse(JSON.stringify({ job, turns, result }))

async function readRecording(file: string): Promise<Lasting> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as { format?: unknown } & Lasting
    if (value.format === 'recording/1') return value
  } catch (error) {
    throw new UsageError(`${file} cannot be read as a recording: ${messageOf(error)}`)
  }
  throw new UsageError(`${file} is no recording: it has no format recording/1`)
}

const mostShown = 20

function compare(id: string, file: string, expected: Lasting, found: Lasting, json: boolean): number {
  const differences = differencesOf(lasting(expected), lasting(found), mostShown)
  const code = differences.length === 0 ? exits.succeeded.code : exits.failed.code
  if (json) {
    say(`${JSON.stringify({ request_id: id, file, differences }, null, 2)}\n`)
    return code
  }
  if (differences.length === 0) return say(`The run did what ${file} has.\n`)
  say(
    differences
      .map(({ at, expected: before, found: now }) => `${oneLine(at, 200)}\n  - ${shown(before)}\n  + ${shown(now)}\n`)
      .join(''),
  )
  process.stderr.write(
    `The run did not do what ${file} has${differences.length === mostShown ? '; the first differences are shown' : ''}.\n`,
  )
  return code
}

const shown = (value: unknown): string => (value === undefined ? '(nothing)' : oneLine(JSON.stringify(value), 200))
