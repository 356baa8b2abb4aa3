import type { ClientCommand } from './client-command.ts'
import { projectFlags, projectHelp, projectOf } from './exec-flags.ts'
import { helpOf } from './exit-codes.ts'
import { noWords, oneWord } from './one-word.ts'
import { plain } from './plain.ts'
import { tableOf } from './table.ts'
import { parseWords, say, UsageError } from './words.ts'

const endings = helpOf('succeeded', 'usage', 'unreachable', 'refused')

/** As many as the server gives: it has no further pages of them. */
const mostListed = 1000

export const execSessions: ClientCommand = {
  help: `skill-runner exec sessions [--json]

Lists the sessions of a project, the one that was used last first, and at most ${mostListed} of them.

${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, projectFlags)
    noWords(positionals)
    const { exec } = await projectOf(values)
    const { sessions } = await exec.sessions({ limit: mostListed })
    if (values.json) return say(`${JSON.stringify(sessions, null, 2)}\n`)
    const rows = sessions.map(({ session_id, owner, last_used_at, created_at }) => [
      plain(session_id),
      plain(owner),
      last_used_at,
      created_at,
    ])
    return say(tableOf([['SESSION', 'OWNER', 'LAST USED', 'CREATED'], ...rows]))
  },
}

export const execSessionActivate: ClientCommand = {
  help: `skill-runner exec session activate <session> <skill> [--version HASH] [--json]

Copies a skill into one of your sessions, and chooses the version that commands use there from then on.

  --version HASH       this version, by at least 8 characters of its hash (default: the active one)
${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, { ...projectFlags, version: { type: 'string' } })
    const [session, ...rest] = positionals
    if (session === undefined) throw new UsageError('Name the session and the skill')
    const skill_name = oneWord(rest, 'the skill')
    const { exec } = await projectOf(values)
    const version = values.version === undefined ? {} : { version: values.version }
    const activated = await exec.activate(session, { skill_name, ...version })
    const text = `${activated.skill_name} ${activated.version_hash.slice(0, 12)} is in ${activated.folder}.\n`
    return say(values.json ? `${JSON.stringify(activated, null, 2)}\n` : plain(text))
  },
}

export const execSessionDelete: ClientCommand = {
  help: `skill-runner exec session delete <session> [--owner OWNER] [--json]

Deletes one of your sessions with everything in its folder. Nothing may run in it.

  --owner OWNER        that of this caller, as exec sessions lists them; needs admin
${projectHelp}
${endings}`,
  async run(args) {
    const { values, positionals } = parseWords(args, { ...projectFlags, owner: { type: 'string' } })
    const id = oneWord(positionals, 'the session to delete')
    const { exec } = await projectOf(values)
    const removed = await exec.deleteSession(id, values.owner === undefined ? {} : { owner: values.owner })
    return say(values.json ? `${JSON.stringify(removed, null, 2)}\n` : `${plain(id)} is deleted.\n`)
  },
}
