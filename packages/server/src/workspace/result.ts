import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunLayout } from './layout.ts'
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

/** A result that satisfies its schema, in the place where readers look. Written beside and moved in: never half there. */
export async function keepResult(layout: RunLayout, data: unknown): Promise<void> {
  const beside = join(layout.root, 'result.json.new')
  await writeFile(beside, JSON.stringify(data), { flush: true })
  await rm(layout.resultFile, { recursive: true, force: true })
  await rename(beside, layout.resultFile)
}

/** What never became valid is evidence, not a result. */
export async function rejectResult(layout: RunLayout): Promise<void> {
  await rename(layout.resultFile, join(layout.raw, 'result.json')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
