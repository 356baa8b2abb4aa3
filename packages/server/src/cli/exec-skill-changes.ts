import type { ClientCommand } from './client-command.ts'
import { projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { parseWords, say, UsageError } from './words.ts'
import { folderHelp, packageAt } from './zip-folder.ts'

const endings = helpOf('succeeded', 'usage', 'unreachable', 'refused')

export const skillsUpload: ClientCommand = {
  help: `skill-runner exec skills upload <zip or folder> [--json]

Uploads a skill to a project, where it is used at once. The first upload creates the project.
${folderHelp}

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const zip = await packageAt(oneWord(positionals, 'the zip or folder to upload'))
    const { skills } = await projectOf(values)
    const uploaded = await skills.upload(zip)
    const { name, version_hash, action } = uploaded
    const text = `${name} ${version_hash.slice(0, 12)} is ${action} and in use.\n`
    return say(values.json ? `${JSON.stringify(uploaded, null, 2)}\n` : plain(text))
  },
}

export const skillsActivate: ClientCommand = {
  help: `skill-runner exec skills activate <skill> <version> [--json]

Uses another version of a skill, by at least 8 characters of its hash (exec skills versions lists them).

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const [name, ...rest] = positionals
    if (name === undefined) throw new UsageError('Name the skill and its version')
    const version = oneWord(rest, 'the version')
    const { skills } = await projectOf(values)
    const skill = await skills.activate(name, version)
    const text = `${skill.name} ${skill.version_hash.slice(0, 12)} is in use.\n`
    return say(values.json ? `${JSON.stringify(skill, null, 2)}\n` : plain(text))
  },
}

export const skillsEnable = switching('enable', 'Enables a skill of a project.', true)
export const skillsDisable = switching('disable', 'Disables a skill of a project: it can be neither loaded nor run.', false)

function switching(word: string, what: string, enabled: boolean): ClientCommand {
  return {
    help: `skill-runner exec skills ${word} <skill> [--json]\n\n${what}\n\n${projectHelp}\n${endings}`,
    async run(args) {
      const { values, positionals } = parseWords(args, projectFlags)
      const name = oneWord(positionals, `the skill to ${word}`)
      const { skills } = await projectOf(values)
      const skill = await skills.setEnabled(name, enabled)
      return say(values.json ? `${JSON.stringify(skill, null, 2)}\n` : plain(`${skill.name} is ${word}d.\n`))
    },
  }
}

export const skillsDelete: ClientCommand = {
  help: `skill-runner exec skills delete <skill> [--json]

Deletes a skill of a project with all its versions.

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    const name = oneWord(positionals, 'the skill to delete')
    const { skills } = await projectOf(values)
    const removed = await skills.remove(name)
    return say(values.json ? `${JSON.stringify(removed, null, 2)}\n` : plain(`${name} is deleted.\n`))
  },
}
