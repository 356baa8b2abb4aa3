import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type Tone = 'ok' | 'warn' | 'bad' | 'live' | 'quiet'

/** A short word about a state. The colour only repeats what the word says. */
export function Badge({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  )
}
