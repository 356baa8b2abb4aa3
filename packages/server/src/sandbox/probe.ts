import type { Identity, Launch } from '../domain/launch.ts'
import type { Capture, Sandbox } from './sandbox.ts'

/** Runs something in the sandbox, with the same command line as any run, and looks at who it was. Null: all is well. */
export async function probeBubblewrap(sandbox: Sandbox, identity: Identity | null, capture: Capture): Promise<string | null> {
  const launch: Launch = {
    argv: ['/bin/cat', '/proc/self/status'],
    ...{ env: {}, cwd: '/', stdin: null, mounts: [], network: 'off', identity },
  }
  const { argv, env, given, hidden } = sandbox.wrap(launch)
  const { code, stdout, stderr } = await capture(argv, { timeoutMs: 60_000, env, given, hidden })
  if (code !== 0) return reasonOf(stderr)
  return isHarmless(stdout) ? null : 'bubblewrap runs, but what it runs keeps rights that it should not have.'
}

/** Not root, in none of its four user ids, and no capability to use. */
export function isHarmless(status: string): boolean {
  const uids = /^Uid:\s+(.+)$/m.exec(status)?.[1]?.split(/\s+/)
  return uids !== undefined && !uids.includes('0') && /^CapEff:\s+0+$/m.test(status)
}

const hints: readonly [RegExp, string][] = [
  [
    /seccomp/i,
    'The kernel does not accept the filter of system calls. Set SKILL_RUNNER_SECCOMP=off to run without it, and start the server again.',
  ],
  [
    /mount proc/i,
    'Nothing may mount a /proc of its own here. In a container, run it with --security-opt systempaths=unconfined (Podman: --security-opt unmask=ALL) and start the server again.',
  ],
  [
    /make \/ slave/i,
    'Mounts are not allowed here. In a container on a host with AppArmor, run it with --security-opt apparmor=unconfined and start the server again.',
  ],
  [
    /namespace|uid map|user_namespaces|loopback|Operation not permitted/i,
    'User namespaces are not allowed here. Allow them (sysctl kernel.unprivileged_userns_clone=1, on Ubuntu also kernel.apparmor_restrict_unprivileged_userns=0; in a container, run it with --security-opt seccomp=unconfined) and start the server again.',
  ],
  [/setpriv/, 'setpriv does not work inside it. Install the package util-linux and start the server again.'],
]

function reasonOf(stderr: string): string {
  const said = stderr.trim().split('\n').at(-1) ?? ''
  const hint = hints.find(([pattern]) => pattern.test(said))?.[1] ?? 'See that bwrap can run and start the server again.'
  return `bubblewrap does not work: ${said} ${hint}`
}
