import type { ClientCommand } from './client-command.ts'
import { projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { helpOf } from './exit-codes.ts'
import { noWords, oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say } from './words.ts'

const endings = helpOf('succeeded', 'usage', 'unreachable', 'refused')

export const profilesList: ClientCommand = {
  help: `skill-runner exec profiles list [--json]

Lists the profiles of a project: which tools their tokens may use.

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    noWords(positionals)
    const { profiles } = await projectOf(values)
    const found = await profiles.list()
    if (values.json) return say(`${JSON.stringify(found, null, 2)}\n`)
    const rows = found.map(({ name, ui_allowed, allowed_tools }) => [
      ...[name, ui_allowed ? 'yes' : 'no', allowed_tools.join(' ') || 'none'],
    ])
    return say(tableOf([['PROFILE', 'UI', 'TOOLS'], ...rows.map((row) => row.map(plain))]))
  },
}

export const profilesPut: ClientCommand = {
  help: `skill-runner exec profiles put <name> [--tool TOOL …] [--ui] [--json]

Creates or replaces a profile. Needs a token with the scope admin.

  --tool TOOL          a tool that its tokens may use, like skills_run_cmd; repeat it for more (default: none)
  --ui                 web pages may run something with it
${projectHelp}
${endings}`,
  async run(args) {
    const flags = { ...projectFlags, tool: { type: 'string', multiple: true }, ui: { type: 'boolean' } } as const
    const { values, positionals } = parseWords(args, flags)
    const name = oneWord(positionals, 'the profile')
    const { profiles } = await projectOf(values)
    const profile = await profiles.put(name, { allowed_tools: values.tool ?? [], ui_allowed: values.ui ?? false })
    return say(values.json ? `${JSON.stringify(profile, null, 2)}\n` : plain(`${name} is set.\n`))
  },
}

export const profilesDelete: ClientCommand = {
  help: `skill-runner exec profiles delete <name> [--json]

Deletes a profile: tokens that name it can then use no tool. Needs a token with the scope admin.

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const name = oneWord(positionals, 'the profile to delete')
    const { profiles } = await projectOf(values)
    const removed = await profiles.remove(name)
    return say(values.json ? `${JSON.stringify(removed, null, 2)}\n` : plain(`${name} is deleted.\n`))
  },
}
