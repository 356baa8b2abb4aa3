import { chmodSync, chownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '')
const isRoot = process.getuid?.() === 0
const user = 240_950

/** Where a program that is started as another user finds a path of the repository. */
export const asUserSees = (path: string): string => (isRoot ? path.replace(repository, '/repo') : path)

/** The Node that runs the tests, as that user finds it. */
export const nodeOfUser: string = isRoot ? '/opt/node' : process.execPath

const systemLinks = ['bin', 'lib', 'lib64', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`])

/** No agent runs as root: a command as an ordinary user who owns this folder, and can read the clone wherever it lies. */
export function asUser(folder: string, command: readonly string[]): [string, ...string[]] {
  const [program = '', ...args] = command
  if (!isRoot) return [program, ...args]
  give(folder)
  return [
    ...(['/usr/bin/bwrap', '--die-with-parent', '--ro-bind', '/usr', '/usr', '--ro-bind', '/etc', '/etc'] as const),
    ...systemLinks,
    ...['--dev-bind', '/dev', '/dev', '--bind', '/proc', '/proc', '--tmpfs', '/tmp', '--bind', folder, folder],
    ...['--ro-bind', repository, '/repo', '--dir', '/opt', '--ro-bind', process.execPath, '/opt/node', '--chdir', folder],
    ...['/usr/bin/setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', program, ...args],
  ]
}

function give(folder: string): void {
  chownSync(folder, user, user)
  chmodSync(folder, 0o700)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) chownSync(join(folder, name), user, user)
}
