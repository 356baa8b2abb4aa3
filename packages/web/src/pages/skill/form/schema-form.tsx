// Its index also exports a helper for tests, which needs a validator that is not installed.
import Form from '@rjsf/core/lib/components/Form.js'
import { type ErrorSchema, ErrorSchemaBuilder, type RJSFSchema, TranslatableString, type ValidatorType } from '@rjsf/utils'
import { useMemo } from 'react'
import { type Texts, useTexts } from '../../../texts/texts.tsx'
import { violations } from './check.ts'
import styles from './form.module.css'
import { type Field, formSchemaOf, type Schema, type Values } from './form-schema.ts'
import { type FieldProblem, problemText, stepsOf } from './problems.ts'
import { templates } from './templates.tsx'
import { widgets } from './widgets.tsx'

export interface SchemaFormProps {
  readonly fields: readonly Field[]
  readonly values: Values
  readonly problems: readonly FieldProblem[]
  /** Defaults are filled in too, which nobody typed. */
  readonly onChange: (values: Values, isTyped: boolean) => void
}

/** The inline fields of a skill as a form. It is loaded when it is first needed: it weighs as much as the rest of the page. */
export default function SchemaForm({ fields, values, problems, onChange }: SchemaFormProps) {
  const texts = useTexts()
  const schema = useMemo(() => formSchemaOf(fields, texts.form) as RJSFSchema, [fields, texts])
  const errors = useMemo(() => errorSchemaOf(problems, texts), [problems, texts])
  return (
    <Form
      tagName="div"
      className={styles.fields ?? ''}
      idPrefix="field"
      schema={schema}
      uiSchema={plain}
      formData={values}
      templates={templates}
      widgets={widgets}
      validator={validator}
      translateString={(name, given) => translated(texts, name, given)}
      extraErrors={errors}
      showErrorList={false}
      noValidate
      experimental_defaultFormStateBehavior={{ emptyObjectFields: 'skipEmptyDefaults', requiredBooleanDefault: 'skip' }}
      onChange={({ formData }, id) =>
        onChange({ input: formData?.input ?? {}, parameter: formData?.parameter ?? {} }, id !== undefined)
      }
    />
  )
}

const plain = { 'ui:submitButtonOptions': { norender: true } }

/** It only tells which of several choices a value belongs to: what is entered is checked by `check`. */
const validator: ValidatorType = {
  isValid: (schema, value, root) => violations(schema as Schema, value, root as Schema).length === 0,
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({ errors: [] }),
}

function errorSchemaOf(problems: readonly FieldProblem[], texts: Texts): ErrorSchema {
  const builder = new ErrorSchemaBuilder()
  for (const problem of problems) builder.addErrors(problemText(problem, texts), stepsOf(problem.path))
  return builder.ErrorSchema
}

/** The words of the library in those of the page. */
function translated({ form: words }: Texts, name: TranslatableString, [first = ''] = [] as string[]): string {
  switch (name) {
    case TranslatableString.AddButton:
    case TranslatableString.AddItemButton:
    case TranslatableString.OptionalObjectAdd:
      return words.add
    case TranslatableString.RemoveButton:
    case TranslatableString.OptionalObjectRemove:
      return words.remove
    case TranslatableString.MoveUpButton:
      return words.up
    case TranslatableString.MoveDownButton:
      return words.down
    case TranslatableString.ClearButton:
    case TranslatableString.ClearLabel:
      return words.clear
    case TranslatableString.ArrayItemTitle:
      return words.item
    case TranslatableString.YesLabel:
      return words.yes
    case TranslatableString.NoLabel:
      return words.no
    case TranslatableString.OptionPrefix:
      return words.option(first)
    case TranslatableString.TitleOptionPrefix:
      return first
    case TranslatableString.KeyLabel:
      return words.key
    case TranslatableString.Value:
      return words.value
    case TranslatableString.Type:
      return words.type
    case TranslatableString.NewStringDefault:
      return words.newValue
    case TranslatableString.ExpandButton:
      return words.more
    default:
      return words.unsupported
  }
}
