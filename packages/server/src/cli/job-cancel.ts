import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { exits, helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { parseWords, say } from './words.ts'

const help = `skill-runner cancel <job> [--json]

Cancels a run, and returns when its processes have ended.

  --json               one JSON document on stdout
${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused')}`

export const jobCancel: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, serverFlags)
    const id = oneWord(positionals, 'the job to cancel')
    const view = await (await connect(values)).jobs.cancel(id)
    say(values.json ? `${JSON.stringify(view, null, 2)}\n` : `${plain(view.message)}\n`)
    return view.status === 'canceled' ? exits.succeeded.code : exits.failed.code
  },
}
