import { useTexts } from '../../texts/texts.tsx'
import styles from './bar.module.css'
import type { Bar } from './timeline.ts'

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`

/** When something was: solid while it lasted, dashed while it still does, and hatched where nothing accounts for the time before it. */
export function BarView({ bar: { from, to, gapFrom, tries, isPending } }: { readonly bar: Bar }) {
  const { run: words } = useTexts()
  return (
    <div className={styles.lane}>
      {gapFrom !== null && (
        <span
          className={styles.gap}
          title={words.timeline.gap}
          style={{ insetInlineStart: percent(gapFrom), width: percent(from - gapFrom) }}
        />
      )}
      <span
        className={styles.bar}
        data-pending={isPending || undefined}
        style={{ insetInlineStart: percent(Math.min(from, 0.995)), width: percent(to - from) }}
      />
      {tries > 1 && (
        <span className={styles.tries} style={{ insetInlineStart: percent(Math.min(to, 0.9)) }}>
          <span className="hidden-but-read">{words.timeline.tries(tries)}</span>
          <span aria-hidden>×{tries}</span>
        </span>
      )}
    </div>
  )
}
