import { lazy, Suspense, useState } from 'react'
import { Choice } from '../../parts/choice.tsx'
import fields from '../../parts/field.module.css'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTexts } from '../../texts/texts.tsx'
import type { Values } from './form/form-schema.ts'
import { problemText } from './form/problems.ts'
import type { SchemaFormProps } from './form/schema-form.tsx'
import styles from './skill.module.css'

const SchemaForm = lazy(() => import('./form/schema-form.tsx'))

/** Above this, a field for every value is more than anybody wants to see, or a browser to draw. */
const mostForForm = 20_000

/** Input and parameters, as a form or as JSON. */
export function ValueInputs(props: SchemaFormProps & { readonly onUnreadable: (isUnreadable: boolean) => void }) {
  const { form: words, skill } = useTexts()
  const [view, setView] = useState<'form' | 'json'>(() => (JSON.stringify(props.values).length > mostForForm ? 'json' : 'form'))
  const inline = props.fields.filter(({ source }) => source === 'inline')
  if (props.fields.length === 0) return <p>{skill.noFields}</p>
  if (inline.length === 0) return null
  const views = [
    { value: 'form', label: words.asForm },
    { value: 'json', label: words.asJson },
  ] as const
  return (
    <div className={styles.values}>
      <div className={styles.view}>
        <Choice label={words.view} value={view} options={views} onChoose={setView} />
      </div>
      {view === 'form' ? (
        <Suspense fallback={<Skeleton rows={inline.length} />}>
          <SchemaForm {...props} />
        </Suspense>
      ) : (
        <JsonInput {...props} />
      )}
    </div>
  )
}

/** What cannot be read stays as it was typed, with what is wrong beneath it. */
function JsonInput({ values, problems, onChange, onUnreadable }: Parameters<typeof ValueInputs>[0]) {
  const texts = useTexts()
  const [text, setText] = useState(() => JSON.stringify(values, null, 2))
  const [failure, setFailure] = useState<string | null>(null)
  const write = (written: string) => {
    setText(written)
    const read = valuesIn(written)
    setFailure(typeof read === 'string' ? read : null)
    onUnreadable(typeof read === 'string')
    if (typeof read !== 'string') onChange(read, true)
  }
  const own = problems.filter(({ path }) => /^\/(input|parameter)/.test(path))
  return (
    <>
      <textarea
        className={`${fields.field} ${styles.json}`}
        aria-label={texts.form.json}
        aria-invalid={failure !== null || own.length > 0}
        rows={Math.min(text.split('\n').length + 1, 24)}
        spellCheck={false}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
      {failure !== null && (
        <span className={styles.problem} data-problem>
          {texts.form.notJson(failure)}
        </span>
      )}
      {own.map((problem) => (
        <span key={`${problem.path} ${problem.keyword}`} className={styles.problem} data-problem>
          <code>{problem.path}</code> {problemText(problem, texts)}
        </span>
      ))}
    </>
  )
}

/** The values, or why the text holds none. */
function valuesIn(text: string): Values | string {
  try {
    const { input = {}, parameter = {} } = JSON.parse(text)
    return { input, parameter }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
