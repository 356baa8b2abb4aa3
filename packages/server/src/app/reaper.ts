import type { Logger } from 'pino'
import type { Exec } from '../exec/open.ts'

/** Reaps at once, and then now and then. Returns how to stop it, which waits for whatever is under way. */
export function startReaper(logger: Logger, { reaper }: Exec, everyMs: number): () => Promise<void> {
  let reaping: Promise<unknown> = Promise.resolve()
  const reap = () => {
    reaping = reaping.then(() => reaper.run()).catch((error) => logger.error({ err: error }, 'the reaper failed'))
  }
  reap()
  const timer = setInterval(reap, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await reaping
  }
}
