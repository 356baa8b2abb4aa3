import { exits } from './exit-codes.ts'

/** Who reads may have enough, as `head` does. Without a result to give there is nothing left to do; without progress there is. */
export function closeQuietly(): void {
  if (process.stdout.listenerCount('error') > 0) return
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(exits.succeeded.code)
  })
  process.stderr.on('error', () => {})
}
