import { useQuery } from '@tanstack/react-query'
import { runner } from '../../api/runner.ts'
import type { Skill } from '../../api/types.ts'
import type { Option } from '../../parts/choice.tsx'
import { Labeled } from '../../parts/labeled.tsx'
import { useTexts } from '../../texts/texts.tsx'
import type { FieldProblem } from './form/problems.ts'
import type { Choices } from './job-of.ts'
import { ProblemAt } from './problem-at.tsx'
import { RecordingNote } from './recording-note.tsx'
import { SettingsInput } from './settings-input.tsx'
import styles from './skill.module.css'

export interface ChoiceProps {
  readonly skill: Skill
  readonly choices: Choices
  readonly problems: readonly FieldProblem[]
  readonly onChoose: (choices: Choices) => void
}

export const noChoices = ({ execution_modes: modes }: Skill): Choices => ({
  ...{ engine: '', model: '', effort: '', settings: '', webhook: null },
  options: { execution_mode: modes.includes('auto') ? 'auto' : 'interactive' },
})

/** Who runs it and how. Left alone, the server chooses. */
export function EngineChoice(props: ChoiceProps) {
  const { skill, choices, problems, onChoose } = props
  const { skill: words } = useTexts()
  const { engine, next = [], model, options } = choices
  const { data } = useQuery({
    queryKey: ['models', engine],
    queryFn: ({ signal }) => runner.engines.models(engine, { signal }),
    enabled: engine !== '',
  })
  const automatic = { value: '', label: words.automatic }
  const models = data?.models ?? []
  const efforts = models.find(({ id }) => id === model)?.supported_effort ?? []
  const modes = skill.execution_modes.map((value) => ({ value, label: words.modes[value] }))
  const isScript = skill.entrypoints.every(({ type }) => type === 'script')
  const engines = isScript ? [] : skill.effective_engines
  if (engines.length === 0 && modes.length < 2) return null
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{words.how}</legend>
      <div className={styles.choices}>
        {engines.length > 0 && (
          <Labeled
            label={words.engine}
            value={engine}
            options={withChosen([automatic, ...engines.map((value) => ({ value, label: value }))], engine)}
            onChoose={(value) => onChoose({ ...choices, engine: value, next: [], model: '', effort: '', settings: '' })}
          />
        )}
        {engine !== '' && (engines.length > 1 || next.length > 0) && (
          <Labeled
            label={words.nextEngine}
            value={next.join(', ')}
            options={withChosen(
              [
                { value: '', label: words.noEngine },
                ...engines.filter((value) => value !== engine).map((value) => ({ value, label: value })),
              ],
              next.join(', '),
            )}
            onChoose={(value) => onChoose({ ...choices, next: value === '' ? [] : value.split(', ') })}
          />
        )}
        {(models.length > 0 || model !== '') && (
          <Labeled
            label={words.model}
            value={model}
            options={withChosen(
              [automatic, ...models.map(({ id, display_name }) => ({ value: id, label: display_name }))],
              model,
            )}
            onChoose={(value) => onChoose({ ...choices, model: value, effort: '' })}
          />
        )}
        {(efforts.length > 0 || choices.effort !== '') && (
          <Labeled
            label={words.effort}
            value={choices.effort}
            options={withChosen([automatic, ...efforts.map((value) => ({ value, label: value }))], choices.effort)}
            onChoose={(value) => onChoose({ ...choices, effort: value })}
          />
        )}
        {modes.length > 1 && (
          <Labeled
            label={words.mode}
            value={options.execution_mode ?? 'auto'}
            options={modes}
            onChoose={(execution_mode) => onChoose({ ...choices, options: { ...options, execution_mode } })}
          />
        )}
      </div>
      <ProblemAt path="/engine" problems={problems} />
      <ProblemAt path="/engines" problems={problems} />
      <ProblemAt path="/model" problems={problems} />
      <SettingsInput choices={choices} onChoose={onChoose} />
      <RecordingNote engines={engines} chosen={engine} />
    </fieldset>
  )
}

/** What an earlier run was given is shown even if it is no longer offered: the server says so when it is sent. */
const withChosen = (options: readonly Option<string>[], chosen: string): readonly Option<string>[] =>
  options.some(({ value }) => value === chosen) ? options : [...options, { value: chosen, label: chosen }]
