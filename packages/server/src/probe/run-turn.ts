import { stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command, Exit } from '../domain/launch.ts'
import type { Gate } from '../gate/open-gate.ts'
import type { Resources } from '../process/resources.ts'
import { type ExecuteOptions, execute } from '../process/start.ts'

interface Running extends Pick<ExecuteOptions, 'timeoutMs' | 'graceMs' | 'signal' | 'marker' | 'logs' | 'onLines'> {
  /** Its way out. */
  readonly gate: Gate
  /** What it may use of the machine; null: all it likes. */
  readonly resources: Resources | null
  /** It is ended as soon as this file is there; null: it ends by itself. */
  readonly endAt: string | null
}

export interface Ended {
  readonly exit: Exit
  /** From the request to end until all had ended; null: nobody asked. */
  readonly afterMs: number | null
}

/** Starts it behind the gate, and sees it to its end. */
export async function runTurn(command: Command, { gate, resources, endAt, signal, ...rest }: Running): Promise<Ended> {
  const enough = new AbortController()
  const over = new AbortController()
  let askedAt: number | null = null
  const watching = untilThere(endAt, over.signal).then((isThere) => {
    if (!isThere) return
    askedAt = performance.now()
    enough.abort()
  })
  try {
    const exit = await execute(command, {
      ...rest,
      ...(resources ? { resources } : {}),
      silenceMs: 0,
      maxOutputBytes: 16 * 1024 * 1024,
      signal: AbortSignal.any([signal, enough.signal]),
      secrets: [],
      onStarted() {},
      onListener: (listener) => void listener.on('connection', (socket) => gate.accept(socket)),
    })
    return { exit, afterMs: askedAt === null ? null : performance.now() - askedAt }
  } finally {
    over.abort()
    await watching
  }
}

const lookAgainMs = 50

async function untilThere(path: string | null, over: AbortSignal): Promise<boolean> {
  while (path !== null && !over.aborted) {
    if (await stat(path).catch(() => null)) return true
    await wait(lookAgainMs, null, { signal: over }).catch(() => {})
  }
  return false
}
