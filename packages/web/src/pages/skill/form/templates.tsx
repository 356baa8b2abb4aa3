import {
  ADDITIONAL_PROPERTY_FLAG,
  type ArrayFieldItemTemplateProps,
  type ArrayFieldTemplateProps,
  buttonId,
  type CyclicSchemaExpandProps,
  canExpand,
  type DescriptionFieldProps,
  errorId,
  type FieldErrorProps,
  type FieldPathId,
  type FieldTemplateProps,
  type IconButtonProps,
  type MultiSchemaFieldTemplateProps,
  type ObjectFieldTemplateProps,
  TranslatableString,
  type WrapIfAdditionalTemplateProps,
} from '@rjsf/utils'
import type { ReactNode } from 'react'
import { Button } from '../../../parts/button.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import styles from './form.module.css'

/** How the parts of a form look. Everything that a skill says in it is text. */
function Field(props: FieldTemplateProps) {
  const { id, label, required, displayLabel, hidden, schema, fieldPathId, description, rawDescription, children, errors } = props
  if (hidden) return null
  const isGroup = schema.type === 'object' || schema.type === 'array'
  const isBox = schema.type === 'boolean' && !schema.oneOf && !schema.enum
  const isItem = itemNumber(fieldPathId) !== null
  return (
    <Removable {...props}>
      {displayLabel && !isBox && (
        <label htmlFor={id} className={isItem ? 'hidden-but-read' : styles.label}>
          {label} <Needed isNeeded={required === true} />
        </label>
      )}
      {children}
      {displayLabel && !isGroup && !isBox && rawDescription ? description : null}
      {errors}
    </Removable>
  )
}

/** The place of an entry in its list, from 1; null: it is no entry of a list. */
function itemNumber({ path }: FieldPathId): number | null {
  const last = path.at(-1)
  return typeof last === 'number' ? last + 1 : null
}

function Needed({ isNeeded }: { readonly isNeeded: boolean }) {
  const { skill: words } = useTexts()
  return isNeeded ? <span className={styles.needed}>{words.required}</span> : null
}

/** A member that the schema does not name: its name can be changed, and it can be removed. */
function Removable(props: WrapIfAdditionalTemplateProps & { readonly children: ReactNode }) {
  const { id, label, schema, children, onKeyRenameBlur, onRemoveProperty, disabled } = props
  const { form: words } = useTexts()
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return <div className={styles.field}>{children}</div>
  return (
    <div className={styles.named}>
      <label className={styles.field}>
        <span className={styles.label}>{words.key}</span>
        <input key={label} className="form-control" defaultValue={label} onBlur={onKeyRenameBlur} />
      </label>
      <div className={styles.field}>{children}</div>
      <Button disabled={disabled === true} onClick={onRemoveProperty} id={buttonId(id, 'remove')}>
        {words.remove}
      </Button>
    </div>
  )
}

function ObjectField({
  title,
  description,
  properties,
  required,
  schema,
  uiSchema,
  formData,
  fieldPathId,
  ...rest
}: ObjectFieldTemplateProps) {
  const { form: words } = useTexts()
  const number = itemNumber(fieldPathId)
  const isOnlyChoice = (schema.oneOf || schema.anyOf) && !schema.properties && properties.length === 0
  if (isOnlyChoice) return null
  return (
    <fieldset className={styles.group} id={fieldPathId.$id} data-depth={Math.min(fieldPathId.path.length, 2)}>
      {title && (
        <legend className={styles.legend}>
          {number === null ? title : `${words.item} ${number}`}{' '}
          <Needed isNeeded={required === true && number === null && fieldPathId.path.length > 1} />
        </legend>
      )}
      {description && <p className={styles.description}>{description}</p>}
      {properties.map(({ content }) => content)}
      {canExpand(schema, uiSchema, formData) && <Button onClick={rest.onAddProperty}>{words.add}</Button>}
    </fieldset>
  )
}

function ArrayField({ title, schema, items, canAdd, onAddClick, required, fieldPathId, disabled }: ArrayFieldTemplateProps) {
  const { form: words } = useTexts()
  return (
    <fieldset className={styles.group} id={fieldPathId.$id} data-depth="2">
      <legend className={styles.legend}>
        {title} <Needed isNeeded={required === true} />
      </legend>
      {schema.description && <p className={styles.description}>{schema.description}</p>}
      {items}
      {canAdd && (
        <div>
          <Button disabled={disabled === true} onClick={onAddClick} id={buttonId(fieldPathId, 'add')}>
            {words.add}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

function ArrayItem({ children, index, hasToolbar, buttonsProps }: ArrayFieldItemTemplateProps) {
  const { form: words } = useTexts()
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps
  const named = (what: string) => ({ 'aria-label': `${what}: ${words.item} ${index + 1}`, title: what })
  return (
    <div className={styles.item}>
      <div className={styles.content}>{children}</div>
      {hasToolbar && (
        <div className={styles.tools}>
          {(hasMoveUp || hasMoveDown) && (
            <>
              <Button disabled={!hasMoveUp} onClick={onMoveUpItem} {...named(words.up)}>
                ↑
              </Button>
              <Button disabled={!hasMoveDown} onClick={onMoveDownItem} {...named(words.down)}>
                ↓
              </Button>
            </>
          )}
          {hasRemove && (
            <Button onClick={onRemoveItem} {...named(words.remove)}>
              ✕
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Description({ id, description }: DescriptionFieldProps) {
  if (!description) return null
  return (
    <p id={id} className={styles.description}>
      {description}
    </p>
  )
}

function Errors({ errors = [], fieldPathId }: FieldErrorProps) {
  if (errors.length === 0) return null
  return (
    <ul id={errorId(fieldPathId)} className={styles.problems} data-problem>
      {errors.map((error) => (
        <li key={String(error)}>{error}</li>
      ))}
    </ul>
  )
}

function OneOf({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  return (
    <div className={styles.choice}>
      {selector}
      {optionSchemaField}
    </div>
  )
}

/** A schema that holds itself is opened step by step. */
function Circle({ name, fieldPathId, onExpand }: CyclicSchemaExpandProps) {
  const { form: words } = useTexts()
  return (
    <Button onClick={() => onExpand(fieldPathId.$id)}>
      {name}: {words.more}
    </Button>
  )
}

function WordButton({ id, disabled, onClick, registry }: IconButtonProps) {
  return (
    <Button id={id} disabled={disabled} onClick={onClick}>
      {registry.translateString(TranslatableString.ClearButton)}
    </Button>
  )
}

export const templates = {
  FieldTemplate: Field,
  ObjectFieldTemplate: ObjectField,
  ArrayFieldTemplate: ArrayField,
  ArrayFieldItemTemplate: ArrayItem,
  DescriptionFieldTemplate: Description,
  FieldErrorTemplate: Errors,
  MultiSchemaFieldTemplate: OneOf,
  CyclicSchemaExpandTemplate: Circle,
  ButtonTemplates: { ClearButton: WordButton },
}
