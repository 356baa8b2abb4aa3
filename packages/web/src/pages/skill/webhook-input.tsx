import fields from '../../parts/field.module.css'
import { useTexts } from '../../texts/texts.tsx'
import type { FieldProblem } from './form/problems.ts'
import type { Choices } from './job-of.ts'
import { ProblemAt } from './problem-at.tsx'
import styles from './skill.module.css'

type Webhook = NonNullable<Choices['webhook']>
const events = ['job.started', 'job.waiting_user', 'job.succeeded', 'job.failed', 'job.canceled'] as const
/** What the server sends when no events are named. */
const usual = ['job.succeeded', 'job.failed', 'job.canceled'] as const

/** Who is told about the job. The secret is one of the server, and only named here. */
export function WebhookInput(props: {
  readonly webhook: Webhook | null
  readonly problems: readonly FieldProblem[]
  readonly onChange: (webhook: Webhook | null) => void
}) {
  const { webhook, problems, onChange } = props
  const { form: words } = useTexts()
  const change = (changes: Partial<Webhook>) => {
    const changed = { url: '', ...webhook, ...changes }
    onChange(changed.url === '' && !changed.secret_ref && !changed.events ? null : changed)
  }
  const chosen: readonly string[] = webhook?.events ?? usual
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{words.webhook}</legend>
      <label className={fields.labeled}>
        <span className={fields.label}>{words.webhookUrl}</span>
        <input
          className={fields.field}
          type="url"
          name="webhook.url"
          placeholder="https://"
          value={webhook?.url ?? ''}
          onChange={(event) => change({ url: event.target.value })}
        />
        <ProblemAt path="/webhook/url" problems={problems} />
      </label>
      {webhook && (
        <>
          <fieldset className={styles.choices}>
            <legend className={fields.label}>{words.webhookEvents}</legend>
            {events.map((event) => (
              <label key={event}>
                <input
                  type="checkbox"
                  checked={chosen.includes(event)}
                  onChange={({ target }) =>
                    change({ events: events.filter((one) => (one === event ? target.checked : chosen.includes(one))) })
                  }
                />{' '}
                {words.events[event]}
              </label>
            ))}
          </fieldset>
          <ProblemAt path="/webhook/events" problems={problems} />
          <label className={fields.labeled}>
            <span className={fields.label}>{words.webhookSecret}</span>
            <input
              className={fields.field}
              name="webhook.secret_ref"
              autoComplete="off"
              value={webhook.secret_ref ?? ''}
              onChange={(event) => change({ secret_ref: event.target.value })}
            />
            <span className={styles.detail}>{words.secretHint}</span>
            <ProblemAt path="/webhook/secret_ref" problems={problems} />
          </label>
        </>
      )}
    </fieldset>
  )
}
