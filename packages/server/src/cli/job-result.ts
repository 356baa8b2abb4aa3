import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { prepareFolder } from './downloads.ts'
import { helpOf } from './exit-codes.ts'
import { tellEnd } from './job-end.ts'
import { leaveBy } from './leaving.ts'
import { oneWord } from './one-word.ts'
import { parseWords } from './words.ts'

const help = `skill-runner result <job> [--out FOLDER] [--json]

Prints the result of a run that has ended, like run does. To wait for it: ./skill-runner watch <job>

  --out FOLDER         download the artifacts; existing files are kept, unless you add --force
  --json               one JSON document on stdout: request_id, status, cache_hit, result, question, files; or error
${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused', 'canceled', 'interrupted')}`

const flags = { ...serverFlags, out: { type: 'string' }, force: { type: 'boolean' } } as const

export const jobResult: ClientCommand = {
  help,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const id = oneWord(positionals, 'the job')
    const runner = await connect(values)
    // Of a run that has not ended the server says so.
    const result = await runner.jobs.result(id)
    const job = await runner.jobs.get(id)
    if (values.out !== undefined) await prepareFolder(values.out)
    using leave = leaveBy(null)
    return await tellEnd({ runner, values, leave }, { ...job, result })
  },
}
