import type { PendingView } from '@agent-skill-runner/sdk'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { exits, helpOf } from './exit-codes.ts'
import { filesAt, jsonOf, namedFile } from './given-values.ts'
import { numberOf } from './leaving.ts'
import { questionText, responseOf } from './question.ts'
import { parseWords, say, UsageError } from './words.ts'

const help = `skill-runner reply <job> [text] [flags]

Answers the question that a run waits with; without an answer, shows it, or that nothing is asked. Text is read as the question wants it: a number or a value where
one of several is to be chosen, y or n where something is to be confirmed.

  --json-response JSON the answer as JSON; @file reads a file, - what is piped in
  --file [name=]path   a file to go with it; again for each
  --interaction N      only if it is this question; the one that is open when left out
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
    if (more !== undefined) throw new UsageError(`"${more}" is too much: put the answer in quotes`)
    const { file: given = [], 'json-response': json } = values
    if (text !== undefined && json !== undefined) throw new UsageError('Give a text or --json-response')
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
    return say(`The reply is taken, and the run goes on. Watch it: ./skill-runner watch ${id}\n`)
  },
}

function shown(view: PendingView, asJson: boolean): number {
  const { pending, status } = view
  if (asJson) say(`${JSON.stringify(pending ?? view, null, 2)}\n`)
  else say(pending ? questionText(pending) : `Nothing is asked: the run is ${status}.\n`)
  return pending ? exits.asks.code : exits.succeeded.code
}

function understood(question: NonNullable<PendingView['pending']>, text: string): { response: unknown } {
  const found = responseOf(question, text)
  if ('problem' in found) throw new UsageError(found.problem)
  return found
}
