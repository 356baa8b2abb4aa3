import { type ClientCommand, perform } from './client-command.ts'
import { skillList, skillShow } from './skill-list.ts'
import { skillInstall, skillValidate } from './skill-package.ts'
import { skillRemove, skillRestore, skillVersions } from './skill-versions.ts'
import { refuseNothing, refuseUsage, say } from './words.ts'

const commands: Readonly<Record<string, ClientCommand>> = {
  list: skillList,
  show: skillShow,
  install: skillInstall,
  validate: skillValidate,
  versions: skillVersions,
  restore: skillRestore,
  remove: skillRemove,
}

const help = `Skills of a server.

  skill list                         all of them, broken ones with the reason
  skill show <skill>                 one of them: what it takes and gives
  skill validate <zip or folder>     all that is wrong with a package
  skill install <zip or folder>      install it, or update it to a greater version
  skill versions <skill>             what is installed, and what can be restored
  skill restore <skill>              use an old version again
  skill remove <skill>               take it out of use; it can be restored
  skill <command> --help             more about one of them
`

/** `skill-runner skill …` */
export async function skill([name, ...rest]: readonly string[]): Promise<number> {
  if (name === '--help') return say(help)
  if (name === undefined) return refuseNothing('Say what to do with skills.', help)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return command ? perform(`skill ${name}`, command, rest) : refuseUsage(`There is no command "skill ${name}"`, 'skill')
}
