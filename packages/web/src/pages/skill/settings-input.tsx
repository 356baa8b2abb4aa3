import { useState } from 'react'
import fields from '../../parts/field.module.css'
import { useTexts } from '../../texts/texts.tsx'
import type { ChoiceProps } from './engine-choice.tsx'
import { readSettings, takesSettings } from './engine-settings.ts'
import styles from './skill.module.css'

/** Settings of the chosen engine, with the names of its own config file. What cannot be read stays as it was typed. */
export function SettingsInput({ choices, onChoose }: Omit<ChoiceProps, 'skill' | 'problems'>) {
  const { form: words } = useTexts()
  const { engine, settings } = choices
  const [hasGiven] = useState(settings !== '')
  if (!takesSettings(engine)) return null
  const read = readSettings(settings)
  return (
    <details className={styles.details} open={hasGiven || undefined}>
      <summary>{words.settings(engine)}</summary>
      <div className={styles.group}>
        <textarea
          className={`${fields.field} ${styles.settings}`}
          name="settings"
          aria-label={words.settings(engine)}
          aria-invalid={!read.ok}
          rows={Math.min(Math.max(settings.split('\n').length + 1, 4), 16)}
          spellCheck={false}
          placeholder="{}"
          value={settings}
          onChange={(event) => onChoose({ ...choices, settings: event.target.value })}
        />
        {!read.ok && (
          <span className={styles.problem} data-problem>
            {read.why === null ? words.settingsNotObject : words.notJson(read.why)}
          </span>
        )}
        <span className={styles.detail}>{words.settingsHint(engine)}</span>
      </div>
    </details>
  )
}
