import type { ReactNode } from 'react'

/** A box that scrolls, by keys too: who has no mouse reaches it with Tab. */
export function Scrolled(props: {
  readonly label: string
  readonly className: string | undefined
  readonly children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className={props.className} aria-label={props.label} tabIndex={0}>
      {props.children}
    </section>
  )
}
