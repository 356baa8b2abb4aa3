import type { Run } from '../../api/types.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Artifacts } from './artifacts.tsx'
import { Attempts } from './attempts.tsx'
import { Deliveries } from './deliveries.tsx'
import { Diagnostics } from './diagnostics.tsx'
import { Files } from './files.tsx'
import { LogView } from './log/log-view.tsx'
import type { Stream } from './log/source.ts'
import { type Panel, type Place, panelOf, panels } from './place.ts'
import { RawBytes } from './raw-bytes.tsx'
import { Result } from './result.tsx'
import { doubtfulIn, type Row, rowAtByte } from './rows.ts'

/** What a run left: its result, its files, what it printed, and what was odd about it. */
export function Evidence(props: {
  readonly run: Run
  readonly rows: readonly Row[]
  readonly place: Place
  readonly onPlace: (place: Place) => void
  readonly onSelect: (seq: number) => void
}) {
  const { run, rows, place, onPlace, onSelect } = props
  const { run: words } = useTexts()
  const panel = panelOf(place)
  const attempt = place.attempt ?? place.line?.attempt ?? Math.max(run.attempt_number, 1)
  const setAttempt = (attempt: number) => onPlace({ ...place, panel, line: null, attempt })
  const isOver = run.finished_at !== null
  const openPanel = (name: Panel) => onPlace({ ...place, panel: name, file: null })
  const openFile = (file: string) => onPlace({ ...place, panel, file })
  const problems = rows.filter((row) => row.kind === 'diagnostic')
  const doubtful = doubtfulIn(rows)
  const counts: Partial<Record<Panel, number>> = {
    artifacts: rows.filter((row) => row.kind === 'artifact').length,
    problems: problems.length + doubtful.length,
  }
  const labelOf = (name: Panel) => (counts[name] ? `${words.panels[name]} (${counts[name]})` : words.panels[name])
  const logOf = (stream: Stream) => {
    const source = { of: 'run', id: run.request_id, stream, attempt } as const
    const isLooked = place.line?.stream === stream && place.line.attempt === attempt
    return (
      <LogView
        key={`${stream} ${attempt}`}
        source={source}
        attempts={run.attempt_number}
        isOver={isOver}
        line={isLooked ? (place.line?.byte ?? null) : null}
        onLine={(byte) => onPlace({ ...place, at: null, line: { stream, attempt, byte }, panel: null, attempt: null })}
        onAttempt={setAttempt}
        event={isLooked && place.line ? (rowAtByte(rows, place.line)?.first.seq ?? null) : null}
        onEvent={onSelect}
      />
    )
  }
  return (
    <Tabs
      label={words.panels.label}
      tabs={panels.map((name) => ({ name, label: labelOf(name) }))}
      open={panel}
      onOpen={openPanel}
    >
      {panel === 'result' && <Result id={run.request_id} isOver={isOver} />}
      {panel === 'artifacts' && <Artifacts id={run.request_id} isOver={isOver} open={place.file} onOpen={openFile} />}
      {panel === 'files' && <Files id={run.request_id} isOver={isOver} open={place.file} onOpen={openFile} />}
      {(panel === 'stdout' || panel === 'stderr') && logOf(panel)}
      {panel === 'problems' && <Diagnostics rows={problems} doubtful={doubtful} onSelect={onSelect} />}
      {panel === 'attempts' && <Attempts run={run} />}
      {panel === 'deliveries' && <Deliveries id={run.request_id} />}
      {panel === 'raw' && <RawBytes id={run.request_id} seq={place.at} />}
    </Tabs>
  )
}
