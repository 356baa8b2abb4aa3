import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { RequirementId } from './requirements.ts'

/** A test that proves requirements: they count as cited only when it passed. */
export function verifies(
  ids: RequirementId | RequirementId[],
  name: string,
  body: (context: TestContext) => Promise<void> | void,
  options: { skip?: string | false } = {},
): void {
  test(name, { skip: options.skip || false }, async (context) => {
    await body(context)
    for (const id of [ids].flat()) note('requirement', id)
  })
}

export type NoteKind = 'requirement' | 'error' | 'diagnostic'

/** Notes that a test saw something happen: a requirement proven, a code produced. `npm test` reads the notes at the end. */
export function note(kind: NoteKind, value: string): void {
  const folder = process.env['SKILL_RUNNER_TRACE_DIR']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${kind}.${process.pid}`), `${value}\n`)
}
