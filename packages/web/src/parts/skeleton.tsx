import { useTexts } from '../texts/texts.tsx'
import styles from './skeleton.module.css'

/** The place of what is being loaded, so that nothing jumps when it comes. */
export function Skeleton({ rows }: { readonly rows: number }) {
  const places = Array.from({ length: rows }, (_, index) => index)
  return (
    <div className={styles.skeleton} role="status" aria-label={useTexts().common.loading}>
      {places.map((place) => (
        <div key={place} className={styles.row} />
      ))}
    </div>
  )
}
