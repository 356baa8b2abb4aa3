import type { SkillSwitched } from '@agent-skill-runner/sdk/source'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say } from './words.ts'

const endings = helpOf('succeeded', 'usage', 'unreachable', 'refused')

export const skillVersions: ClientCommand = {
  help: `skill-runner skill versions <skill> [--json]

Lists the versions that were installed as packages: the one in use, and those that you can restore.

${serverHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, serverFlags)
    const id = oneWord(positionals, 'the skill')
    const view = await (await connect(values)).skills.versions(id)
    if (values.json) return say(`${JSON.stringify(view, null, 2)}\n`)
    const rows = view.versions.map(({ version, current, installed_at, digest }) => [
      plain(version),
      current ? 'yes' : 'no',
      installed_at,
      digest.slice(0, 12),
    ])
    return say(tableOf([['VERSION', 'IN USE', 'INSTALLED', 'DIGEST'], ...rows]))
  },
}

export const skillRestore: ClientCommand = {
  help: `skill-runner skill restore <skill> [--version V] [--digest D] [--json]

Uses an archived version again (default: the previously used one). New jobs use it; existing jobs keep their version.

  --version V          the version to restore
  --digest D           the beginning of its digest
${serverHelp}
${endings}`,
  async run(args) {
    const flags = { ...serverFlags, version: { type: 'string' }, digest: { type: 'string' } } as const
    const { values, positionals } = parseWords(args, flags)
    const id = oneWord(positionals, 'the skill to restore')
    const { version, digest } = values
    const which = { ...(version === undefined ? {} : { version }), ...(digest === undefined ? {} : { digest }) }
    return told(await (await connect(values)).skills.restore(id, which), values.json)
  },
}

export const skillRemove: ClientCommand = {
  help: `skill-runner skill remove <skill> [--json]

Removes a skill from use. It is archived and can be restored; existing jobs continue.

${serverHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, serverFlags)
    const id = oneWord(positionals, 'the skill to remove')
    return told(await (await connect(values)).skills.remove(id), values.json)
  },
}

function told(switched: SkillSwitched, asJson = false): number {
  const { skill_id, version, archived_version } = switched
  const now = version === null ? `${skill_id} is no longer in use` : `${skill_id} ${version} is in use`
  const before = archived_version === null ? '' : `, and ${archived_version} is archived`
  return say(asJson ? `${JSON.stringify(switched, null, 2)}\n` : `${plain(now + before)}.\n`)
}
