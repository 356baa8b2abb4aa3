import type { EngineEvent } from '../domain/engine-event.ts'
import type { Line, Span } from '../domain/launch.ts'
import { answerFinder } from './answer-finder.ts'
import type { EngineParser } from './engine.ts'
import { endedInTurn } from './failure.ts'

/** For engines that print start and end of their turns on stdout: a turn without an end has failed. */
export function turnParser(eventsOf: (line: Line) => readonly EngineEvent[]): EngineParser {
  const answer = answerFinder()
  let inTurn = false
  let end: Span = { stream: 'stdout', from: 0, to: 0 }
  return {
    push(line) {
      // Nothing on stderr says how the turn goes, so it need not wait for what is held back.
      if (line.at.stream === 'stderr') return [rawOf(line, null)]
      end = { stream: 'stdout', from: line.at.to, to: line.at.to }
      const events = eventsOf(line)
      for (const event of events) if (event.type === 'turn') inTurn = event.phase === 'started'
      return events.flatMap((event) => answer.next(event))
    },
    end: () => [
      ...answer.release(false),
      ...(inTurn ? [{ type: 'turn', phase: 'failed', reason: endedInTurn, at: end } as const] : []),
    ],
  }
}

/** A line that stays as it is; `why` is null if nobody expected it to say anything. */
export const rawOf = (line: Line, why: string | null): EngineEvent => ({ type: 'unparsed', why, ...line })
