import { Link, useSearchParams } from 'wouter'
import { useTexts } from '../../texts/texts.tsx'
import styles from './exec.module.css'

/** To the next page of a list, and back to the first; which one is in the address. */
export function Paging(props: { readonly at: string; readonly cursor: string | null; readonly next: string | null }) {
  const { at, cursor, next } = props
  const { runs, exec: words } = useTexts()
  const [search] = useSearchParams()
  const { after: _, ...others } = Object.fromEntries(search)
  if (cursor === null && next === null) return null
  return (
    <nav className={styles.paging} aria-label={words.pages}>
      {cursor !== null && <Link href={`${at}?${new URLSearchParams(others)}`}>{runs.newest}</Link>}
      {next !== null && <Link href={`${at}?${new URLSearchParams({ ...others, after: next })}`}>{runs.older}</Link>}
    </nav>
  )
}
