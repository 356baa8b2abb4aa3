import type { NetworkLevel } from './network.ts'
import type { Exceeded } from './resource-limit.ts'

/** A folder or file of the host that the child sees at another place. */
export interface Mount {
  readonly from: string
  readonly to: string
  readonly access: 'read' | 'write'
}

/** What to start, in the words of the inside: every path is one the child will see. A value; nothing has happened yet. */
export interface Launch {
  readonly argv: readonly [command: string, ...args: string[]]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** null: stdin is closed. */
  readonly stdin: string | null
  readonly mounts: readonly Mount[]
  /** `gated`: no network but one listener on its own loopback, which is handed to the server before the command starts. */
  readonly network: NetworkLevel
  /** Of a gated one: its listener is opened by a helper from outside, which leads to the server; nothing is handed over. */
  readonly isLedOut?: boolean
  /** The user the child runs as when the server is root; null: the server's own. */
  readonly identity: Identity | null
}

export interface Identity {
  readonly uid: number
  readonly gid: number
}

/** User ids; both ends included. */
export interface IdentityRange {
  readonly from: number
  readonly to: number
}

/** A launch after wrap(): what the process edge starts, in the words of the host. */
export interface Command {
  readonly argv: readonly [command: string, ...args: string[]]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdin: string | null
  /** Present when it only keeps a pid namespace: ending it ends those inside unasked, so a polite end asks them instead. */
  readonly keeper?: {
    /** Its option that takes a descriptor and writes the pid of the first process inside to it, as JSON with `child-pid`. */
    readonly infoOption: string
  }
  /** A file that it is given open, as a descriptor after this option: it need not be able to find the file. */
  readonly given?: { readonly option: string; readonly path: string }
  /** What holds for it before it becomes the program; absent: what holds for whoever starts it. */
  readonly confinement?: Confinement
  /** Options that it reads from a descriptor after this one: its command line can be read by those inside, and these name paths of the host. */
  readonly hidden?: { readonly option: string; readonly words: readonly string[] }
  /** It hands a listener to whoever starts it, and becomes what it was meant to be: at once, or when that has answered, as a program in Node has to. */
  readonly handsOver?: 'at_once' | 'and_waits'
}

/** What a new process does to itself before anything of a skill runs in it. */
export interface Confinement {
  /** Files that it writes 0 to, and then is in the group that they belong to. */
  readonly joins: readonly string[]
  /** The group that it is made in; null: none. */
  readonly birthplace: string | null
  /** How gladly the kernel ends it when memory runs out; null: no more than others. */
  readonly oomScore: number | null
  readonly rlimits: readonly Rlimit[]
}

/** A limit of one process. Past the soft one it gets a signal or an error. */
export interface Rlimit {
  readonly name: 'cpu' | 'fsize' | 'nproc' | 'nofile'
  readonly soft: number
  readonly hard: number
}

export type Stream = 'stdout' | 'stderr'

/** Where bytes lie in a log file; half-open. */
export interface Span {
  readonly stream: Stream
  readonly from: number
  readonly to: number
}

/** One line with its end, or a piece of one that is longer than a line may be. */
export interface Line {
  readonly text: string
  readonly at: Span
  /** The text is only the head of it; the whole is in the log file. */
  readonly tooLong: boolean
}

/** How a child ended; the first reason wins. */
export type Exit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signaled'; readonly signal: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'too_much_output' }
  | ({ readonly kind: 'limit_exceeded' } & Exceeded)
  | { readonly kind: 'canceled' }
  | { readonly kind: 'not_started'; readonly reason: string }
