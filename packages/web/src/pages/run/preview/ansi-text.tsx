import { memo } from 'react'
import styles from './ansi.module.css'
import { paint } from './ansi.ts'

/** Terminal output with its colors. Only pieces of text and names of our own classes reach the page. */
export const AnsiText = memo(function AnsiText({ text }: { readonly text: string }) {
  return (
    <pre className={styles.output}>
      <AnsiLine text={text} />
    </pre>
  )
})

export function AnsiLine({ text }: { readonly text: string }) {
  return paint(text).map(({ text: piece, look }, at) =>
    look.length === 0 ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: its place is what a piece is
      <span key={at} className={look.map((name) => styles[name]).join(' ')}>
        {piece}
      </span>
    ),
  )
}
