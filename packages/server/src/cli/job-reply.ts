import type { PendingView } from '@agent-skill-runner/sdk/source'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { exits, helpOf } from './exit-codes.ts'
import { filesAt, jsonOf, namedFile } from './given-values.ts'
import { numberOf } from './leaving.ts'
import { questionText, responseOf } from './question.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner reply <job> [text] [flags]

Answers the pending question of a run. Without an answer, shows the question, or that there is none. Text is interpreted by the kind of
question: a number or a value for a choice, y or n for a confirmation.

  --json-response JSON the answer as JSON; @file reads a file, - reads stdin
  --file [name=]path   a file to send with it; repeat for each
  --interaction N      only answer this question (default: the pending one)
  --json               one JSON document on stdout
${serverHelp}
${helpOf('succeeded', 'usage', 'unreachable', 'refused', 'asks')}`

const flags = {
  ...serverFlags,
  'json-response': { type: 'string' },
  file: { type: 'string', multiple: true },
  interaction: { type: 'string' },
} as const

export const jobReply: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const [id, text, more] = positionals
    if (id === undefined) throw new UsageError('Name the job to reply to')
    if (more !== undefined) throw new UsageError(`Unexpected argument "${more}": put the answer in quotes`)
    const { file: given = [], 'json-response': json } = values
    if (text !== undefined && json !== undefined) throw new UsageError('Use either a text or --json-response')
    const only = numberOf('--interaction', values.interaction)
    const whole = json === undefined ? null : { response: await jsonOf('--json-response', json) }
    const files = given.length === 0 ? undefined : await filesAt(given.map(namedFile))
    const runner = await connect(values)
    const view = await runner.jobs.pending(id)
    const { pending } = view
    if (text === undefined && !whole && !files) return shown(view, values.json === true)
    // Where nothing is asked the server says so, and in which state the run is.
    const response = whole ?? (pending ? understood(pending, text ?? '') : { response: text ?? null })
    const interactionId = only ?? pending?.interaction_id ?? 1
    const accepted = await runner.jobs.reply(id, { interactionId, ...response, files })
    if (values.json) return say(`${JSON.stringify(accepted, null, 2)}\n`)
    return say(`Reply accepted. Watch the run: ./skill-runner watch ${id}\n`)
  },
}

function shown(view: PendingView, asJson: boolean): number {
  const { pending, status } = view
  if (asJson) say(`${JSON.stringify(pending ?? view, null, 2)}\n`)
  else say(pending ? questionText(pending) : `No question is pending: the run is ${status}.\n`)
  return pending ? exits.asks.code : exits.succeeded.code
}

function understood(question: NonNullable<PendingView['pending']>, text: string): { response: unknown } {
  const found = responseOf(question, text)
  if ('problem' in found) throw new UsageError(found.problem)
  return found
}
