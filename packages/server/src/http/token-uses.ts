import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import { replaceFile } from '../workspace/replace-file.ts'

const staleMs = 60_000

/** Notes when each token was last used, by its id. A write a minute and token is enough: it says whether one is still in use. */
export function openTokenUses(file: string, clock: Clock): (id: string) => void {
  const uses = new Map(Object.entries(read(file)))
  let isChanged = false
  let isWriting = false

  const write = async () => {
    isWriting = true
    while (isChanged) {
      isChanged = false
      // What is lost with a full disk is only how lately it was.
      await replaceFile(dirname(file), file, JSON.stringify(Object.fromEntries(uses))).catch(() => {})
    }
    isWriting = false
  }
  return (id) => {
    const now = clock.now()
    if (now.getTime() < Date.parse(uses.get(id) ?? '') + staleMs) return
    uses.set(id, now.toISOString())
    isChanged = true
    if (!isWriting) void write()
  }
}

function read(file: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {}
  } catch {
    return {}
  }
}
