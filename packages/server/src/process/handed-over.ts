import { Server } from 'node:net'

/** Takes the listener that a child hands over, at most one, and closes it whenever the child is over. */
export interface HandedOver {
  take(handle: unknown): void
  close(): void
}

export function openHandedOver(onListener: (listener: Server) => void): HandedOver {
  let isOver = false
  let taken: Server | null = null
  return {
    take(handle) {
      if (!(handle instanceof Server)) return
      // Too many open files are no reason to fall.
      handle.on('error', () => {})
      if (isOver || taken !== null) {
        handle.close()
        return
      }
      taken = handle
      onListener(handle)
    },
    close() {
      isOver = true
      if (taken?.listening) taken.close()
    },
  }
}
