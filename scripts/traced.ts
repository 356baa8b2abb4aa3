import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that keeps requirements, tests and error codes from matching, one sentence each. */
export function untraced(
  requirements: readonly string[],
  planned: readonly string[],
  cited: ReadonlySet<string>,
  codes: readonly string[],
  produced: ReadonlySet<string>,
): string[] {
  const known = new Set(requirements)
  const later = new Set(planned)
  const unknown = [...cited].filter((id) => !known.has(id)).sort()
  return [
    ...requirements.filter((id) => later.has(id)).map((id) => `${id} is both a requirement and planned.`),
    ...requirements.filter((id) => !cited.has(id)).map((id) => `${id} is cited by no passing test.`),
    ...unknown.filter((id) => later.has(id)).map((id) => `${id} is still planned, but a test cites it: move it to requirements.`),
    ...unknown.filter((id) => !later.has(id)).map((id) => `${id} is cited by a test, but is not in test/requirements.ts.`),
    ...codes.filter((code) => !produced.has(code)).map((code) => `Error code ${code} is produced by no test.`),
  ]
}

/** What the tests noted while they ran: a file per kind and process, a value per line. */
export function readNotes(folder: string, kind: 'requirement' | 'error'): Set<string> {
  const files = readdirSync(folder).filter((name) => name.startsWith(`${kind}.`))
  return new Set(files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean)))
}
