import { Choice, type Option } from './choice.tsx'
import styles from './field.module.css'

/** One of a few, with its label above it. */
export function Labeled<T extends string>(props: {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChoose: (value: T) => void
}) {
  return (
    <span className={styles.labeled}>
      <span className={styles.label} aria-hidden="true">
        {props.label}
      </span>
      <Choice {...props} />
    </span>
  )
}
