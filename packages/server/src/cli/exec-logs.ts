import type { ProjectExec } from '@agent-skill-runner/sdk/source'
import type { ClientCommand } from './client-command.ts'
import { projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { print } from './exec-output.ts'
import { helpOf } from './exit-codes.ts'
import { oneOfWords } from './given-values.ts'
import { oneWord } from './one-word.ts'
import { parseWords, say } from './words.ts'

const streams = ['stdout', 'stderr'] as const

export const execLogs: ClientCommand = {
  help: `skill-runner exec logs <task> [--stream STREAM] [--json]

Prints all that a task has printed so far: its stdout on stdout and its stderr on stderr. exec watch also waits for the rest.

  --stream STREAM      only ${streams.join(' or ')}, on stdout
  --json               one JSON document on stdout, with the last part of each stream
${projectHelp}
${helpOf('succeeded', 'usage', 'unreachable', 'refused')}`,
  async run(args) {
    const { values, positionals } = parseWords(args, { ...projectFlags, stream: { type: 'string' } })
    const id = oneWord(positionals, 'the task')
    const only = oneOfWords('--stream', streams, values.stream)
    const { exec } = await projectOf(values)
    if (values.json) {
      const { task_id, stdout, stderr } = await exec.task(id, { tail_bytes: 1_048_576 })
      return say(
        `${JSON.stringify({ task_id, ...(only ? { [only]: { stdout, stderr }[only] } : { stdout, stderr }) }, null, 2)}\n`,
      )
    }
    if (only) await copy(exec, id, only, process.stdout)
    else for (const stream of streams) await copy(exec, id, stream, process[stream])
    return 0
  },
}

/** All of it, however long: the server gives it in pieces. */
async function copy(exec: ProjectExec, id: string, stream: 'stdout' | 'stderr', to: NodeJS.WriteStream): Promise<void> {
  for (let from = 0; ; ) {
    const { text, byte_to } = await exec.log(id, stream, { byte_from: from })
    if (byte_to <= from) return
    print(text, to)
    from = byte_to
  }
}
