/** The program of an engine, as npm brings it. */
export interface Cli {
  readonly npm: string
  /** The version this release was tested with. */
  readonly pinned: string
  /** Why npm no longer brings it; absent: it does. */
  readonly withdrawn?: string
  /** Where the program lies in a folder that npm installed into; null: there is none for such a machine. */
  entry(machine: Machine): Entry | null
  /** Words that make it print its version, and how that is read; null: it is none. */
  readonly version: { readonly args: readonly string[]; read(printed: string): string | null }
  /** Words that make it print a page of help, one page each. */
  readonly help: readonly (readonly string[])[]
  /** What its pages of help say it can do. */
  capabilities(pages: readonly string[]): Capabilities
}

export interface Machine {
  readonly platform: string
  readonly arch: string
}

export interface Entry {
  /** The folder that a child has to see, below the one npm installed into. */
  readonly folder: string
  /** The program, below that folder. */
  readonly path: string
  readonly runBy: 'node' | 'itself'
}

export interface Capabilities {
  readonly resume: boolean
  readonly outputSchema: boolean
  /** What we cannot do without and it does not have, in the words of its command line; empty: it can be used. */
  readonly missing: readonly string[]
}
