import type { EngineDetail } from '../../api/types.ts'
import { Badge, type Tone } from '../../parts/badge.tsx'
import { Said } from '../../parts/said.tsx'
import { Ago } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './engines.module.css'

const tones: Readonly<Record<'yes' | 'no' | 'differs', Tone>> = { yes: 'ok', no: 'bad', differs: 'warn' }

/** What is known of an engine, for those who want to know more. */
export function EngineFacts({ engine: { card, models, installed_versions } }: { readonly engine: EngineDetail }) {
  const { engines: words } = useTexts()
  return (
    <>
      {models.length > 0 && (
        <details>
          <summary>{words.modelList(models.length)}</summary>
          <ul className={styles.plain}>
            {models.map(({ id, supported_effort, deprecated }) => (
              <li key={id}>
                <code>{id}</code>{' '}
                <span className={styles.reason}>
                  {supported_effort.join(', ')}
                  {deprecated && ` ${words.deprecated}`}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {installed_versions.length > 0 && (
        <details>
          <summary>{words.versions}</summary>
          <ul className={styles.plain}>
            {installed_versions.map(({ version, current, source }) => (
              <li key={`${source} ${version}`}>
                {version} {current && <Badge tone="ok">{words.inUse}</Badge>}
              </li>
            ))}
          </ul>
        </details>
      )}
      {card && (
        <details>
          <summary>
            {words.card(card.version)} <Ago at={card.probed_at} />
          </summary>
          <ul className={styles.plain}>
            {card.cases.map(({ case: id, result, reason }) => (
              <li key={id}>
                <Badge tone={tones[result]}>{words.results[result]}</Badge> {words.cases[id]}
                {reason && (
                  <span className={styles.reason}>
                    {' '}
                    <Said text={reason} />
                  </span>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
