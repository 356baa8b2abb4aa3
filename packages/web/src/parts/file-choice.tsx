import type { ComponentProps } from 'react'
import buttons from './button.module.css'
import styles from './file-choice.module.css'

/** A button that chooses files. That of the browser speaks the language of the browser, which may be another. */
export function FileChoice({
  label,
  ...input
}: { readonly label: string } & Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className={`${buttons.button} ${styles.choice}`}>
      <input type="file" className="hidden-but-read" {...input} />
      {label}
    </label>
  )
}
