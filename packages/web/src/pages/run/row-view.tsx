import { memo, type ReactNode } from 'react'
import { ErrorWords } from '../../parts/error-words.tsx'
import { durationOf } from '../../parts/times.tsx'
import { WarningText } from '../../parts/warning-text.tsx'
import { type Texts, useLanguage, useTexts } from '../../texts/texts.tsx'
import { BarView } from './bar-view.tsx'
import { AnsiLine } from './preview/ansi-text.tsx'
import { type Row, readable } from './rows.ts'
import styles from './run.module.css'
import type { Bar } from './timeline.ts'

/** One thing that happened. A click shows the bytes that it comes from. */
export const RowView = memo(function RowView(props: {
  readonly row: Row
  readonly bar: Bar | null
  readonly isSelected: boolean
  readonly onSelect: (seq: number) => void
  readonly onFile: (path: string) => void
}) {
  const { row, bar, isSelected, onSelect, onFile } = props
  const { language } = useLanguage()
  const { who, text } = useWords(row, onFile)
  const at = new Date(row.first.ts)
  return (
    <div className={styles.row} data-kind={row.kind} data-selected={isSelected || undefined}>
      <button
        type="button"
        className={styles.who}
        aria-pressed={isSelected}
        title={`#${row.first.seq} ${at.toLocaleString(language)}`}
        onClick={() => onSelect(row.first.seq)}
      >
        {who}
      </button>
      <div className={styles.what}>
        {text}
        {bar && <BarView bar={bar} />}
      </div>
    </div>
  )
})

function useWords(row: Row, onFile: (path: string) => void): { readonly who: string; readonly text: ReactNode } {
  const texts = useTexts()
  const { rows: words } = texts.run
  switch (row.kind) {
    case 'message':
      return { who: words.agent, text: <p className={styles.said}>{readable(row.text) || '…'}</p> }
    case 'reasoning':
      return { who: words.reasoning, text: <p className={styles.thought}>{row.text}</p> }
    case 'tool':
      return { who: words.tool, text: <Tool row={row} /> }
    case 'question':
      return { who: words.asks, text: <p className={styles.said}>{row.first.data.prompt}</p> }
    case 'reply':
      return { who: words.you, text: <p className={styles.said}>{replyWords(row, texts.run.reply)}</p> }
    case 'timeout':
      return { who: words.you, text: <p className={styles.thought}>{words.noReply(row.first.data.timeout_sec)}</p> }
    case 'artifact':
      return { who: words.file, text: <File path={row.first.data.path} onFile={onFile} /> }
    case 'diagnostic':
      return {
        who: words.problem,
        text: (
          <p className={styles.said}>
            <code>{row.first.data.code}</code> <WarningText {...row.first.data} />
          </p>
        ),
      }
    case 'output':
      return { who: row.first.type.slice(4), text: <Output row={row} /> }
    case 'state':
      return { who: words.state, text: <p className={styles.thought}>{texts.status[row.first.data.to]}</p> }
    case 'end':
      return { who: words.end, text: <End row={row} /> }
  }
}

/** What was printed, by its beginning where it is long: a click leads to all of it. */
function Output({ row }: { readonly row: Extract<Row, { kind: 'output' }> }) {
  const { text, truncated } = row.first.data
  return (
    <pre className={styles.raw}>
      <AnsiLine text={text.trimEnd()} />
      {truncated && ' …'}
    </pre>
  )
}

function File({ path, onFile }: { readonly path: string; readonly onFile: (path: string) => void }) {
  return (
    <button type="button" className={styles.file} onClick={() => onFile(path)}>
      {path}
    </button>
  )
}

function Tool({ row }: { readonly row: Extract<Row, { kind: 'tool' }> }) {
  const { run } = useTexts()
  const { phase } = row.last.data
  const took = Date.parse(row.last.ts) - Date.parse(row.first.ts)
  return (
    <p className={styles.said}>
      <strong>{row.first.data.name}</strong> <code>{row.first.data.summary || row.last.data.summary}</code>{' '}
      <span className={styles.phase} data-phase={phase}>
        {phase === 'started' ? run.rows.underWay : `${run.rows[phase]} · ${durationOf(took)}`}
      </span>
    </p>
  )
}

/** What a person chose, in the words of the button. */
function replyWords({ first, asked }: Extract<Row, { kind: 'reply' }>, words: Texts['run']['reply']): string {
  const { response_preview: preview } = first.data
  const said = preview === 'true'
  if (!said && preview !== 'false') return preview
  if (asked === 'confirm') return said ? words.yes : words.no
  if (asked === 'risk_ack') return said ? words.accept : words.decline
  return preview
}

function End({ row: { first } }: { readonly row: Extract<Row, { kind: 'end' }> }) {
  const { status } = useTexts()
  if (first.type === 'conversation.failed')
    return (
      <p className={styles.said}>
        {status.failed}: <ErrorWords error={first.data.error} />
      </p>
    )
  return <p className={styles.said}>{first.type === 'conversation.completed' ? status.succeeded : status.canceled}</p>
}
