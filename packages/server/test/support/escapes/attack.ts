import { existsSync, readFileSync } from 'node:fs'

/** One way out of the sandbox, as a script of shell. It knows its targets by variables (world.ts), and aims at nothing else. */
export interface Attack {
  readonly name: string
  /** Escaped: it prints `escaped` or the secret, or something outside has changed. */
  readonly script: string
  /** What keeps it from succeeding without the sandbox as well, for the child of a root server and of another; left out: nothing. */
  readonly kept?: { readonly root?: string | null; readonly ordinary?: string | null }
}

export const perl = (program: string): string => `/usr/bin/perl - <<'END_OF_PERL'\n${program}\nEND_OF_PERL`

/** Prints `escaped` when the call succeeds. */
export const call = (number: number | null, ...args: readonly string[]): string =>
  perl(`print "escaped\\n" if syscall(${[number ?? -1, ...args].join(', ')}) >= 0`)

/** The number of a call on this processor, out of [x64, arm64]. */
export const numberOf = (numbers: readonly (number | null)[]): number => numbers[process.arch === 'arm64' ? 1 : 0] ?? -1

export const both = (reason: string | null) => ({ root: reason, ordinary: reason })

/** A setting of the kernel; null: it has none of that name. */
export function setting(path: string): number | null {
  const file = `/proc/sys/${path}`
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null
}

export const needsRights = both('a user without capabilities may not do this anywhere')
