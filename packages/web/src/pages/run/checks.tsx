import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../parts/badge.tsx'
import { Said } from '../../parts/said.tsx'
import { durationOf } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { stepsOf } from './audit-files.ts'
import { BeforeAfter } from './before-after.tsx'
import { readIfThere } from './read-if-there.ts'
import styles from './run.module.css'

/** Which steps the output went through until it fitted the schema of the skill, or did not. */
export function Checks({ id, result }: { readonly id: string; readonly result: string | null }) {
  const { run: words } = useTexts()
  const { data: steps = [] } = useQuery({
    queryKey: ['checks', id],
    // A run that never came to a result has no such record.
    queryFn: async ({ signal }) => stepsOf(await readIfThere(id, 'result/validation.json', signal)),
  })
  if (steps.length === 0) return null
  const isChanged = result !== null && steps.at(-1)?.level !== null
  const levels: Readonly<Record<string, string>> = words.checks.levels
  const sources: Readonly<Record<string, string>> = words.checks.sources
  return (
    <>
      <h3 className={styles.part}>{words.checks.title}</h3>
      <ol className={styles.steps}>
        {steps.map(({ level, source, isValid, ms, violations }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are told by their order
          <li key={at}>
            <Badge tone={isValid ? 'ok' : 'bad'}>{isValid ? words.checks.valid : words.checks.invalid}</Badge>{' '}
            <strong>{level ?? words.checks.asIs}</strong> {levels[level ?? ''] ?? ''} · {sources[source] ?? source}
            {ms !== null && ` · ${durationOf(ms)}`}
            {violations.length > 0 && (
              <ul className={styles.violations}>
                {violations.map(({ path, message }) => (
                  <li key={`${path} ${message}`}>
                    <code>{path || '/'}</code> <Said text={message} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
      {isChanged && <BeforeAfter id={id} source={steps[0]?.source ?? ''} after={result} />}
    </>
  )
}
