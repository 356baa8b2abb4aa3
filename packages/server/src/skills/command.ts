import { split } from 'shlex'

type Words =
  | { readonly ok: true; readonly words: readonly [string, ...string[]] }
  | { readonly ok: false; readonly problem: string }

const longest = 4096

/** Splits a command as a POSIX shell would; no shell ever sees it. */
export function splitCommand(command: string): Words {
  if (command.length > longest) return { ok: false, problem: `is longer than ${longest} characters` }
  if (command.includes('\0')) return { ok: false, problem: 'holds a NUL' }
  try {
    const [program, ...rest] = split(command)
    return program ? { ok: true, words: [program, ...rest] } : { ok: false, problem: 'is empty' }
  } catch {
    return { ok: false, problem: 'has a quote that does not end' }
  }
}

/** Words that only a shell would understand; as arguments they hardly mean what their author meant. */
export const shellWords = (words: readonly string[]): string[] =>
  words.filter((word) => /^(?:&&|\|\|?|;|&|\d?>>?(?:&\d)?|<)$/.test(word))

/**
 * The file of the skill that a command seems to run: its program, where that is a path, else the first word that ends like a script,
 * unless the program is given its text (`-c`), a module (`-m`) or anything else that is no file. Null: none can be told.
 */
export function scriptIn([program = '', ...rest]: readonly string[]): string | null {
  const isInside = (word: string) => !word.startsWith('/') && !word.startsWith('-') && !/[\s$~*]|^\w+:/.test(word)
  if (program.includes('/')) return isInside(program) ? own(program) : null
  const script = rest.find((word) => isInside(word) && /\.(?:py|js|mjs|cjs|ts|mts|sh|bash|rb|pl|php|lua|r)$/i.test(word))
  const before = script === undefined ? [] : rest.slice(0, rest.indexOf(script))
  return script === undefined || before.some((word) => /^-(?:[cem]|-eval|-print|-module)$/.test(word)) ? null : own(script)
}

const own = (word: string): string => word.replace(/^(?:\.\/)+/, '')

interface CommandPlace {
  /** Paths of the files of the skill, relative to its folder. */
  readonly files: readonly string[]
  /** Where the child sees the skill. */
  readonly skillPlace: string
  /** Whether a program can be found where the command will run. */
  has(program: string): boolean
}

/** What to start: words that name a file of the skill become paths to it, and `python` is `python3` where only that is there. */
export function resolveCommand(command: string, { files, skillPlace, has }: CommandPlace): Words {
  const split = splitCommand(command)
  if (!split.ok) return split
  const known = new Set(files)
  const resolve = (word: string): string => {
    const path = own(word)
    return known.has(path) ? `${skillPlace}/${path}` : word
  }
  const [program, ...rest] = split.words
  return {
    ok: true,
    words: [program === 'python' && !has('python') && has('python3') ? 'python3' : resolve(program), ...rest.map(resolve)],
  }
}
