import { engineImport } from './engine-import.ts'
import { engineInstall, engineUpgrade } from './engine-install.ts'
import { engineList } from './engine-list.ts'
import { engineLogin } from './engine-login.ts'
import { engineProbe } from './engine-probe.ts'
import { engineRollback } from './engine-rollback.ts'
import { refuseNothing, refuseUsage, say, UsageError } from './words.ts'

export interface EngineCommand {
  readonly help: string
  run(args: readonly string[]): Promise<number>
}

const commands: Readonly<Record<string, EngineCommand>> = {
  list: engineList,
  install: engineInstall,
  upgrade: engineUpgrade,
  rollback: engineRollback,
  probe: engineProbe,
  login: engineLogin,
  import: engineImport,
}

const help = `Engines: the CLI agents that run skills.

  engine list                  list what is enabled, installed and ready
  engine install <engine>      install the version that this release was tested with
  engine upgrade <engine>      upgrade to the newest version on npm, if it works, and print the differences
  engine rollback <engine>     return to the previously used version
  engine probe <engine>        test what the installed version can do
  engine login <engine>        sign in for the server, with the engine's own login
  engine import <engine>       copy an existing sign-in
  engine <command> --help      help for one command
`

/** `skill-runner engine …` */
export async function engine([name, ...rest]: readonly string[]): Promise<number> {
  if (name === '--help') return say(help)
  if (name === undefined) return refuseNothing('Name an engine command.', help)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return refuseUsage(`Unknown command: engine ${name}`, 'engine')
  if (rest.includes('--help')) return say(command.help)
  try {
    return await command.run(rest)
  } catch (error) {
    if (error instanceof UsageError) return refuseUsage(error.message, `engine ${name}`)
    throw error
  }
}
