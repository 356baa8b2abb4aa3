/** One thing that the doctor looked at. */
export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  /** The one command that mends it; null: there is nothing to mend, or no command that does it. */
  readonly mend: string | null
  /** Without it no skill runs at all. */
  readonly needed: boolean
}

export const fine = (name: string, message: string): Check => ({ name, ok: true, message, mend: null, needed: true })

export const asRoot = (command: string): string => (process.getuid?.() === 0 ? command : `sudo ${command}`)
