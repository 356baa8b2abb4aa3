import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RunLayout } from './layout.ts'
import { openInside } from './safe-path.ts'

export const givenRaw = 'raw_output.txt'
export const givenSchema = 'output.schema.json'

export interface ProgramInput {
  readonly attempt: number
  /** Which raw output: what was in the result file, what the engine said last, or what was printed. */
  readonly source: 'result_file' | 'message' | 'stdout'
  readonly schema: object
  /** Bytes of raw output at most: a result file can be sparse and endless. */
  readonly limit: number
}

/** Lays out what a program of the skill may read of what we keep: copies, in a folder that it can enter and not change. */
export async function layOutGiven(layout: RunLayout, { attempt, source, schema, limit }: ProgramInput): Promise<void> {
  await dropGiven(layout)
  await mkdir(layout.given, { mode: 0o755 })
  await writeFile(join(layout.given, givenSchema), JSON.stringify(schema, null, 2), { mode: 0o644 })
  const from = await rawBytes(layout, source, attempt, limit)
  await pipeline(from ?? [], createWriteStream(join(layout.given, givenRaw), { mode: 0o644 }))
}

export const dropGiven = (layout: RunLayout): Promise<void> => rm(layout.given, { recursive: true, force: true })

/** What the child made may be anything by now; what it said is in files of ours. */
async function rawBytes(
  layout: RunLayout,
  source: ProgramInput['source'],
  attempt: number,
  limit: number,
): Promise<Readable | null> {
  if (source === 'stdout') return createReadStream(layout.stream(attempt, 'stdout'), { end: limit })
  if (source === 'message') return createReadStream(layout.message, { end: limit })
  const file = await openInside(layout.root, 'raw/result.json').catch(() => null)
  return file?.createReadStream({ end: limit }) ?? null
}
