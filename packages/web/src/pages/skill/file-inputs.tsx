import { useId } from 'react'
import { Button } from '../../parts/button.tsx'
import { FileChoice } from '../../parts/file-choice.tsx'
import { sizeOf } from '../../parts/size.ts'
import { useDrop } from '../../parts/use-drop.ts'
import { useTexts } from '../../texts/texts.tsx'
import type { Field } from './form/form-schema.ts'
import { type FieldProblem, stepOf } from './form/problems.ts'
import type { Files } from './job-of.ts'
import { ProblemAt } from './problem-at.tsx'
import styles from './skill.module.css'

/** The files that a skill takes, chosen or dropped. */
export function FileInputs(props: {
  readonly fields: readonly Field[]
  readonly files: Files
  readonly problems: readonly FieldProblem[]
  readonly onChange: (files: Files) => void
}) {
  const { fields, files, problems, onChange } = props
  const { form: words } = useTexts()
  const own = fields.filter(({ source }) => source === 'file')
  if (own.length === 0) return null
  const take = (name: string, file: File | undefined) => {
    const { [name]: _, ...others } = files
    onChange(file ? { ...others, [name]: file } : others)
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{words.files}</legend>
      {own.map((field) => (
        <FileInput
          key={field.name}
          field={field}
          file={files[field.name] ?? null}
          problems={problems}
          onFile={(file) => take(field.name, file)}
        />
      ))}
    </fieldset>
  )
}

function FileInput(props: {
  readonly field: Field
  readonly file: File | null
  readonly problems: readonly FieldProblem[]
  readonly onFile: (file: File | undefined) => void
}) {
  const { field, file, problems, onFile } = props
  const { skill: words, form } = useTexts()
  const id = useId()
  const drop = useDrop(onFile)
  const { title, description } = (field.schema ?? {}) as { title?: string; description?: string }
  return (
    <div className={styles.fieldRow}>
      <label htmlFor={id}>
        <span className={styles.label}>{title ?? field.name}</span>{' '}
        {field.required && <span className={styles.detail}>{words.required}</span>}
      </label>
      <fieldset className={styles.drop} {...drop}>
        <FileChoice
          // A file that was removed can be chosen again.
          key={file ? 'chosen' : 'empty'}
          id={id}
          label={form.chooseFile}
          onChange={(event) => onFile(event.target.files?.[0] ?? file ?? undefined)}
        />
        {file ? (
          <>
            <span>
              {file.name} <span className={styles.detail}>{sizeOf(file.size)}</span>
            </span>
            <Button aria-label={`${form.remove}: ${file.name}`} onClick={() => onFile(undefined)}>
              {form.remove}
            </Button>
          </>
        ) : (
          <span className={styles.detail}>{form.noFile}</span>
        )}
      </fieldset>
      {description && <p className={styles.detail}>{description}</p>}
      <ProblemAt path={`/input/${stepOf(field.name)}`} problems={problems} />
    </div>
  )
}
