import { useSyncExternalStore } from 'react'

/** The width below which the navigation is at the bottom, as the style sheets say it. */
const narrow = matchMedia('(max-width: 899px)')

export const useNarrow = (): boolean => useSyncExternalStore(watch, () => narrow.matches)

function watch(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange)
  return () => narrow.removeEventListener('change', onChange)
}
