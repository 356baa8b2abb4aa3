import type { AnswerOf } from '@agent-skill-runner/sdk/source'
import { type ClientCommand, problemText } from './client-command.ts'
import { bringOutputs, filesOf } from './exec-files.ts'
import { projectHelp, projectOf, requestIn, startHelp } from './exec-flags.ts'
import { endOf, print } from './exec-output.ts'
import { exits, helpOf } from './exit-codes.ts'
import { leaveBy, unlessLeft } from './leaving.ts'
import { say, UsageError } from './words.ts'

type Result = AnswerOf<'runExecCommand'>

export const execRun: ClientCommand = {
  help: `skill-runner exec run <skill> [flags] -- COMMAND…

Runs a command in the folder of a skill, in the sandbox, and waits for it. Its stdout goes to stdout, its stderr to stderr.
One word behind -- is a line of shell; several are a program and its arguments, as you typed them.

  skill-runner exec run demo-echo -- ls -l
  skill-runner exec run demo-echo -- 'ls | wc -l'

${startHelp}
                       --output PATH=FILE writes it to FILE
  --json               one JSON document on stdout
${projectHelp}
Ctrl+C ends the command. A command that takes long, or prints much, is a task: exec start.

Ends with the exit code of the command, or:
${helpOf('failed', 'usage', 'unreachable', 'refused', 'interrupted').replace(/^.*\n/, '')}`,
  async run(args) {
    const { values, request } = requestIn(args)
    if (values.follow) throw new UsageError('--follow belongs to exec start: exec run waits anyway')
    const { exec, artifacts } = await projectOf(values)
    using leave = leaveBy(null)
    const files = await filesOf(artifacts, values)
    const result = await unlessLeft(
      leave,
      exec.run({ ...request, ...files }, { signal: leave.signal, idempotencyKey: values['idempotency-key'] }),
    )
    if (result === null) return exits.interrupted.code
    if (values.json) say(`${JSON.stringify(result, null, 2)}\n`)
    else tell(result)
    await bringOutputs(artifacts, values, result)
    return endOf(result)
  },
}

function tell({ stdout, stderr, error }: Result): void {
  for (const [name, { text, bytes, truncated }] of Object.entries({ stdout, stderr }) as [
    'stdout' | 'stderr',
    Result['stdout'],
  ][]) {
    if (truncated) process.stderr.write(`${name} has ${bytes} bytes, and this is only its end. A task keeps all: exec start\n`)
    print(text, process[name])
  }
  // The exit code says it already.
  if (error && error.code !== 'NONZERO_EXIT') process.stderr.write(problemText(error))
}
