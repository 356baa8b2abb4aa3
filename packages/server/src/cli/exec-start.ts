import type { ClientCommand } from './client-command.ts'
import { filesOf, refuseFiles } from './exec-files.ts'
import { projectHelp, projectOf, requestIn, startHelp } from './exec-flags.ts'
import { endings, seeTask } from './exec-watch.ts'
import { exits } from './exit-codes.ts'
import { leaveBy, unlessLeft } from './leaving.ts'
import { say } from './words.ts'

export const execStart: ClientCommand = {
  help: `skill-runner exec start <skill> [flags] -- COMMAND…

Starts a command as a task and prints its id. The task goes on without you, and when the server restarts.
One word behind -- is a line of shell; several are a program and its arguments, as you typed them.

  --follow             print what it prints until it ends, as exec watch does; the id goes to stderr
${startHelp}
  --json               one JSON document on stdout; with --follow each event as one line
${projectHelp}
With --follow: ${endings}`,
  async run(args) {
    const { values, request } = requestIn(args)
    refuseFiles(values)
    const { exec, artifacts } = await projectOf(values)
    const files = await filesOf(artifacts, values)
    using leave = leaveBy(null)
    const task = await unlessLeft(
      leave,
      exec.startTask({ ...request, ...files }, { signal: leave.signal, idempotencyKey: values['idempotency-key'] }),
    )
    if (task === null) {
      process.stderr.write('The server had not responded yet: the task may exist and run.\n')
      return exits.interrupted.code
    }
    const { task_id: id } = task
    if (!values.follow) return say(values.json ? `${JSON.stringify(task, null, 2)}\n` : `${id}\n`)
    process.stderr.write(`${id}\n`)
    return await seeTask({ exec, id, leave, values })
  },
}
