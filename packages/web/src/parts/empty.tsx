import type { ReactNode } from 'react'
import styles from './empty.module.css'

/** Nothing is here yet: why, and what to do next. */
export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children}
    </div>
  )
}
