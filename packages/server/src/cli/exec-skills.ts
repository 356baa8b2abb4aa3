import type { ClientCommand } from './client-command.ts'
import { projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { helpOf } from './exit-codes.ts'
import { noWords, oneWord } from './one-word.ts'
import { oneLine, plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say } from './words.ts'

const endings = helpOf('succeeded', 'usage', 'unreachable', 'refused')

export const skillsList: ClientCommand = {
  help: `skill-runner exec skills list [--json]

Lists the skills of a project.

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    noWords(positionals)
    const { skills } = await projectOf(values)
    const found = await Array.fromAsync(skills.list())
    if (values.json) return say(`${JSON.stringify(found, null, 2)}\n`)
    const rows = found.map(({ name, version_hash, enabled, source, description }) => [
      plain(name),
      version_hash.slice(0, 12),
      enabled ? 'yes' : 'no',
      source,
      oneLine(description, 100),
    ])
    return say(tableOf([['SKILL', 'VERSION', 'ENABLED', 'SOURCE', 'WHAT'], ...rows]))
  },
}

export const skillsLoad: ClientCommand = {
  help: `skill-runner exec skills load <skill> [path] [--version HASH]

Prints a file of a skill as it is (default: SKILL.md). --json lists its files instead.

  --version HASH       of this version, by at least 8 characters of its hash (default: the active one)
  --json               the files of the skill as one JSON document
${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, { ...projectFlags, version: { type: 'string' } })
    const [name, path, ...more] = positionals
    const skill = oneWord([...(name === undefined ? [] : [name]), ...more], 'the skill')
    const { skills } = await projectOf(values)
    const { version } = values
    if (values.json) return say(`${JSON.stringify(await skills.files(skill, { version }), null, 2)}\n`)
    const bytes = Buffer.from(await (await skills.read(skill, path, { version })).arrayBuffer())
    process.stdout.write(process.stdout.isTTY ? plain(bytes.toString('utf8')) : bytes)
    return 0
  },
}

export const skillsVersions: ClientCommand = {
  help: `skill-runner exec skills versions <skill> [--json]

Lists every version of a skill that was uploaded, the newest first.

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const name = oneWord(positionals, 'the skill')
    const { skills } = await projectOf(values)
    const view = await skills.versions(name)
    if (values.json) return say(`${JSON.stringify(view, null, 2)}\n`)
    const rows = view.versions.map(({ version_hash, active, uploaded_at }) => [
      version_hash.slice(0, 12),
      active ? 'yes' : 'no',
      uploaded_at ?? '–',
    ])
    return say(tableOf([['VERSION', 'ACTIVE', 'UPLOADED'], ...rows]))
  },
}
