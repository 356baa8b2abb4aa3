import type { ServerContext } from '@modelcontextprotocol/server'

/** How a call that takes its time says that it is alive. */
export interface Progress {
  say(message: string): Promise<void>
}

/** Told only to those who asked for it, by a token of their own. */
export function progressOf({ mcpReq }: ServerContext): Progress {
  const progressToken = mcpReq._meta?.progressToken
  let told = 0
  return {
    async say(message) {
      if (progressToken === undefined || mcpReq.signal.aborted) return
      told += 1
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: told, message } })
    },
  }
}

/** Says that it is alive while something takes its time that tells nothing by itself. */
export async function whileAlive<T>(progress: Progress, everySec: number, doing: Promise<T>): Promise<T> {
  // Whoever is not there to hear it has left, and the call ends by itself.
  const timer = setInterval(() => progress.say('still running').catch(() => {}), everySec * 1000)
  try {
    return await doing
  } finally {
    clearInterval(timer)
  }
}
