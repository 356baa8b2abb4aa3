import type { ClientCommand } from './client-command.ts'
import { projectHelp, projectOf, queryIn, requestHelp } from './exec-flags.ts'
import { exits, helpOf } from './exit-codes.ts'
import { plain } from './plain.ts'
import { say } from './words.ts'

const endings = helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused').concat(
  '  7    the state is neither a success nor a failure\n',
)

export const execQuery: ClientCommand = {
  help: `skill-runner exec query <skill> --field FIELD --done STATE --error STATE [flags] -- COMMAND…

Runs a command that prints JSON about something else, a job of another system, and tells the state in it.

  --field FIELD        where the state is: names and positions in lists, joined by dots, like jobs.0.state
  --done STATE         a value that means success; repeat it for more
  --error STATE        a value that means failure; repeat it for more
${requestHelp}
  --json               one JSON document on stdout
${projectHelp}
${endings}`,
  async run(args) {
    const { values, request } = queryIn(args)
    const { exec } = await projectOf(values)
    const told = await exec.query(request)
    say(values.json ? `${JSON.stringify(told, null, 2)}\n` : plain(`${told.status}: ${told.value}\n`))
    return exits[told.status === 'running' ? 'underWay' : told.status].code
  },
}
