import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import type { RunLayout } from './layout.ts'
import { replaceFile } from './replace-file.ts'
import { openInside } from './safe-path.ts'

/** The text of the result file; null when there is none, or nothing that could be one. */
export async function resultText(layout: RunLayout, limit: number): Promise<string | null> {
  const file = await openInside(layout.root, 'result/result.json').catch(() => null)
  if (!file) return null
  try {
    const { size } = await file.stat()
    return size > limit ? null : await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** A result that satisfies its schema, in the place where readers look. */
export const keepResult = (layout: RunLayout, data: unknown): Promise<void> =>
  replaceFile(layout.root, layout.resultFile, JSON.stringify(data))

/** How the output was judged. It lies in a folder of the child, so the file that the child may have left there is never opened. */
export const writeValidation = (layout: RunLayout, validation: object): Promise<void> =>
  replaceFile(layout.root, layout.validation, JSON.stringify(validation, null, 2))

/** What never became valid is evidence, not a result. */
export async function rejectResult(layout: RunLayout): Promise<void> {
  await rename(layout.resultFile, join(layout.raw, 'result.json')).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}
