import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity, IdentityRange, Launch } from '../domain/launch.ts'
import type { Places } from '../domain/sandbox.ts'
import { bwrapArgv, type HostFacts, neutralPlaces } from './bwrap.ts'
import { wrappedEnv } from './env.ts'
import { writeEtc } from './etc.ts'
import { findProgram, systemFolders } from './host.ts'
import { openNone } from './none.ts'
import { probeBubblewrap } from './probe.ts'
import type { Sandbox, SandboxOptions } from './sandbox.ts'
import { seccompFilter } from './seccomp.ts'

/** Opens the sandbox if a real run in it succeeds, else the way without, which says why. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const setpriv = await findProgram('setpriv', options.searchPath)
  if (options.mode === 'off') return openNone(options, setpriv, { status: 'off', reason: null })
  const found = await openBubblewrap(options, setpriv)
  if ('sandbox' in found) return found.sandbox
  return openNone(options, setpriv, { status: 'unavailable', reason: found.reason })
}

async function openBubblewrap(
  options: SandboxOptions,
  setpriv: string | null,
): Promise<{ readonly sandbox: Sandbox } | { readonly reason: string }> {
  if (process.platform !== 'linux') return { reason: 'bubblewrap works on Linux only.' }
  const program = await findProgram('bwrap', options.searchPath)
  if (program === null)
    return { reason: 'bubblewrap is not installed. Install the package bubblewrap and start the server again.' }
  if (options.isRoot && setpriv === null)
    return { reason: 'setpriv is missing. Install the package util-linux and start the server again.' }

  const { isRoot, node } = options
  const [folders, etc] = await Promise.all([systemFolders(), writeEtc(join(options.folder, 'etc'), usersInside(options))])
  const host: HostFacts = { bwrap: program, setpriv, isRoot, node, folders, etc }
  const sandbox = bubblewrap(host, options.withoutSeccomp ? null : await writeFilter(options.folder))
  const reason = await probeBubblewrap(sandbox, firstOf(options), options.capture)
  return reason === null ? { sandbox } : { reason }
}

/** The file of the filter of system calls; null: there is none for this processor. */
async function writeFilter(folder: string): Promise<string | null> {
  const filter = seccompFilter(process.arch)
  if (filter === null) return null
  const path = join(folder, 'seccomp.bpf')
  await writeFile(path, filter)
  return path
}

function bubblewrap(host: HostFacts, filter: string | null): Sandbox {
  const places = neutralPlaces(host.node)
  const wrap = (launch: Launch) => ({
    argv: bwrapArgv(launch, host),
    env: wrappedEnv(launch.env, places.node),
    cwd: '/',
    stdin: launch.stdin,
    ...(filter === null ? {} : { given: { option: '--seccomp', path: filter } }),
    keeper: { infoOption: '--info-fd' },
    handsOver: launch.network === 'gated',
  })
  return { status: 'bubblewrap', reason: null, detail: null, places: (_host: Places) => places, wrap }
}

/** Who may be seen inside: the spare users of a root server, or the server's own. */
function usersInside({ isRoot, runAs }: SandboxOptions): IdentityRange {
  const uid = process.getuid?.() ?? 0
  return isRoot ? runAs : { from: uid, to: uid }
}

const firstOf = ({ isRoot, runAs }: SandboxOptions): Identity | null => (isRoot ? { uid: runAs.from, gid: runAs.from } : null)
