import { UsageError } from './words.ts'

/** The one thing that a command is about. */
export function oneWord([word, more]: readonly string[], what: string): string {
  if (word === undefined) throw new UsageError(`Name ${what}`)
  if (more !== undefined) throw new UsageError(`Unexpected argument "${more}"`)
  return word
}

/** For a command that is about nothing in particular. */
export function noWords([word]: readonly string[]): void {
  if (word !== undefined) throw new UsageError(`Unexpected argument "${word}"`)
}
