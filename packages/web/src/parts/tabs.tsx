import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import styles from './tabs.module.css'

export interface Tab<T extends string> {
  readonly name: T
  readonly label: ReactNode
}

/** One of several panels in the same place. Left and right move between them, as everywhere. */
export function Tabs<T extends string>(props: {
  readonly label: string
  readonly tabs: readonly Tab<T>[]
  readonly open: T
  readonly onOpen: (name: T) => void
  readonly children: ReactNode
}) {
  const { label, tabs, open, onOpen, children } = props
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const place = tabs.findIndex(({ name }) => name === open)
    const next = tabs[(place + step + tabs.length) % tabs.length]
    if (!next) return
    onOpen(next.name)
    list.current?.querySelector<HTMLElement>(`[data-name="${next.name}"]`)?.focus()
  }
  return (
    <div className={styles.tabs}>
      <div className={styles.list} role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            data-name={tab.name}
            id={`${id}-${tab.name}`}
            className={styles.tab}
            aria-selected={tab.name === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === open ? 0 : -1}
            onClick={() => onOpen(tab.name)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div className={styles.panel} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </div>
  )
}
