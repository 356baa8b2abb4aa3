import { useState } from 'react'
import fields from '../../parts/field.module.css'
import { Labeled } from '../../parts/labeled.tsx'
import { useTexts } from '../../texts/texts.tsx'
import type { ChoiceProps } from './engine-choice.tsx'
import type { Choices } from './job-of.ts'
import { ProblemAt } from './problem-at.tsx'
import styles from './skill.module.css'
import { WebhookInput } from './webhook-input.tsx'

type Options = Choices['options']
const repairs = ['off', 'program', 'engine'] as const

/** What most people leave alone: limits, repair, and who is told. */
export function JobOptions(props: ChoiceProps) {
  const { choices, problems, onChoose } = props
  const { form: words, skill } = useTexts()
  const { options } = choices
  const set = (changes: Partial<Options>) => onChoose({ ...choices, options: withoutEmpty({ ...options, ...changes }) })
  // What an earlier run brought along is not hidden.
  const [hasGiven] = useState(() => choices.webhook !== null || Object.keys(options).some((name) => name !== 'execution_mode'))
  const isOpen = hasGiven || problems.some(({ path }) => /^\/(runtime_options|webhook)/.test(path))
  const numbers = { set, options, problems }
  return (
    <details className={styles.details} open={isOpen || undefined}>
      <summary>{words.options}</summary>
      <div className={styles.group}>
        <div className={styles.choices}>
          <NumberOption {...numbers} name="timeout_sec" />
          <NumberOption {...numbers} name="max_cost_usd" />
          <NumberOption {...numbers} name="max_tokens" />
          <Labeled
            label={words.option_names.output_repair}
            value={options.output_repair ?? ''}
            options={[{ value: '', label: skill.automatic }, ...repairs.map((value) => ({ value, label: words.repairs[value] }))]}
            onChoose={(value) => set({ output_repair: value === '' ? undefined : value } as Partial<Options>)}
          />
        </div>
        <ProblemAt path="/runtime_options/output_repair" problems={problems} />
        <Switch {...numbers} name="no_cache" />
        <Switch {...numbers} name="debug" />
        {options.execution_mode === 'interactive' && (
          <>
            <Switch {...numbers} name="interactive_auto_reply" />
            {options.interactive_auto_reply && <NumberOption {...numbers} name="interactive_reply_timeout_sec" />}
          </>
        )}
        <WebhookInput webhook={choices.webhook} problems={problems} onChange={(webhook) => onChoose({ ...choices, webhook })} />
      </div>
    </details>
  )
}

const withoutEmpty = (options: Options): Options =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined && value !== false))

interface OptionProps<Name> {
  readonly name: Name
  readonly options: Options
  readonly problems: ChoiceProps['problems']
  readonly set: (changes: Partial<Options>) => void
}

function Switch({ name, options, set }: OptionProps<'no_cache' | 'debug' | 'interactive_auto_reply'>) {
  const { form: words } = useTexts()
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        name={name}
        checked={options[name] === true}
        onChange={(event) => set({ [name]: event.target.checked })}
      />
      {words.option_names[name]}
    </label>
  )
}

type NumberName = 'timeout_sec' | 'max_cost_usd' | 'max_tokens' | 'interactive_reply_timeout_sec'

function NumberOption({ name, options, problems, set }: OptionProps<NumberName>) {
  const { form: words } = useTexts()
  return (
    <label className={fields.labeled}>
      <span className={fields.label}>{words.option_names[name]}</span>
      <input
        className={fields.field}
        type="number"
        min={name === 'max_cost_usd' ? 0 : 1}
        step={name === 'max_cost_usd' ? 'any' : 1}
        name={name}
        value={options[name] ?? ''}
        onChange={(event) => set({ [name]: event.target.value === '' ? undefined : Number(event.target.value) })}
      />
      <ProblemAt path={`/runtime_options/${name}`} problems={problems} />
    </label>
  )
}
