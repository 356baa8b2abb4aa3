import { dirname } from 'node:path'
import type { Launch, Mount } from '../domain/launch.ts'
import type { Places } from '../domain/sandbox.ts'
import { withLoaderVariables } from './env.ts'
import type { NeutralEtc } from './etc.ts'
import type { Handoff } from './handoff.ts'
import { dropTo, requireIdentity } from './setpriv.ts'

/** What is true of this machine; found once, when the sandbox is opened. */
export interface HostFacts {
  readonly bwrap: string
  /** Needed when the server is root. */
  readonly setpriv: string | null
  readonly isRoot: boolean
  readonly node: string
  readonly folders: readonly SystemFolder[]
  readonly etc: NeutralEtc
  readonly handoff: Handoff
}

export interface SystemFolder {
  readonly path: string
  readonly linkTo: string | null
}

const neutralNode = '/opt/runtime/bin/node'
const sharedMemoryBytes = 64 * 1024 * 1024

/** A Node below /usr is seen where it is, since the libraries it may need are found from there. */
export const neutralPlaces = (node: string): Places => ({
  workspace: '/workspace',
  skill: '/skill',
  home: '/home/runner',
  node: isBelowUsr(node) ? node : neutralNode,
})

/** The whole command line: namespaces, an empty root, what is put into it, and who the child is. */
export function bwrapArgv(launch: Launch, host: HostFacts): [string, ...string[]] {
  const handoff = launch.network === 'gated' && !launch.isLedOut ? host.handoff : null
  const mounts = [...runtimeMounts(host.node), ...(handoff?.mounts ?? []), ...launch.mounts]
  return [
    host.bwrap,
    ...namespaces(launch, host),
    ...system(launch, host),
    ...parentsOf(mounts).flatMap((folder) => ['--dir', folder]),
    ...mounts.flatMap((mount) => [mount.access === 'write' ? '--bind' : '--ro-bind', mount.from, mount.to]),
    // Last, so that the two file systems in memory that held the mount points cannot be filled.
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', launch.cwd, '--'],
    ...(host.isRoot ? dropTo(requireIdentity(launch), host.setpriv) : []),
    ...(handoff?.words ?? []),
    ...withLoaderVariables(launch),
  ]
}

/**
 * As root the mounts are made by root, because the clone may lie in a folder that no other user can enter, and the child drops
 * to its own user inside; the three capabilities are what setpriv needs for that, and it gives them up. Else a user namespace.
 */
function namespaces(launch: Launch, host: HostFacts): string[] {
  const both = ['--hostname', 'runner', '--new-session', '--die-with-parent', '--cap-drop', 'ALL']
  if (!host.isRoot) return ['--unshare-all', ...(launch.network === 'host' ? ['--share-net'] : []), ...both]
  const unshare = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try']
  const toDrop = ['CAP_SETUID', 'CAP_SETGID', 'CAP_SETPCAP'].flatMap((name) => ['--cap-add', name])
  return [...unshare, ...(launch.network === 'host' ? [] : ['--unshare-net']), ...both, ...toDrop]
}

function system(launch: Launch, { folders, etc }: HostFacts): string[] {
  const certificates = launch.network === 'off' ? [] : etc.certificates
  const shared = [...etc.shared, ...certificates, ...(launch.network === 'host' ? etc.sharedWithNetwork : [])]
  return [
    ...['--ro-bind', '/usr', '/usr'],
    ...folders.flatMap(({ path, linkTo }) => (linkTo === null ? ['--ro-bind', path, path] : ['--symlink', linkTo, path])),
    ...['--ro-bind', etc.folder, '/etc'],
    ...shared.flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--perms', '1777', '--size', String(sharedMemoryBytes), '--tmpfs', '/dev/shm'],
  ]
}

const runtimeMounts = (node: string): Mount[] => (isBelowUsr(node) ? [] : [{ from: node, to: neutralNode, access: 'read' }])

/** Made before they are needed: those that bwrap makes by itself can be entered by root only. */
const parentsOf = (mounts: readonly Mount[]): string[] => [...new Set(mounts.flatMap(({ to }) => ancestorsOf(to)))]

function ancestorsOf(path: string): string[] {
  const parent = dirname(path)
  return parent === '/' ? [] : [...ancestorsOf(parent), parent]
}

const isBelowUsr = (path: string): boolean => path.startsWith('/usr/')
