import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NoteKind } from '../test/verifies.ts'

/** Everything that keeps requirements, tests and codes from matching, one sentence each. */
export function untraced(
  requirements: readonly string[],
  planned: readonly string[],
  cited: ReadonlySet<string>,
  errors: Codes,
  diagnostics: Codes,
): string[] {
  const known = new Set(requirements)
  const later = new Set(planned)
  const unknown = [...cited].filter((id) => !known.has(id)).sort()
  return [
    ...requirements.filter((id) => later.has(id)).map((id) => `${id} is both a requirement and planned.`),
    ...requirements.filter((id) => !cited.has(id)).map((id) => `${id} is cited by no passing test.`),
    ...unknown.filter((id) => later.has(id)).map((id) => `${id} is still planned, but a test cites it: move it to requirements.`),
    ...unknown.filter((id) => !later.has(id)).map((id) => `${id} is cited by a test, but is not in test/requirements.ts.`),
    ...unproduced(errors).map((code) => `Error code ${code} is produced by no test.`),
    ...unproduced(diagnostics).map((code) => `Diagnostic code ${code} is produced by no test.`),
  ]
}

/** All there are, and those that a test has seen. */
export interface Codes {
  readonly all: readonly string[]
  readonly produced: ReadonlySet<string>
}

const unproduced = ({ all, produced }: Codes): string[] => all.filter((code) => !produced.has(code))

/** What the tests noted while they ran: a file per kind and process, a value per line. */
export function readNotes(folder: string, kind: NoteKind): Set<string> {
  const files = readdirSync(folder).filter((name) => name.startsWith(`${kind}.`))
  return new Set(files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)))
}
