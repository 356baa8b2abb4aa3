import styles from './field.module.css'

export interface Option<T extends string> {
  readonly value: T
  readonly label: string
}

/** One of a few. The label is read to those who cannot see it. */
export function Choice<T extends string>(props: {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onChoose: (value: T) => void
}) {
  const { label, value, options, onChoose } = props
  return (
    <select className={styles.field} aria-label={label} value={value} onChange={(event) => onChoose(event.target.value as T)}>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
