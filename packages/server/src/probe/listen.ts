import type { EngineEvent } from '../domain/engine-event.ts'
import type { Exit, Line } from '../domain/launch.ts'
import type { EngineParser } from '../engines/engine.ts'

/** What a CLI said in one turn. */
export interface Heard {
  readonly session: string | null
  /** Its answer. */
  readonly message: string | null
  /** Why its turn failed, in its own words; null: it did not say that it failed. */
  readonly failure: string | null
  /** What ought to have been understood and was not, the first of it. */
  readonly strange: string | null
  /** What of stderr tells most; empty: nothing stands there. */
  readonly complaint: string
}

const nothing = { session: null, message: null, failure: null, strange: null }

/** Listens as a run does, by the parser of the engine. */
export function openListener(parser: EngineParser) {
  let heard: Omit<Heard, 'complaint'> = nothing
  const stderr: string[] = []
  const hear = (events: readonly EngineEvent[]) => {
    heard = events.reduce(listen, heard)
  }
  return {
    lines(lines: readonly Line[]): void {
      for (const line of lines) {
        hear(parser.push(line))
        if (line.at.stream === 'stderr') stderr.push(line.text.trim())
      }
      // Whoever prints that much has said before what is the matter, or says it last.
      stderr.splice(keptLines, stderr.length - 2 * keptLines)
    },
    end(exit: Exit): Heard {
      hear(parser.end(exit))
      return { ...heard, complaint: complaintIn(stderr) }
    },
  }
}

const keptLines = 100

function listen<H extends Omit<Heard, 'complaint'>>(heard: H, event: EngineEvent): H {
  if (event.type === 'session') return { ...heard, session: event.handle }
  if (event.type === 'message') return { ...heard, message: event.text }
  if (event.type === 'turn') return { ...heard, failure: event.phase === 'failed' ? (event.reason ?? 'no reason') : null }
  if (event.type === 'unparsed' && event.why !== null) return { ...heard, strange: heard.strange ?? event.text.trim() }
  return heard
}

/** The first line that names an error, with the one behind it; else the last. */
function complaintIn(stderr: readonly string[]): string {
  const lines = stderr.filter((line) => line !== '')
  const at = lines.findIndex((line) => /^\w*error\b/i.test(line))
  return (at < 0 ? lines.slice(-1) : lines.slice(at, at + 2)).join(' ')
}
