import { split } from 'shlex'

export type Words =
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

export interface CommandPlace {
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
    const path = word.replace(/^(?:\.\/)+/, '')
    return known.has(path) ? `${skillPlace}/${path}` : word
  }
  const [program, ...rest] = split.words
  return {
    ok: true,
    words: [program === 'python' && !has('python') && has('python3') ? 'python3' : resolve(program), ...rest.map(resolve)],
  }
}
