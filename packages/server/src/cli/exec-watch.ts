import type { ProjectExec, TaskEvent } from '@agent-skill-runner/sdk/source'
import { type ClientCommand, problemText } from './client-command.ts'
import { projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { endOf, print } from './exec-output.ts'
import { exits, helpOf } from './exit-codes.ts'
import { type Leave, leaveBy, numberOf } from './leaving.ts'
import { oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { parseWords, say } from './words.ts'

const flags = { ...projectFlags, wait: { type: 'string' } } as const

export const endings = `Ends with the exit code of the task, or:
${helpOf('failed', 'usage', 'unreachable', 'refused', 'canceled', 'underWay', 'interrupted').replace(/^.*\n/, '')}`

export const execWatch: ClientCommand = {
  help: `skill-runner exec watch <task> [--wait SECONDS] [--json]

Prints what a task prints, from its beginning to its end: its stdout on stdout, its stderr on stderr. It goes on when the server restarts.

  --wait SECONDS       time limit of this command; the task continues
  --json               print each event as JSON, one per line
${projectHelp}
${endings}`,
  isJsonLines: true,
  async run(args) {
    const { values, positionals } = parseWords(args, flags)
    const id = oneWord(positionals, 'the task to watch')
    const seconds = numberOf('--wait', values.wait) ?? null
    const { exec } = await projectOf(values)
    using leave = leaveBy(seconds)
    // Its only purpose is to show: when the reader closes the pipe, as `head` does, it is done.
    process.stdout.once('error', () => process.exit(exits.succeeded.code))
    return await seeTask({ exec, id, leave, values })
  },
}

export interface Watching {
  readonly exec: ProjectExec
  readonly id: string
  readonly leave: Leave
  readonly values: { readonly json?: boolean | undefined; readonly project?: string | undefined }
}

/** Prints a task to its end, and answers the exit code. */
export async function seeTask({ exec, id, leave, values }: Watching): Promise<number> {
  let last: TaskEvent | null = null
  try {
    for await (const event of exec.follow(id, { signal: leave.signal })) {
      if (event.type === 'status') last = event
      if (values.json) say(`${JSON.stringify(event)}\n`)
      else if (event.stream) print(event.text ?? '', process[event.stream])
    }
  } catch (error) {
    if (leave.reason() === null) throw error
    process.stderr.write(`${goesOn(id, values.project)}\n`)
    return leave.reason() === 'interrupted' ? exits.interrupted.code : exits.underWay.code
  }
  const { status = 'running', exit_code = null, error } = last ?? {}
  if (error && error.code !== 'NONZERO_EXIT') process.stderr.write(problemText(error))
  return endOf({ status, exit_code })
}

function goesOn(id: string, project: string | undefined): string {
  const where = project === undefined ? '' : ` --project ${plain(project)}`
  return `The task continues. Watch it: ./skill-runner exec watch ${id}${where}\nCancel it: ./skill-runner exec cancel ${id}${where}`
}
