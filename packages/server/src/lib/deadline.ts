interface Deadline extends Disposable {
  readonly signal: AbortSignal
}

/** Ends when the time is up or the other signal ends. Once nobody waits any more it lets go of its timer: AbortSignal.timeout would keep it. */
export function deadlineOf(ms: number, other?: AbortSignal): Deadline {
  const controller = new AbortController()
  const end = () => controller.abort()
  const timer = setTimeout(end, ms)
  other?.addEventListener('abort', end)
  if (other?.aborted) end()
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      other?.removeEventListener('abort', end)
      end()
    },
  }
}
