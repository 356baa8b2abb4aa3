import type { Identity, Launch } from '../domain/launch.ts'
import type { SandboxStatus } from '../domain/sandbox.ts'
import { Fault } from '../lib/fault.ts'
import { withLoaderVariables, wrappedEnv } from './env.ts'
import type { Capture, Sandbox, SandboxOptions } from './sandbox.ts'
import { dropTo, requireIdentity } from './setpriv.ts'

type Why = { readonly status: Exclude<SandboxStatus, 'bubblewrap'>; readonly reason: string | null }

/** No sandbox: the child sees the host as it is. Its rights are dropped all the same, and it dies with the server. */
export async function openNone(options: SandboxOptions, setpriv: string | null, why: Why): Promise<Sandbox> {
  const obstacle = options.isRoot ? await findObstacle(options, setpriv) : null
  const wrap = (launch: Launch) => {
    if (obstacle !== null) throw new Fault('SANDBOX_UNAVAILABLE', { reason: withoutPaths(obstacle) })
    const { env, cwd, stdin } = launch
    return { argv: noneArgv(launch, options.isRoot, setpriv), env: wrappedEnv(env, options.node), cwd, stdin }
  }
  const reasons = [why.reason, obstacle].filter((reason) => reason !== null)
  const detail = reasons.join(' ') || null
  return { status: why.status, reason: detail && withoutPaths(detail), detail, unfiltered: null, places: (host) => host, wrap }
}

function noneArgv(launch: Launch, isRoot: boolean, setpriv: string | null): [string, ...string[]] {
  const drop = isRoot ? dropTo(requireIdentity(launch), setpriv) : setpriv === null ? [] : [setpriv]
  const argv = withLoaderVariables(launch)
  const [program = '', ...args] = drop.length === 0 ? argv : [...drop, '--pdeathsig', 'KILL', ...argv]
  return [program, ...args]
}

/** What keeps another user from running anything here; found by trying. */
async function findObstacle({ runAs, node, reach, capture }: SandboxOptions, setpriv: string | null): Promise<string | null> {
  if (setpriv === null)
    return 'Children cannot be run as another user than root: setpriv is missing. Install the package util-linux.'
  const identity = { uid: runAs.from, gid: runAs.from }
  for (const path of [node, ...reach]) {
    if (await canReach(identity, setpriv, path, capture)) continue
    return `Children do not run as root, and the user ${identity.uid} cannot reach ${path}. Install bubblewrap, or move it to where all users can enter.`
  }
  return null
}

async function canReach(identity: Identity, setpriv: string, path: string, capture: Capture): Promise<boolean> {
  const [program = '', ...args] = [...dropTo(identity, setpriv), 'test', '-x', path]
  return (await capture([program, ...args], { timeoutMs: 60_000 })).code === 0
}

/** Whoever asks may know what is wrong, but not how the host is laid out. Every host has a /proc. */
const withoutPaths = (text: string): string =>
  text.replaceAll(/(?<![\w.])\/(?!(?:newroot\/)?proc(?![\w/.-]))[^\s'",;:()]*[\w/]/g, '(a path; see the server log)')
