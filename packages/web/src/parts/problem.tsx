import { SkillRunnerError } from '@agent-skill-runner/sdk'
import { errorText } from '../texts/error-text.ts'
import { useLanguage } from '../texts/texts.tsx'
import { Button } from './button.tsx'
import styles from './problem.module.css'

/** What went wrong and what to do, in the language of the person; what the server said is beneath. */
export function Problem({ error, onRetry }: { readonly error: unknown; readonly onRetry?: () => void }) {
  const { texts, language } = useLanguage()
  const ours = error instanceof SkillRunnerError ? error : null
  return (
    <div className={styles.problem} role="alert">
      <p className={styles.text}>{errorText(language, ours?.code ?? null, messageOf(error))}</p>
      {onRetry && <Button onClick={onRetry}>{texts.common.retry}</Button>}
      {ours && <Details error={ours} />}
    </div>
  )
}

function Details({ error }: { readonly error: SkillRunnerError }) {
  const { texts, language } = useLanguage()
  const { code, message, details, xRequestId } = error
  const hasDetails = Object.keys(details).length > 0
  return (
    <details className={styles.details}>
      <summary>
        {texts.common.details} <code>{code}</code>
      </summary>
      {language !== 'en' && <p className={styles.text}>{message}</p>}
      {hasDetails && <pre className={styles.facts}>{JSON.stringify(details, null, 2)}</pre>}
      {xRequestId && (
        <p className={styles.text}>
          X-Request-Id: <code>{xRequestId}</code>
        </p>
      )}
    </details>
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
