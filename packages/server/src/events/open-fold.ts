import type { RaspEvent } from '@agent-skill-runner/contract/rasp.ts'
import type { Run } from '../domain/run.ts'
import { CorruptLog } from './corrupt-log.ts'
import { type EchoLimits, echoFold, type Fold, plainFold } from './echo.ts'
import type { Profile } from './encode.ts'
import { type Bytes, readLines } from './lines-on-disk.ts'

const pageBytes = 256 * 1024

/** The fold of an attempt where it stands: what was held back is in no file but that of RASP, and read again it is held back again. */
export async function openFold({ echoes }: Profile, limits: EchoLimits, rasp: Bytes, told: Told): Promise<Fold> {
  if (!echoes) return plainFold
  const fold = echoFold(limits)
  for (let at = 0; at < told.bytes; ) {
    const lines = await readLines(rasp, at, told.bytes, pageBytes)
    if (lines.length === 0) throw new CorruptLog(`The committed events end in the middle of a line, after byte ${at}`)
    for (const line of lines) fold.push(parsed(line))
    at += lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
  }
  // A run that left its state has held nothing back.
  if (told.state !== 'running') fold.end()
  return fold
}

function parsed(line: string): RaspEvent {
  try {
    return JSON.parse(line)
  } catch {
    throw new CorruptLog('A committed event is no JSON')
  }
}

/** How much of the file counts, and in which state the run is since. */
interface Told {
  readonly bytes: number
  readonly state: Run['state']
}
