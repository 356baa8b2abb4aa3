import type { FcmpEvent } from '@agent-skill-runner/sdk/source'
import { type ClientCommand, problemText } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { exits, helpOf } from './exit-codes.ts'
import { exitOf, follow } from './follow.ts'
import { goesOn } from './job-left.ts'
import { lastWord, leaveBy, numberOf } from './leaving.ts'
import { oneWord } from './one-word.ts'
import { openProgress } from './progress.ts'
import { parseWords, say } from './words.ts'

const help = `skill-runner watch <job> [--from SEQ] [--wait SECONDS] [--json]

Shows what happens in a run, from its beginning to its end, also while it waits for a reply.

  --from SEQ           start at this event
  --wait SECONDS       time limit of this command; the run continues
  --json               print each event as JSON, one per line
${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'canceled', 'asks', 'underWay', 'interrupted')}`

export const jobWatch: ClientCommand = {
  help,
  isJsonLines: true,
  async run(args) {
    const { values, positionals } = parseWords(args, { ...serverFlags, from: { type: 'string' }, wait: { type: 'string' } })
    const id = oneWord(positionals, 'the job to watch')
    const [from, seconds] = [numberOf('--from', values.from), numberOf('--wait', values.wait) ?? null]
    const runner = await connect(values)
    using leave = leaveBy(seconds)
    // Its only purpose is to show: when the reader closes the pipe, as `head` does, it is done.
    process.stdout.once('error', () => process.exit(exits.succeeded.code))
    // What is watched is the output here, so it goes to stdout, and every line of it stays.
    const lines = openProgress({ isTTY: false, columns: 0, write: (text: string) => process.stdout.write(text) })
    const show = values.json ? (event: FcmpEvent) => void say(`${JSON.stringify(event)}\n`) : lines.show
    const { signal } = leave
    const seen = async () => {
      await follow({ runner, id, from, signal, show })
      return runner.jobs.get(id, { signal })
    }
    const job = await seen().catch((error: unknown) => {
      if (leave.reason() === null) throw error
      return lastWord((last) => runner.jobs.get(id, { signal: last }))
    })
    if (job?.error) process.stderr.write(problemText(job.error))
    else if (leave.reason()) process.stderr.write(`${goesOn(id)}\n`)
    return leave.reason() === 'interrupted' ? exits.interrupted.code : exits[exitOf[job?.status ?? 'running']].code
  },
}
