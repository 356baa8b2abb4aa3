import { Link, useSearchParams } from 'wouter'
import { useTexts } from '../../texts/texts.tsx'
import styles from './runs.module.css'

const views = ['list', 'dots'] as const
export type View = (typeof views)[number]

/** In the address, so that a link shows the same. */
export function useView(): View {
  const [search] = useSearchParams()
  return search.get('view') === 'dots' ? 'dots' : 'list'
}

export function Views({ view }: { readonly view: View }) {
  const { runs: words } = useTexts()
  const [search] = useSearchParams()
  const { after: _, view: __, ...others } = Object.fromEntries(search)
  return (
    <nav className={styles.views} aria-label={words.views.label}>
      {views.map((one) => (
        <Link
          key={one}
          className={styles.link}
          href={`/ui/runs?${new URLSearchParams(one === 'dots' ? { ...others, view: one } : others)}`}
          aria-current={one === view ? 'page' : undefined}
        >
          {words.views[one]}
        </Link>
      ))}
    </nav>
  )
}
