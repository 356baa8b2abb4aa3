import type { ComponentProps } from 'react'
import styles from './button.module.css'

export type ButtonKind = 'plain' | 'main' | 'danger'

export function Button({ kind = 'plain', type = 'button', ...rest }: ComponentProps<'button'> & { readonly kind?: ButtonKind }) {
  return <button {...rest} type={type} className={styles.button} data-kind={kind} />
}
