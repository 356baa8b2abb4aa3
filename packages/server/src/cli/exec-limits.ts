import type { BodyOf } from '@agent-skill-runner/sdk/source'
import type { ClientCommand } from './client-command.ts'
import { projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { helpOf } from './exit-codes.ts'
import { pairsOf } from './given-values.ts'
import { noWords } from './one-word.ts'
import { plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say, UsageError } from './words.ts'

const endings = helpOf('succeeded', 'usage', 'unreachable', 'refused')

export const execProviders: ClientCommand = {
  help: `skill-runner exec providers [--json]

Shows where commands of a project run: the sandbox, the hosts that they can ask to reach, and all limits.

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    noWords(positionals)
    const { exec } = await projectOf(values)
    const told = await exec.providers()
    if (values.json) return say(`${JSON.stringify(told, null, 2)}\n`)
    const { mode, sandbox, network, limits } = told
    const rows = [
      ['Mode', mode],
      ['Sandbox', sandbox.reason === null ? sandbox.status : `${sandbox.status}: ${sandbox.reason}`],
      ['System calls', sandbox.system_calls ?? 'filtered'],
      ['Network', network.allow.join(', ') || 'none'],
      ...Object.entries(limits).map(([name, value]) => [name, value === 0 ? 'no limit' : String(value)]),
    ]
    return say(tableOf(rows.map((row) => row.map(plain))))
  },
}

export const execLimits: ClientCommand = {
  help: `skill-runner exec limits [--json]

Shows what the project may use, and which of its limits were set for it.

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}": exec limits set changes limits`)
    const { exec } = await projectOf(values)
    return tell(await exec.limits(), values.json)
  },
}

export const execLimitsSet: ClientCommand = {
  help: `skill-runner exec limits set [NAME=NUMBER …] [--json]

Sets the limits of a project, in place of those it had: exec limits set task_sec=600 running_tasks=2. Without any, the project
has what the server allows. exec limits lists the names. Needs a token with the scope admin.

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const limits = [...pairsOf('exec limits set', positionals)].map(([name, text]) => {
      if (!/^\d{1,15}(\.\d{1,9})?$/.test(text)) throw new UsageError(`${name} must be a number, not "${text}"`)
      return [name, Number(text)] as const
    })
    const { exec } = await projectOf(values)
    // The server knows the names, and says which there are.
    return tell(await exec.setLimits(Object.fromEntries(limits) as BodyOf<'putProjectLimits'>), values.json)
  },
}

interface Told {
  readonly own: object
  readonly effective: object
}

function tell(told: Told, asJson = false): number {
  if (asJson) return say(`${JSON.stringify(told, null, 2)}\n`)
  const rows = Object.entries(told.effective).map(([name, value]) => [
    ...[name, value === 0 ? 'no limit' : String(value), Object.hasOwn(told.own, name) ? 'set for the project' : ''],
  ])
  return say(tableOf([['LIMIT', 'VALUE', ''], ...rows]))
}
