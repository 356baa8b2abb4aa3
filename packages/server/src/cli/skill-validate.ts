import type { PackageVerdict } from '@agent-skill-runner/sdk/source'
import type { ClientCommand } from './client-command.ts'
import { connect, serverFlags } from './connect.ts'
import type { ServerFlags } from './destination.ts'
import { exits, helpOf } from './exit-codes.ts'
import { oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { validateHere } from './validate-here.ts'
import { parseWords, say } from './words.ts'
import { folderHelp, NoPackageError, packageAt } from './zip-folder.ts'

export const skillValidate: ClientCommand = {
  help: `skill-runner skill validate <zip or folder> [--json] [--server URL]

Lists every problem and warning of a skill, one per line, and installs nothing. No server is needed.
${folderHelp}

  --server URL         ask this server instead: it also says whether it would install or update the skill
  --token-file PATH    a file with its token (default: SKILL_RUNNER_TOKEN)

${helpOf('succeeded', 'failed', 'usage', 'unreachable', 'refused')}`,
  async run(args) {
    const { values, positionals } = parseWords(args, serverFlags)
    const verdict = await verdictOn(oneWord(positionals, 'the zip or folder to validate'), values)
    say(values.json ? `${JSON.stringify(verdict, null, 2)}\n` : judged(verdict))
    return verdict.valid ? exits.succeeded.code : exits.failed.code
  },
}

/** What no package can hold is as wrong as what is found in one. */
async function verdictOn(path: string, flags: ServerFlags): Promise<PackageVerdict> {
  try {
    const zip = await packageAt(path)
    return flags.server === undefined ? await verdictHere(zip) : await (await connect(flags)).packages.validate(zip)
  } catch (error) {
    if (!(error instanceof NoPackageError)) throw error
    const { entry, message } = error
    return { ...unknown, valid: false, problems: [{ entry, message }], warnings: [] }
  }
}

const unknown = { skill_id: null, version: null, digest: null, action: null }

async function verdictHere(zip: Blob): Promise<PackageVerdict> {
  const { presentVerdict } = await import('../http/present-verdict.ts')
  return presentVerdict(await validateHere(zip))
}

function judged({ valid, skill_id, version, action, problems, warnings }: PackageVerdict): string {
  const lines = [
    ...problems.map(({ entry, message }) => (entry === null || message.startsWith(entry) ? message : `${entry}: ${message}`)),
    ...warnings.map((warning) => `warning: ${warning}`),
    ...(valid ? [`${skill_id} ${version} ${outcomeOf(action)}.`] : []),
  ]
  return plain(lines.map((line) => `${line}\n`).join(''))
}

function outcomeOf(action: PackageVerdict['action']): string {
  if (action === null) return 'is valid'
  if (action === 'unchanged') return 'is already installed'
  return action === 'update' ? 'can be installed as an update' : 'can be installed'
}
