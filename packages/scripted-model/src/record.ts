import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ModelRequest, OpenScene } from './scene.ts'

/** What is known of a connection while its request is answered. */
export interface Line {
  /** Aborted when the connection is gone, whoever ended it. */
  readonly gone: AbortSignal
  /** Ends the connection, and remembers that it was not the client. */
  readonly hangUp: () => void
}

export interface Following {
  readonly scene: OpenScene
  readonly response: ServerResponse
  /** Whether the server itself is ending, so that a closed connection is nobody's doing. */
  readonly closing: () => boolean
  readonly onRequest: (request: ModelRequest) => void
}

/** Enters a request into the scene's list and follows its connection to the end. */
export function record(
  arrived: Omit<ModelRequest, 'closedByClient'>,
  { scene, response, closing, onRequest }: Following,
  over: () => void = () => undefined,
): Line {
  const entry = { ...arrived, closedByClient: false }
  scene.requests.push(entry)
  let hungUp = false
  const gone = new AbortController()
  response.once('close', () => {
    entry.closedByClient = !response.writableFinished && !hungUp && !closing()
    gone.abort()
    over()
    onRequest(entry)
  })
  const hangUp = (): void => {
    hungUp = true
    response.destroy()
  }
  return { gone: gone.signal, hangUp }
}

export function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]))
}
