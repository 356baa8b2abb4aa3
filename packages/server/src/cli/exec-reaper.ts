import type { AnswerOf } from '@agent-skill-runner/sdk/source'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { helpOf } from './exit-codes.ts'
import { noWords } from './one-word.ts'
import { plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say } from './words.ts'

const endings = helpOf('succeeded', 'usage', 'unreachable', 'refused')

export const execReaper: ClientCommand = {
  help: `skill-runner exec reaper [--json]

Shows what the reaper of the server ends and deletes, when it last ran, and what it did. Needs a token with the scope admin.

${serverHelp}
${endings}`,
  async run(args) {
    const values = valuesIn(args)
    const told = await (await connect(values)).management.reaper()
    return say(values.json ? `${JSON.stringify(told, null, 2)}\n` : textOf(told))
  },
}

function textOf({ every_sec, limits, last_finished_at, last_error, last, total }: AnswerOf<'getReaper'>): string {
  const rows = [
    ['every_sec', String(every_sec)],
    ...Object.entries(limits).map(([name, value]) => [name, String(value)]),
    ['last ran', last_finished_at ?? 'not yet'],
    ...(last_error === null ? [] : [['last error', plain(last_error)]]),
    ...Object.entries(total).map(([name, count]) => [name, `${last[name as keyof typeof last]}, ${count} since the start`]),
  ]
  return tableOf(rows)
}

export const execReaperRun: ClientCommand = {
  help: `skill-runner exec reaper run [--json]

Runs the reaper now, and shows what it did. Needs a token with the scope admin.

${serverHelp}
${endings}`,
  async run(args) {
    const values = valuesIn(args)
    const { reaped } = await (await connect(values)).management.runReaper()
    if (values.json) return say(`${JSON.stringify(reaped, null, 2)}\n`)
    return say(tableOf(Object.entries(reaped).map(([name, count]) => [name, String(count)])))
  },
}

function valuesIn(args: readonly string[]) {
  const { values, positionals } = parseWords(args, serverFlags)
  noWords(positionals)
  return values
}
