/** One thing that the doctor looked at. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  /** The one command that fixes it; null: there is nothing to fix, or no command that does it. */
  readonly fix: string | null
  /** Without it no skill runs at all. */
  readonly needed: boolean
}

export const fine = (name: string, message: string): Check => ({ name, ok: true, message, fix: null, needed: true })

export const asRoot = (command: string): string => (process.getuid?.() === 0 ? command : `sudo ${command}`)
