import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command, Identity, IdentityRange, Launch } from '../domain/launch.ts'
import type { Places } from '../domain/sandbox.ts'
import { bwrapArgv, type HostFacts, neutralPlaces } from './bwrap.ts'
import { wrappedEnv } from './env.ts'
import { writeEtc } from './etc.ts'
import { gatedEnv, gateVariables, handoffBy } from './handoff.ts'
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
  const perl = options.withoutPerl ? null : await findProgram('perl', '/usr/bin:/bin')
  const handoff = await handoffBy(perl, neutralPlaces(node).node)
  const host: HostFacts = { bwrap: program, setpriv, isRoot, node, folders, etc, handoff }
  const sandbox = bubblewrap(host, await filterOf(options))
  const reason = await probeBubblewrap(sandbox, firstOf(options), options.capture)
  return reason === null ? { sandbox } : { reason }
}

/** The file of the filter of system calls, or why there is none. */
type Filter = { readonly path: string } | { readonly missing: string }

async function filterOf({ withoutSeccomp, folder, arch = process.arch }: SandboxOptions): Promise<Filter> {
  if (withoutSeccomp) return { missing: 'SKILL_RUNNER_SECCOMP is off.' }
  const filter = seccompFilter(arch)
  if (filter === null) return { missing: `There is no filter for this processor (${arch}).` }
  const path = join(folder, 'seccomp.bpf')
  await writeFile(path, filter)
  return { path }
}

function bubblewrap(host: HostFacts, filter: Filter): Sandbox {
  const places = neutralPlaces(host.node)
  const wrap = (launch: Launch): Command => {
    const env = wrappedEnv(launch.env, places.node)
    const command: Command = {
      ...{ ...hidingPaths(bwrapArgv(launch, host)), env, cwd: '/', stdin: launch.stdin },
      ...('path' in filter ? { given: { option: '--seccomp', path: filter.path } } : {}),
      keeper: { infoOption: '--info-fd' },
    }
    if (launch.network !== 'gated') return command
    if (launch.isLedOut) return { ...command, env: gateVariables(env) }
    return { ...command, env: gatedEnv(env), handsOver: host.handoff.handsOver }
  }
  const unfiltered = 'missing' in filter ? filter.missing : null
  return { status: 'bubblewrap', reason: null, detail: null, unfiltered, places: (_host: Places) => places, wrap }
}

/** Only the command itself stands on the command line, which is that of the first process inside. */
function hidingPaths([program, ...words]: readonly [string, ...string[]]): Pick<Command, 'argv' | 'hidden'> {
  const end = words.indexOf('--')
  return { argv: [program, ...words.slice(end)], hidden: { option: '--args', words: words.slice(0, end) } }
}

/** Who may be seen inside: the spare users of a root server, or the server's own. */
function usersInside({ isRoot, runAs }: SandboxOptions): IdentityRange {
  const uid = process.getuid?.() ?? 0
  return isRoot ? runAs : { from: uid, to: uid }
}

const firstOf = ({ isRoot, runAs }: SandboxOptions): Identity | null => (isRoot ? { uid: runAs.from, gid: runAs.from } : null)
