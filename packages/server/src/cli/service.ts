import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { repository } from '../app/version.ts'
import { codeOf, messageOf } from '../lib/thrown.ts'
import { capture } from '../process/capture.ts'
import { exits, helpOf } from './exit-codes.ts'
import { noWords } from './one-word.ts'
import { isClone, serverFolder } from './server-folder.ts'
import { firstLine, systemHome, systemUser, unitOf } from './service-unit.ts'
import { parseWords, refuseNothing, refuseUsage, say, UsageError } from './words.ts'

const help = `Runs the server as a service of systemd. These commands write or remove one file, and print the commands that do the rest.

  service install [--system] [--print]   write the unit: for your user, or with --system for the machine
  service uninstall [--system]           remove it; data and settings stay

  --system   a service of the machine, with the user ${systemUser} and its data in ${systemHome}; needs root
  --print    print the unit, and write nothing

${helpOf('succeeded', 'failed', 'usage')}`

/** `skill-runner service …` */
export async function service([name, ...rest]: readonly string[]): Promise<number> {
  if (name === '--help' || rest.includes('--help')) return say(help)
  if (name === undefined) return refuseNothing('Name a service command.', help)
  try {
    if (name === 'install') return await install(rest)
    if (name === 'uninstall') return uninstall(rest)
  } catch (error) {
    if (error instanceof UsageError) return refuseUsage(error.message, 'service')
    if (codeOf(error)) return refuse(messageOf(error))
    throw error
  }
  return refuseUsage(`Unknown command: service ${name}`, 'service')
}

async function install(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(args, { system: { type: 'boolean' }, print: { type: 'boolean' } })
  noWords(positionals)
  const isSystem = values.system ?? false
  if (isSystem && isClone)
    return refuse('A service of the machine needs the npm package: a clone belongs to its user (docs/install.md).')
  const systemd = await systemdVersion()
  const unit = unitOf({
    isSystem,
    node: process.execPath,
    program: join(repository, isClone ? 'bootstrap.mjs' : 'packages/server/bin/skill-runner.mjs'),
    environmentFile: environmentFileOf(isSystem),
    systemd,
  })
  if (values.print) return say(unit)
  if (systemd === null) return refuse('There is no systemd here. To see the unit: ./skill-runner service install --print')
  const file = unitFile(isSystem)
  if (isForeign(file)) return refuse(`${file} was not written by this command. Move it away first.`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, unit)
  return say(`Wrote ${file}. Settings go into ${environmentFileOf(isSystem)}, one NAME=value a line. ${nextSteps(isSystem)}`)
}

function uninstall(args: readonly string[]): number {
  const { values, positionals } = parseWords(args, { system: { type: 'boolean' } })
  noWords(positionals)
  const isSystem = values.system ?? false
  const file = unitFile(isSystem)
  if (!existsSync(file)) return say(`There is no ${file}: nothing was removed.\n`)
  if (isForeign(file)) return refuse(`${file} was not written by this command, and stays.`)
  const target = isSystem ? 'multi-user.target' : 'default.target'
  // What "systemctl enable" made of it; without the unit "systemctl disable" finds nothing.
  for (const path of [file, join(dirname(file), `${target}.wants`, unitName)]) rmSync(path, { force: true })
  const control = controlOf(isSystem)
  return say(
    `Removed ${file}. Data and settings stay. To stop the server:\n  ${control} stop skill-runner\n  ${control} daemon-reload\n`,
  )
}

const unitName = 'skill-runner.service'

function unitFile(isSystem: boolean): string {
  if (isSystem) return join('/etc/systemd/system', unitName)
  return join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'systemd/user', unitName)
}

const environmentFileOf = (isSystem: boolean): string =>
  isSystem ? '/etc/skill-runner/skill-runner.env' : join(serverFolder, 'skill-runner.env')

const controlOf = (isSystem: boolean): string => (isSystem ? 'systemctl' : 'systemctl --user')

/** One that somebody else wrote under our name. */
function isForeign(file: string): boolean {
  try {
    return !readFileSync(file, 'utf8').startsWith(firstLine)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

function nextSteps(isSystem: boolean): string {
  const control = controlOf(isSystem)
  const steps = [
    ...(isSystem ? [`useradd --system --home-dir ${systemHome} --shell /usr/sbin/nologin ${systemUser}`] : []),
    `${control} daemon-reload`,
    `${control} enable --now skill-runner`,
    ...(isSystem ? [] : ['loginctl enable-linger   # it starts with the machine, and runs while you are signed out']),
    `${control} status skill-runner`,
  ]
  return `Next:\n${steps.map((step) => `  ${step}\n`).join('')}`
}

async function systemdVersion(): Promise<number | null> {
  const { code, stdout } = await capture(['systemctl', '--version'], { timeoutMs: 20_000 })
  const [, version] = /^systemd (\d+)/.exec(code === 0 ? stdout : '') ?? []
  return version === undefined ? null : Number(version)
}

function refuse(reason: string): number {
  process.stderr.write(`${reason}\n`)
  return exits.failed.code
}
