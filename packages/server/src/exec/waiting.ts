import { noRoomFor } from '../domain/share.ts'
import { countedBy } from '../domain/task-turn.ts'
import { Fault } from '../lib/fault.ts'

export interface OfProject {
  readonly projectId: string
}

/** Throws where no more of a project may wait: it has as many as it may, or its share of the places of all. */
export function requireRoomIn(queue: readonly OfProject[], project: string, most: { own: number; ofAll: number }): void {
  const waiting = countedBy(queue.map(({ projectId }) => projectId))
  const queued = waiting.get(project) ?? 0
  const noRoom = queued >= most.own ? { queued, limit: most.own } : noRoomFor(project, waiting, most.ofAll)
  if (noRoom) throw new Fault('QUEUE_FULL', { ...noRoom })
}
