import type { Command, IdentityRange, Launch } from '../domain/launch.ts'
import type { Places, SandboxMode, SandboxStatus } from '../domain/sandbox.ts'

/** The one way from a launch to something that can be started. */
export interface Sandbox {
  readonly status: SandboxStatus
  /** What keeps it from working and what to do about it; null when it works or was switched off. For everyone: it names no path of the host. */
  readonly reason: string | null
  /** The same with paths, for the log. */
  readonly detail: string | null
  /** Why the system calls of children are not filtered; null: they are, or there is no sandbox. */
  readonly unfiltered: string | null
  /** Where the child will see these folders of the host. */
  places(host: Places): Places
  wrap(launch: Launch): Command
}

export type Capture = (
  argv: readonly [string, ...string[]],
  options: {
    readonly timeoutMs: number
    readonly env?: Readonly<Record<string, string>>
    readonly given?: Command['given'] | undefined
    readonly hidden?: Command['hidden'] | undefined
  },
) => Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>

export interface SandboxOptions {
  readonly mode: SandboxMode
  readonly isRoot: boolean
  /** The users that children run as when the server is root. */
  readonly runAs: IdentityRange
  /** The PATH of the server, where bwrap and setpriv are looked for. */
  readonly searchPath: string
  /** The Node that runs scripts, as the host calls it. */
  readonly node: string
  /** A folder for the few small files that stand in for those of the host. */
  readonly folder: string
  /** What a child must be able to reach when there is no sandbox: the folders of runs and skills. */
  readonly reach: readonly string[]
  /** Children get no filter of system calls. */
  readonly withoutSeccomp?: boolean
  /** Of the filter; that of this process when left out. */
  readonly arch?: string
  /** For tests: as on a machine without perl. */
  readonly withoutPerl?: boolean
  /** The process room's; this room starts nothing itself. */
  readonly capture: Capture
}
