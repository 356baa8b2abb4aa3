import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { parseWords, say } from './words.ts'

const help = `skill-runner receipt <job> [--statement]

Prints the receipt of a run that has ended: a DSSE envelope with an in-toto statement of what ran with which inputs,
and what came of it, signed when the run ended. docs/receipts.md explains it.

  --statement          print the statement itself, which the envelope has in base64
  --json               the envelope, which is JSON with or without this
${serverHelp}
${helpOf('succeeded', 'usage', 'unreachable', 'refused')}`

const flags = { ...serverFlags, statement: { type: 'boolean' } } as const

export const jobReceipt: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const id = oneWord(positionals, 'the job')
    const runner = await connect(values)
    const receipt = await runner.jobs.receipt(id)
    const shown = values.statement ? JSON.parse(Buffer.from(receipt.payload, 'base64').toString()) : receipt
    return say(`${JSON.stringify(shown, null, 2)}\n`)
  },
}
