import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunLayout } from './layout.ts'
import { placeFile } from './replace-file.ts'

/** Larger ones are nobody's envelope. */
const mostBytes = 1024 * 1024

/**
 * `raw/engine_output.json`, where an engine answers in JSON: all that it printed, when that is one document, else the last line, in which
 * most tell how it ended. The text is kept as it was printed.
 */
export async function keepEngineJson(layout: RunLayout, attempt: number): Promise<void> {
  const { text, isWhole } = await endOf(layout.stream(attempt, 'stdout'))
  const place = join(layout.raw, 'engine_output.json')
  const [last = '', ...earlier] = text.trimEnd().split('\n').reverse()
  const answers = [...(isWhole || earlier.length > 0 ? [last] : []), ...(isWhole ? [text] : [])]
  const answer = answers.find(isDocument)
  if (answer === undefined) await rm(place, { force: true })
  else await placeFile(layout.root, place, answer)
}

async function endOf(path: string): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  await using file = await open(path)
  const { size } = await file.stat()
  const length = Math.min(size, mostBytes)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
  return { text: buffer.toString('utf8', 0, bytesRead), isWhole: length === size }
}

function isDocument(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
