import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const isRoot = process.getuid?.() === 0
const user = 240_951

/** What the inside tells. */
export type Told =
  | { readonly event: 'start'; readonly pid: number }
  | { readonly event: 'data'; readonly stream: 'stdout' | 'stderr'; readonly bytes: string }
  | { readonly event: 'end'; readonly code: number | null; readonly signal: string | null }
  | { readonly event: 'done'; readonly bytes?: string }
  | { readonly event: 'failed'; readonly problem: string }

export interface Machine {
  /** What comes of an operation, until it is over or the machine is gone. */
  ask(operation: object, hear: (told: Told) => void): void
  readonly gone: Promise<unknown>
  /** At once, with everything in it. */
  end(): Promise<void>
}

/** The machine of one sandbox: a folder of its own, no network, its own processes, and an ordinary user. */
export async function openMachine(folder: string): Promise<Machine> {
  mkdirSync(join(folder, 'tmp'), { recursive: true })
  mkdirSync(join(folder, 'home'))
  if (isRoot) for (const name of ['home', 'tmp']) chownSync(join(folder, name), user, user)
  const [program = '', ...args] = commandFor(folder)
  const child = spawn(program, args, { env: { PATH: '/usr/bin:/bin' }, cwd: '/', stdio: ['pipe', 'pipe', 'inherit'] })
  const gone = once(child, 'close')
  const hearers = new Map<number, (told: Told) => void>()
  const ready = Promise.withResolvers<void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, ...told } = JSON.parse(line)
    if (id === undefined) return ready.resolve()
    hearers.get(id)?.(told)
    if (told.event !== 'start' && told.event !== 'data') hearers.delete(id)
  })
  child.stdin.on('error', () => {})
  void gone.then(() => ready.reject(new Error('the stand-in of a sandbox could not be started')))
  await ready.promise
  let last = 0
  return {
    ask(operation, hear) {
      hearers.set(++last, hear)
      child.stdin.write(`${JSON.stringify({ id: last, ...operation })}\n`)
    },
    gone,
    end: () => killed(child, gone),
  }
}

async function killed(child: ChildProcess, gone: Promise<unknown>): Promise<void> {
  child.kill('SIGKILL')
  await gone
}

const systemLinks = ['bin', 'lib', 'lib64', 'sbin'].flatMap((name) => ['--symlink', `usr/${name}`, `/${name}`])
const libraries = ['/etc/ld.so.cache', '/etc/alternatives'].filter((path) => existsSync(path))

function commandFor(folder: string): string[] {
  const agent = fileURLToPath(new URL('agent.mjs', import.meta.url))
  const asUser = ['/usr/bin/setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--no-new-privs']
  return [
    ...['/usr/bin/bwrap', '--die-with-parent', '--new-session', '--unshare-pid', '--unshare-net', '--unshare-ipc'],
    ...[
      '--ro-bind',
      '/usr',
      '/usr',
      '--dir',
      '/etc',
      '--dir',
      '/home',
      ...systemLinks,
      ...libraries.flatMap((path) => ['--ro-bind', path, path]),
    ],
    ...['--dev', '/dev', '--proc', '/proc', '--bind', join(folder, 'tmp'), '/tmp', '--bind', join(folder, 'home'), '/home/user'],
    ...[
      '--dir',
      '/opt',
      '--ro-bind',
      process.execPath,
      '/opt/node',
      '--ro-bind',
      agent,
      '/opt/agent.mjs',
      '--chdir',
      '/home/user',
    ],
    ...(isRoot ? asUser : []),
    ...['/opt/node', '/opt/agent.mjs'],
  ]
}
