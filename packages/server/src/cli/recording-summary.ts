import { join } from 'node:path'
import type { Recording } from '@agent-skill-runner/sdk/source'
import { oneLine } from './plain.ts'

interface Written {
  readonly folder: string
  readonly name: string
  readonly file: string
  readonly bytes: number
}

/** What was recorded and masked, and the commands that play it and check what comes of it. */
export function summaryOf(recording: Recording, { folder, name, file, bytes }: Written) {
  const { job, turns, masked, not_searched: notSearched } = recording
  const said = turns.flatMap(({ steps }) => steps.flatMap((step) => ('event' in step ? [step.event] : [])))
  const counts = {
    turns: turns.length,
    messages: said.filter(({ type }) => type === 'message').length,
    tool_calls: said.filter(({ type, phase }) => type === 'tool' && phase === 'started').length,
    files: turns.flatMap(({ steps }) => steps.filter((step) => 'write' in step)).length,
    bytes,
    masked,
    not_searched: notSearched,
    play: playCommand(recording, folder, name),
  }
  const lines = [
    file,
    `${many(counts.turns, 'turn')}, ${many(counts.messages, 'message')}, ${many(counts.tool_calls, 'tool call')}, ${many(counts.files, 'file')}, ${bytes} bytes`,
    `Masked: ${masked.map(({ what, count }) => `${what} (${count})`).join(', ') || 'nothing'}`,
    ...(notSearched.length > 0 ? [`No text, so not searched for tokens: ${list(notSearched)}`] : []),
    ...(job.files.length > 0 ? [`Not recorded, to be sent again with --file: ${list(job.files)}`] : []),
    'To play it:',
    `  ${counts.play}`,
    ...(job.replies.length > 0
      ? ['Its replies, in order:', ...job.replies.map(({ response }) => `  ${replyCommand(response)}`)]
      : []),
    'To check what comes of it:',
    `  ./skill-runner record <job> --check ${quoted(file)}`,
  ]
  return { counts, text: lines.map((line) => `${line}\n`).join('') }
}

const many = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
const list = (paths: readonly string[]): string => oneLine(paths.join(', '), 500)

/** A folder is sent along as it is; inputs that are too long for a line are in the recording. */
function playCommand({ job }: Recording, folder: string, name: string): string {
  const path = folder.startsWith('/') || folder.startsWith('.') ? folder : `./${join(folder)}`
  const given = (flag: string, value: object): string[] => (Object.keys(value).length === 0 ? [] : [flag, quoted(jsonOf(value))])
  return [
    ...['./skill-runner', 'run', quoted(path), '--engine', 'replay', '--model', name, '--no-cache'],
    ...given('--input-json', job.input),
    ...given('--param-json', job.parameter),
    ...(job.execution_mode === 'interactive' ? ['--interactive'] : []),
  ].join(' ')
}

/** As it was given, or not at all: half of a reply is another one. */
function replyCommand(response: unknown): string {
  const json = jsonOf(response)
  if (json.length > longestReply) return `(the reply has ${json.length} characters: it is in the recording)`
  return `./skill-runner reply <job> --json-response ${quoted(json)}`
}

const longestReply = 2000

/** The same value in other letters, where a terminal would obey: it came from whoever was asked. */
const jsonOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** For a shell, as one word. */
const quoted = (text: string): string => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
