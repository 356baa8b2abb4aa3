import { Link, useLocation, useSearchParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useTexts } from '../texts/texts.tsx'
import styles from './paging.module.css'

/** Which page of a list is open, from the address; null: the newest. */
export function useCursor(): string | null {
  const [search] = useSearchParams()
  return search.get('after')
}

/** To the other pages of a list whose newest come first. `next`: where the page after this one begins; null: there is none. */
export function Paging({ label, next }: { readonly label: string; readonly next: string | null }) {
  const { common: words } = useTexts()
  const [path] = useLocation()
  const [search] = useSearchParams()
  const cursor = useCursor()
  const at = (after: string | null) => {
    const { after: _, ...others } = Object.fromEntries(search)
    return `${path}?${new URLSearchParams(after === null ? others : { ...others, after })}`
  }
  // The pages on the way here, newest first: cursors lead on, and not back. A link from elsewhere knows none.
  const way = useHistoryState<{ readonly way?: readonly (string | null)[] } | null>()?.way ?? []
  if (cursor === null && next === null) return null
  return (
    <nav className={styles.paging} aria-label={label}>
      {cursor !== null && <Link href={at(null)}>{words.newest}</Link>}
      {way.length > 0 && (
        <Link href={at(way.at(-1) ?? null)} state={{ way: way.slice(0, -1) }}>
          {words.newer}
        </Link>
      )}
      {next !== null && (
        <Link href={at(next)} state={{ way: [...way, cursor] }}>
          {words.older}
        </Link>
      )}
    </nav>
  )
}
