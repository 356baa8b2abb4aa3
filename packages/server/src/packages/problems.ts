import { Fault } from '../lib/fault.ts'

/** One thing that is wrong with a package. */
export interface PackageProblem {
  /** A path in the archive or the skill; null: the package as a whole. */
  readonly entry: string | null
  readonly message: string
}

const most = 100

export const invalidPackage = (problems: readonly PackageProblem[]): Fault =>
  new Fault('PACKAGE_INVALID', { problems: problems.slice(0, most) })

/** A sentence of those who read skill folders, with the file it begins with put where it can be found. */
export function problemOf(sentence: string, files: readonly string[]): PackageProblem {
  const begins = (path: string) => sentence.startsWith(`${path}:`) || sentence.startsWith(`${path} `)
  const [entry = null] = files.filter(begins).toSorted((a, b) => b.length - a.length)
  return { entry, message: sentence }
}
