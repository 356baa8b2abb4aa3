import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { cleanEnvironment } from './clean-environment.ts'
import { root } from './copy-tree.ts'

/**
 * A stand-in for a container engine: performs the steps of Containerfile one by one in an empty root, and starts what they lead to in
 * namespaces of its own. What is not a step that it knows is an error.
 */

export interface Step {
  readonly name: string
  readonly rest: string
}

export const stepsOf = (containerfile: string): Step[] =>
  containerfile
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
      return { name, rest }
    })

interface Image {
  readonly folder: string
  readonly user: string
  readonly workdir: string
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}

const call = promisify(execFile)
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const patience = { timeout: 10 * 60_000, maxBuffer: 64 * 1024 * 1024 }

/** All steps in their order. Packages come from Debian and npm, as in a real build. */
export async function buildImage(steps: readonly Step[], context: string): Promise<Image> {
  const folder = mkdtempSync(join(tmpdir(), 'skill-runner-image-'))
  chmodSync(folder, 0o755)
  let image: Image = { folder, user: '0:0', workdir: '/', env: {}, command: [], healthcheck: [] }
  for (const step of steps) image = { ...image, ...(await perform(image, step, context)) }
  return image
}

async function perform({ folder, command }: Image, { name, rest }: Step, context: string): Promise<Partial<Image>> {
  switch (name) {
    case 'FROM':
      await makeRoot(folder)
      return {}
    case 'RUN':
      await call('chroot', [folder, '/bin/sh', '-c', rest], {
        ...patience,
        env: { PATH: path, NODE_EXTRA_CA_CERTS: certificates },
      })
      return {}
    case 'COPY': {
      const [from = '', to = ''] = rest.split(' ')
      cpSync(join(context, from), join(folder, to, basename(from)))
      return {}
    }
    case 'USER':
      return { user: rest }
    case 'WORKDIR':
      return { workdir: rest }
    case 'ENV':
      return { env: Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))) }
    case 'HEALTHCHECK':
      return { healthcheck: JSON.parse(rest.slice(rest.indexOf('['))) }
    case 'ENTRYPOINT':
    case 'CMD':
      return { command: [...command, ...JSON.parse(rest)] }
    case 'VOLUME':
    case 'EXPOSE':
      return {}
    default:
      throw new Error(`Nobody knows the step ${name} ${rest}`)
  }
}

const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** What the base image has: Debian, Node and npm. Names of hosts are resolved, and certificates trusted, as on this machine. */
async function makeRoot(folder: string): Promise<void> {
  // It mounts a /proc in the folder, which others on this machine must not see.
  await call('unshare', ['--mount', 'debootstrap', '--variant=minbase', 'bookworm', folder], {
    ...patience,
    env: { ...process.env, PATH: path },
  })
  const local = join(folder, 'usr/local')
  cpSync(process.execPath, join(local, 'bin/node'))
  const { stdout } = await call('npm', ['root', '--global'], { env: cleanEnvironment(null) })
  cpSync(join(stdout.trim(), 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  for (const file of [certificates, '/etc/resolv.conf'].filter(existsSync)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file), { dereference: true })
  }
}

/** Whether a /proc of its own can be mounted inside: engines cover parts of theirs unless they are told not to. */
export type Proc = 'whole' | 'covered'

/** Starts the command of the image as its user, with processes, mounts and a network of its own, and without capabilities. */
export async function startImage(image: Image, env: Readonly<Record<string, string>>, proc: Proc) {
  const inside = { PATH: path, HOME: '/home/runner', ...image.env, ...env }
  const entry = join(image.folder, 'enter.sh')
  writeFileSync(entry, enter(image.folder, proc))
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--net',
      '--ipc',
      '--uts',
      '--fork',
      '--kill-child',
      '/bin/sh',
      entry,
      ...asUser(image),
      ...image.command,
    ],
    { env: inside, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  const listens = new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      if (/ listens on http:/.test(said)) resolve()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('close', (code) => reject(new Error(`It did not start and ended with ${code}:\n${said}`)))
  })
  const ended = once(child, 'close')
  await listens
  const init = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim()
  return {
    said: () => said,
    /** Runs a command in it, as `exec` of an engine does. */
    exec: (...command: string[]) => inContainer(init, image, inside, command),
    healthcheck: () => inContainer(init, image, inside, image.healthcheck),
    /** As an engine stops it: by a signal to its first process. */
    async stop(): Promise<unknown> {
      process.kill(Number(init), 'SIGTERM')
      const [code] = await ended
      return code
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      // With the first process all others of its namespace end. It has lost its tie to unshare with its change of user.
      process.kill(Number(init), 'SIGKILL')
      await ended
    },
  }
}

/** Runs in the new namespaces, makes the folder their root, and becomes the command. */
const enter = (folder: string, proc: Proc): string => `set -e
mount --bind ${folder} ${folder}
cd ${folder}
mount -t proc proc proc
${proc === 'covered' ? 'mount --bind proc/sys proc/sys && mount -o remount,bind,ro proc/sys' : ''}
mount -t tmpfs -o mode=1777 tmpfs tmp
for name in null zero full random urandom tty; do [ -e dev/$name ] || touch dev/$name; mount --bind /dev/$name dev/$name; done
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ip link set lo up
mkdir -p before
pivot_root . before
umount -l /before
exec "$@"
`

function asUser({ user, workdir }: Image): string[] {
  const [uid = '', gid = ''] = user.split(':')
  const drop = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--bounding-set=-all', '--inh-caps=-all']
  return [...drop, '/bin/sh', '-c', `cd ${workdir} && exec "$@"`, 'sh']
}

async function inContainer(init: string, image: Image, env: Record<string, string>, command: readonly string[]) {
  const namespaces = ['--target', init, '--mount', '--pid', '--net', '--ipc', '--uts', '--root', '--wd']
  return call('nsenter', [...namespaces, ...asUser(image), ...command], { ...patience, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => ({ code: error.code, stdout: String(error.stdout), stderr: String(error.stderr) }),
  )
}

export const removeImage = ({ folder }: Image): void => rmSync(folder, { recursive: true, force: true })

/** The package, as `npm run pack` writes it, in a folder that is the context of the build. */
export async function packContext(): Promise<string> {
  const context = mkdtempSync(join(tmpdir(), 'skill-runner-context-'))
  await call(process.execPath, [join(root, 'scripts/pack.ts'), context], { ...patience, env: cleanEnvironment(null) })
  return context
}
