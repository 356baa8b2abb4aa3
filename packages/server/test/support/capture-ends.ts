import type { EngineEvent } from '../../src/domain/engine-event.ts'
import type { Engine, EngineEnd } from '../../src/engines/engine.ts'
import { type Capture, capturesOf, feedOf, hear } from './captures.ts'

/** How each recorded call ended that was no success, as a run would tell its engine. */
export function badEndsOf(engine: Engine): Map<string, EngineEnd> {
  const ends = capturesOf(engine.id).map((capture) => [capture.name, endOf(engine, capture)] as const)
  return new Map(ends.filter(([, { exit, reason }]) => reason !== null || exit.kind !== 'exited' || exit.code !== 0))
}

function endOf(engine: Engine, capture: Capture): EngineEnd {
  const events = hear(engine.parser(), feedOf(capture), capture.exit)
  const lastTurn = events.findLast((event) => event.type === 'turn')
  return {
    exit: capture.exit,
    reason: lastTurn?.phase === 'failed' ? (lastTurn.reason ?? 'It did not say why.') : null,
    understood: events.some((event: EngineEvent) => event.type !== 'unparsed' && event.at.stream === 'stdout'),
    stderrTail: capture.stderr.subarray(-4096).toString('utf8'),
  }
}
