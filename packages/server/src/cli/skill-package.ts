import type { PackageInstall, PackageVerdict } from '@agent-skill-runner/sdk'
import { type ClientCommand, problemText } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import { exits, helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { parseWords, say } from './words.ts'
import { packageAt } from './zip-folder.ts'

const what = `A folder is zipped as it is, less .git, .DS_Store and __MACOSX; it has the name that its SKILL.md says.`

export const skillInstall: ClientCommand = {
  help: `skill-runner skill install <zip or folder> [--json]

Installs a skill on a server, or updates it to a greater version. Jobs that were created before keep theirs.
${what}

${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused')}`,
  async run(args) {
    const { values, positionals } = parseWords(args, serverFlags)
    const zip = await packageAt(oneWord(positionals, 'the zip or folder to install'))
    const { packages } = await connect(values)
    const { request_id } = await packages.install(zip)
    const install = await packages.wait(request_id)
    say(values.json ? `${JSON.stringify(install, null, 2)}\n` : installed(install))
    if (install.error) process.stderr.write(problemText({ ...install.error, details: install.error.details ?? null }))
    return install.status === 'succeeded' ? exits.succeeded.code : exits.failed.code
  },
}

const installed = ({ status, skill_id, version, action }: PackageInstall): string =>
  status === 'succeeded' ? plain(`${skill_id} ${version} is ${action === 'update' ? 'updated' : 'installed'} and in use.\n`) : ''

export const skillValidate: ClientCommand = {
  help: `skill-runner skill validate <zip or folder> [--json]

Says all that is wrong with a skill, one problem on each line, and installs nothing.
${what}

${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused')}`,
  async run(args) {
    const { values, positionals } = parseWords(args, serverFlags)
    const zip = await packageAt(oneWord(positionals, 'the zip or folder to validate'))
    const verdict = await (await connect(values)).packages.validate(zip)
    say(values.json ? `${JSON.stringify(verdict, null, 2)}\n` : judged(verdict))
    return verdict.valid ? exits.succeeded.code : exits.failed.code
  },
}

function judged({ valid, skill_id, version, action, problems, warnings }: PackageVerdict): string {
  const lines = [
    ...problems.map(({ entry, message }) => (entry === null || message.startsWith(entry) ? message : `${entry}: ${message}`)),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(valid ? [`${skill_id} ${version} can be ${action === 'update' ? 'updated to' : 'installed'}.`] : []),
  ]
  return plain(lines.map((line) => `${line}\n`).join(''))
}
