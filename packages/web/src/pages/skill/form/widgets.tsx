import CheckboxesWidget from '@rjsf/core/lib/components/widgets/CheckboxesWidget.js'
import SelectWidget from '@rjsf/core/lib/components/widgets/SelectWidget.js'
import { ariaDescribedByIds, descriptionId, type WidgetProps } from '@rjsf/utils'
import styles from './form.module.css'

/** Yes or no, with its label beside it and what it means beneath. */
function Checkbox({ id, htmlName, value, label, schema, disabled, onChange }: WidgetProps) {
  return (
    <>
      <label htmlFor={id}>
        <input
          type="checkbox"
          id={id}
          name={htmlName || id}
          checked={value === true}
          disabled={disabled === true}
          aria-describedby={ariaDescribedByIds(id)}
          onChange={(event) => onChange(event.target.checked)}
        />{' '}
        {label}
      </label>
      {schema.description && (
        <p id={descriptionId(id)} className={styles.description}>
          {schema.description}
        </p>
      )}
    </>
  )
}

/** Several of a few are boxes: nobody knows how to choose several in a list. */
function Select(props: WidgetProps) {
  return props.multiple ? <CheckboxesWidget {...props} /> : <SelectWidget {...props} />
}

export const widgets = { CheckboxWidget: Checkbox, SelectWidget: Select }
