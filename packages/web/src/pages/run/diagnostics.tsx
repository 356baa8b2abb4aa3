import { Empty } from '../../parts/empty.tsx'
import { WarningText } from '../../parts/warning-text.tsx'
import { useLanguage, useTexts } from '../../texts/texts.tsx'
import type { Row } from './rows.ts'
import styles from './run.module.css'

type Problem = Extract<Row, { kind: 'diagnostic' }>

/** More than this nobody reads one by one. */
const mostDoubtful = 200

/** What was odd about a run, and what its parser was not sure of, apart from the conversation. What the server said may be more exact. */
export function Diagnostics(props: {
  readonly rows: readonly Problem[]
  readonly doubtful: readonly Row[]
  readonly onSelect: (seq: number) => void
}) {
  const { rows, doubtful, onSelect } = props
  const { texts, language } = useLanguage()
  const { run: words } = texts
  if (rows.length === 0 && doubtful.length === 0)
    return (
      <Empty title={words.problems.none}>
        <p>{words.problems.noneHint}</p>
      </Empty>
    )
  return (
    <div className={styles.box}>
      <ul className={styles.tree}>
        {rows.map(({ first: { seq, data } }) => (
          <li key={seq}>
            <button type="button" className={styles.file} onClick={() => onSelect(seq)}>
              {data.code}
            </button>
            <span>
              <WarningText {...data} />
            </span>
            {language !== 'en' && (
              <span className={styles.thought} lang="en">
                {data.message}
              </span>
            )}
          </li>
        ))}
      </ul>
      {doubtful.length > 0 && <Doubtful rows={doubtful} onSelect={onSelect} />}
    </div>
  )
}

function Doubtful({ rows, onSelect }: { readonly rows: readonly Row[]; readonly onSelect: (seq: number) => void }) {
  const { run: words } = useTexts()
  return (
    <>
      <h3 className={styles.part}>{words.problems.doubtful(rows.length)}</h3>
      <ul className={styles.tree}>
        {rows.slice(0, mostDoubtful).map(({ first: { seq, type, confidence } }) => (
          <li key={seq} data-doubtful>
            <button type="button" className={styles.file} onClick={() => onSelect(seq)}>
              #{seq} {type}
            </button>
            <span className={styles.thought}>{words.problems.confidence(Math.round(confidence * 100))}</span>
          </li>
        ))}
      </ul>
      {rows.length > mostDoubtful && <p className={styles.thought}>{words.problems.first(mostDoubtful)}</p>}
    </>
  )
}
