import { ErrorWords } from '../../parts/error-words.tsx'
import { Said } from '../../parts/said.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './exec.module.css'
import { factsOf } from './facts-of.ts'
import type { TaskView } from './use-task.ts'

/** Why something failed and what to do, with everything that its details tell. */
export function Failure({ error }: { readonly error: NonNullable<TaskView['error']> }) {
  const { exec: words } = useTexts()
  const known: Readonly<Record<string, string>> = words.details
  const facts = factsOf(error.details)
  return (
    <div className={styles.error} data-code={error.code}>
      <ErrorWords error={error} />
      {facts.length > 0 && (
        <dl className={styles.details}>
          {facts.map(({ name, said }) => (
            <div key={`${name} ${said.join(' ')}`}>
              <dt>{known[name] ?? name}</dt>
              <dd>
                {said.map((one) => (
                  <Said key={one} text={one} />
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  )
}
