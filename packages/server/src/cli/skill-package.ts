import type { PackageInstall, PackageVerdict } from '@agent-skill-runner/sdk'
import { type ClientCommand, problemText } from './client-command.ts'
import { connect, serverFlags, serverHelp } from './connect.ts'
import type { ServerFlags } from './destination.ts'
import { exits, helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { parseWords, say } from './words.ts'
import { NoPackageError, packageAt } from './zip-folder.ts'

const what = `A folder is zipped without .git, .DS_Store and __MACOSX; its name must match the name in SKILL.md.`

export const skillInstall: ClientCommand = {
  help: `skill-runner skill install <zip or folder> [--json]

Installs a skill on a server, or updates it to a greater version. Existing jobs keep their version.
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
    if (install.error) process.stderr.write(problemText(install.error))
    return install.status === 'succeeded' ? exits.succeeded.code : exits.failed.code
  },
}

const installed = ({ status, skill_id, version, action }: PackageInstall): string =>
  status === 'succeeded' ? plain(`${skill_id} ${version} is ${action === 'update' ? 'updated' : 'installed'} and in use.\n`) : ''

export const skillValidate: ClientCommand = {
  help: `skill-runner skill validate <zip or folder> [--json]

Lists every problem of a skill, one per line, and installs nothing.
${what}

${serverHelp}
${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused')}`,
  async run(args) {
    const { values, positionals } = parseWords(args, serverFlags)
    const verdict = await verdictOn(oneWord(positionals, 'the zip or folder to validate'), values)
    say(values.json ? `${JSON.stringify(verdict, null, 2)}\n` : judged(verdict))
    return verdict.valid ? exits.succeeded.code : exits.failed.code
  },
}

/** What no package can hold is not sent, and is as wrong as what the server finds. */
async function verdictOn(path: string, flags: ServerFlags): Promise<PackageVerdict> {
  try {
    const zip = await packageAt(path)
    return await (await connect(flags)).packages.validate(zip)
  } catch (error) {
    if (!(error instanceof NoPackageError)) throw error
    const { entry, message } = error
    return { ...unknown, valid: false, problems: [{ entry, message }], warnings: [] }
  }
}

const unknown = { skill_id: null, version: null, digest: null, action: null }

function judged({ valid, skill_id, version, action, problems, warnings }: PackageVerdict): string {
  const lines = [
    ...problems.map(({ entry, message }) => (entry === null || message.startsWith(entry) ? message : `${entry}: ${message}`)),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(valid ? [`${skill_id} ${version} can be ${action === 'update' ? 'installed as an update' : 'installed'}.`] : []),
  ]
  return plain(lines.map((line) => `${line}\n`).join(''))
}
