import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RunLayout } from './layout.ts'

/** `logs/events.jsonl` of a run that has ended, with the events of all attempts. Of a first one it is a link, so nothing is kept twice. */
export async function joinEvents(layout: RunLayout, attempts: number): Promise<void> {
  if (attempts < 2) return
  const joined = join(layout.logs, '.events.jsonl')
  try {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const flags = attempt === 1 ? 'w' : 'a'
      await pipeline(createReadStream(layout.events(attempt, 'rasp')), createWriteStream(joined, { flags }))
    }
    await rename(joined, join(layout.logs, 'events.jsonl'))
  } catch (error) {
    await rm(joined, { force: true })
    throw error
  }
}
