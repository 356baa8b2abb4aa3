import { type ClientCommand, perform } from './client-command.ts'
import { skillInstall } from './skill-install.ts'
import { skillList, skillShow } from './skill-list.ts'
import { skillNew } from './skill-new.ts'
import { skillTest } from './skill-test.ts'
import { skillValidate } from './skill-validate.ts'
import { skillRemove, skillRestore, skillVersions } from './skill-versions.ts'
import { refuseNothing, refuseUsage, say } from './words.ts'

const commands: Readonly<Record<string, ClientCommand>> = {
  new: skillNew,
  list: skillList,
  show: skillShow,
  install: skillInstall,
  validate: skillValidate,
  test: skillTest,
  versions: skillVersions,
  restore: skillRestore,
  remove: skillRemove,
}

const help = `Skills, mostly those of a server.

  skill list                         list all skills, invalid ones with the reason
  skill show <skill>                 show one skill: its input and output
  skill validate <zip or folder>     list every problem of a package; needs no server
  skill test <skill, zip or folder>  run its test cases, and say on which engine they pass
  skill install <zip or folder>      install it, or update it to a greater version
  skill versions <skill>             list the installed and archived versions
  skill restore <skill>              use an archived version again
  skill remove <skill>               remove it from use; it can be restored
  skill new <folder>                 create a skill to start from; needs no server
  skill <command> --help             help for one command
`

/** `skill-runner skill …` */
export async function skill([name, ...rest]: readonly string[]): Promise<number> {
  if (name === '--help') return say(help)
  if (name === undefined) return refuseNothing('Name a skill command.', help)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  return command ? perform(`skill ${name}`, command, rest) : refuseUsage(`Unknown command: skill ${name}`, 'skill')
}
