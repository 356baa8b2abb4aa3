import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../lib/thrown.ts'
import type { RunLayout } from './layout.ts'
import { replaceFile } from './replace-file.ts'
import { openInside } from './safe-path.ts'

/** The text of the result file, up to so many bytes; null when there is none, or nothing that could be one. */
export async function resultText(layout: RunLayout, path: string, limit: number): Promise<string | null> {
  const file = await openInside(layout.root, path).catch(() => null)
  if (!file) return null
  try {
    const buffer = Buffer.alloc(Math.min((await file.stat()).size, limit))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
    return buffer.toString('utf8', 0, bytesRead)
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
export async function rejectResult(layout: RunLayout, path: string): Promise<void> {
  await rename(join(layout.root, path), join(layout.raw, 'result.json')).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}
