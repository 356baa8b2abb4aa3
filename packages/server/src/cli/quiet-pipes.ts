/** Who reads may have enough, as `head` does. What a command does besides printing, such as bringing files, is done all the same. */
export function closeQuietly(): void {
  if (process.stdout.listenerCount('error') > 0) return
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.stderr.on('error', () => {})
}
