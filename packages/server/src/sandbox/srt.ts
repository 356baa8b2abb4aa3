import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command, Identity, Launch } from '../domain/launch.ts'
import type { SandboxStatus } from '../domain/sandbox.ts'
import { Fault } from '../lib/fault.ts'
import { sha256 } from '../lib/hash.ts'
import { findProgram } from './host.ts'
import { isHarmless } from './probe.ts'
import type { Sandbox, SandboxOptions } from './sandbox.ts'
import { dropTo, requireIdentity } from './setpriv.ts'

/** The sandbox of commands of projects: that of runs, or srt (@anthropic-ai/sandbox-runtime), which is also there for macOS. */
export type ExecSandbox = Omit<Sandbox, 'status'> & {
  readonly status: SandboxStatus | 'srt'
  /** After the end of a command, by its mark: what was written for it goes. Absent: nothing is. */
  readonly forget?: (mark: string) => void
}

interface Srt {
  /** The program, and the folder whose programs it runs inside. */
  readonly cli: string
  readonly vendor: string
  readonly setpriv: string | null
}

/** Opens srt if a real run in it succeeds and sees nothing that it should not, else a sandbox that refuses everything and says why. */
export async function openSrt(options: SandboxOptions): Promise<ExecSandbox> {
  const cli = fileURLToPath(new URL('./cli.js', import.meta.resolve('@anthropic-ai/sandbox-runtime')))
  const srt = { cli, vendor: join(dirname(cli), '../vendor'), setpriv: await findProgram('setpriv', options.searchPath) }
  const reason = await probe(options, srt)
  const places: Sandbox['places'] = (host) => host
  const settings = join(options.folder, 'srt')
  const forget = (mark: string) => rmSync(settingsPlace(settings, mark), { force: true })
  removeLeft(settings)
  if (reason === null)
    return { status: 'srt', reason, detail: null, unfiltered: null, places, forget, wrap: (launch) => wrap(options, srt, launch) }
  const refuse = () => {
    throw new Fault('SANDBOX_UNAVAILABLE', { reason })
  }
  return { status: 'unavailable', reason, detail: reason, unfiltered: null, places, wrap: refuse }
}

/**
 * srt runs outside as the user of the command, so it must not obey what the command brings: variables go in as a text that only the
 * shell inside reads, and a settings file that only the server can write says what may be seen.
 */
function wrap({ isRoot, node, folder }: SandboxOptions, { cli, vendor, setpriv }: Srt, launch: Launch): Command {
  if (launch.network !== 'off') throw new Fault('SANDBOX_UNAVAILABLE', { reason: 'srt is used without a network only.' })
  const drop = isRoot ? dropTo(requireIdentity(launch), setpriv) : setpriv === null ? [] : [setpriv]
  const dying = drop.length === 0 ? [] : [...drop, '--pdeathsig', 'KILL']
  const { SKILL_RUNNER_MARK: mark = '' } = launch.env
  const settings = settingsPlace(join(folder, 'srt'), mark)
  writeSettings(settings, settingsOf(launch, [dirname(node), vendor]))
  const [program = '', ...args] = [
    ...dying,
    node,
    cli,
    '--settings',
    settings,
    '--',
    '/bin/sh',
    '-c',
    enter,
    'sh',
    ...launch.argv,
  ]
  const env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/nonexistent',
    SKILL_RUNNER_MARK: mark,
    [inside]: script(launch.env),
  }
  return { argv: [program, ...args], env, cwd: launch.cwd, stdin: launch.stdin }
}

/** A variable that holds the environment of the command, as lines of shell. */
const inside = 'SKILL_RUNNER_INSIDE'

/** Whatever srt has set goes: proxies that lead nowhere, and a folder for temporary files that all would share. */
const enter = [
  'script=$SKILL_RUNNER_INSIDE',
  'for name in $(env | sed -n "s/^\\([A-Za-z_][A-Za-z0-9_]*\\)=.*/\\1/p"); do unset "$name"; done',
  'eval "$script"',
  'unset script name',
  'exec "$@"',
].join('; ')

const script = (env: Launch['env']): string =>
  Object.entries(env)
    .map(([name, value]) => `export ${name}='${value.replaceAll("'", "'\\''")}'`)
    .join('\n')

/** Nothing can be read but this. Names at the top of the host's tree can be seen, and nothing below them. */
const systemPaths = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib64', '/lib32', '/libx32', '/dev', '/proc'],
  ...['/etc/alternatives', '/etc/ssl', '/etc/ld.so.cache', '/etc/passwd', '/etc/group', '/etc/localtime', '/etc/nsswitch.conf'],
]

function settingsOf({ mounts }: Launch, programs: readonly string[]): object {
  const folders = mounts.map(({ from }) => from)
  return {
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: {
      denyRead: ['/'],
      allowRead: [...systemPaths, ...programs, ...folders],
      allowWrite: mounts.filter(({ access }) => access === 'write').map(({ from }) => from),
      denyWrite: [],
    },
  }
}

/** One for each command, which goes with its end. */
const settingsPlace = (folder: string, mark: string): string => join(folder, `${sha256(mark)}.json`)

/** Every user can read it: it holds nothing but paths. */
function writeSettings(file: string, settings: object): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  writeFileSync(file, JSON.stringify(settings), { mode: 0o644 })
}

const hourMs = 60 * 60 * 1000

/** What a server that was killed left. It is read at the start of a command only. */
function removeLeft(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if ((lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < Date.now() - hourMs) rmSync(file, { force: true })
  }
}

const canary = 'nobody inside may read this'

/** Null: all is well. */
async function probe(options: SandboxOptions, srt: Srt): Promise<string | null> {
  const { isRoot, runAs, folder, capture } = options
  const identity: Identity | null = isRoot ? { uid: runAs.from, gid: runAs.from } : null
  const secret = join(folder, 'canary')
  writeFileSync(secret, canary, { mode: 0o644 })
  const argv = ['/bin/sh', '-c', 'cat /proc/self/status; cat "$1"', 'sh', secret] as const
  try {
    const launch: Launch = { argv, env: {}, cwd: '/', stdin: null, mounts: [], network: 'off', identity }
    const command = wrap(options, srt, launch)
    const { stdout, stderr } = await capture(command.argv, { timeoutMs: 60_000, env: command.env })
    if (stdout.includes(canary) || !isHarmless(stdout)) return reasonOf(stdout, stderr)
    return null
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return String((error.details as { reason?: unknown }).reason ?? error.message)
  } finally {
    rmSync(settingsPlace(join(folder, 'srt'), ''), { force: true })
  }
}

function reasonOf(stdout: string, stderr: string): string {
  if (stdout !== '') return 'srt runs, but what it runs keeps rights that it should not have.'
  const said = stderr.trim().split('\n').at(-1)?.slice(0, 300) || 'it said nothing.'
  return `srt does not work: ${said} It needs the packages bubblewrap, socat and ripgrep, and its own folder and Node must be readable for all users.`
}
