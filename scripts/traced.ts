import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NoteKind } from '../test/verifies.ts'

/** What keeps requirements, tests and codes from matching, one sentence each. */
export interface Traces {
  readonly problems: readonly string[]
  /** Proven by nothing that ran, while something that did not run here may prove it. */
  readonly unchecked: readonly string[]
}

/** `isElsewhere` tells of an id or a code whether a test that did not run here may have it; with everything run, that is never so. */
export function untraced(
  requirements: readonly string[],
  planned: readonly string[],
  cited: ReadonlySet<string>,
  errors: Codes,
  diagnostics: Codes,
  isElsewhere: (idOrCode: string) => boolean = () => false,
): Traces {
  const known = new Set(requirements)
  const later = new Set(planned)
  const unknown = [...cited].filter((id) => !known.has(id)).sort()
  const missing = [
    ...requirements.filter((id) => !cited.has(id)).map((id) => [id, `${id} is cited by no passing test.`] as const),
    ...unproduced(errors).map((code) => [code, `Error code ${code} is produced by no test.`] as const),
    ...unproduced(diagnostics).map((code) => [code, `Diagnostic code ${code} is produced by no test.`] as const),
  ]
  return {
    problems: [
      ...requirements.filter((id) => later.has(id)).map((id) => `${id} is both a requirement and planned.`),
      ...unknown
        .filter((id) => later.has(id))
        .map((id) => `${id} is still planned, but a test cites it: move it to requirements.`),
      ...unknown.filter((id) => !later.has(id)).map((id) => `${id} is cited by a test, but is not in test/requirements.ts.`),
      ...missing.filter(([what]) => !isElsewhere(what)).map(([, problem]) => problem),
    ],
    unchecked: missing.map(([what]) => what).filter(isElsewhere),
  }
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
