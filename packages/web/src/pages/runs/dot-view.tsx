import type { Job } from '@agent-skill-runner/sdk'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { runner } from '../../api/runner.ts'
import { Problem } from '../../parts/problem.tsx'
import { RunStatus } from '../../parts/run-status.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Ago, durationOf } from '../../parts/times.tsx'
import { useLanguage, useTexts } from '../../texts/texts.tsx'
import { DotMark, Legend } from './dot-mark.tsx'
import styles from './dots.module.css'
import { type Dot, inDrawingOrder, margin, nextDot, type Plot, plotOf } from './dots.ts'
import type { Filter } from './filters.tsx'
import { NoRuns } from './no-runs.tsx'
import { useWidth } from './use-width.ts'

/** As many as the server gives at once. */
const most = 1000
const height = 320

/** The newest runs as dots over time and duration. Slow and failed ones stand out. */
export function DotView({ filter }: { readonly filter: Filter }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery({
    queryKey: ['dots', filter],
    queryFn: ({ signal }) => runner.management.runs({ ...filter, limit: most, signal }),
    refetchInterval: 10_000,
    placeholderData: (before) => before,
  })
  const [place, width] = useWidth()
  return (
    <div ref={place} className={styles.view}>
      {error && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton rows={8} />}
      {data?.runs.length === 0 && <NoRuns filter={filter} />}
      {data && data.runs.length > 0 && width > 0 && (
        <Dots plot={plotOf(data.runs, dataUpdatedAt, { width, height })} width={width} />
      )}
    </div>
  )
}

/** One stop for the Tab key; the arrow keys lead from run to run, Enter opens one. */
function Dots({ plot, width }: { readonly plot: Plot; readonly width: number }) {
  const { dots: words } = useTexts()
  const [, goTo] = useLocation()
  const svg = useRef<SVGSVGElement>(null)
  const [shown, setShown] = useState<string | null>(null)
  const { dots } = plot
  const place = Math.max(
    dots.findIndex(({ run }) => run.request_id === shown),
    shown === null ? dots.length - 1 : 0,
  )
  const move = (event: KeyboardEvent) => {
    const next = nextDot(event.key, place, dots.length)
    const dot = next === null ? null : dots[next]
    if (!dot) return
    event.preventDefault()
    setShown(dot.run.request_id)
    svg.current?.querySelector<SVGElement>(`[data-run="${dot.run.request_id}"]`)?.focus()
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg
        ref={svg}
        className={styles.plot}
        width={width}
        height={height}
        role="group"
        aria-label={words.label(dots.length)}
        onKeyDown={move}
      >
        <Axes plot={plot} width={width} />
        {inDrawingOrder(dots).map((dot) => (
          <DotMark
            key={dot.run.request_id}
            dot={dot}
            isReached={dot === dots[place]}
            onShow={() => setShown(dot.run.request_id)}
            onOpen={() => goTo(`/ui/runs/${dot.run.request_id}`)}
          />
        ))}
      </svg>
      <Shown dot={shown === null ? null : (dots[place] ?? null)} />
      <Legend runs={dots.map(({ run }) => run)} />
      {dots.length === most && <p className={styles.hint}>{words.newest(most)}</p>}
    </>
  )
}

function Axes({ plot: { times, durations }, width }: { readonly plot: Plot; readonly width: number }) {
  const { language } = useLanguage()
  const [first, last] = [times[0]?.value ?? 0, times.at(-1)?.value ?? 0]
  const format = new Intl.DateTimeFormat(language, timeStyle(last - first))
  const anchorOf = (index: number) => (index === 0 ? 'start' : index === times.length - 1 ? 'end' : 'middle')
  return (
    <g>
      {durations.map(({ value, at }) => (
        <g key={value}>
          <line className={styles.line} x1={margin.left} x2={width - margin.right} y1={at} y2={at} />
          <text className={styles.axis} x={margin.left - 8} y={at + 4} textAnchor="end">
            {durationOf(value)}
          </text>
        </g>
      ))}
      {times.map(({ value, at }, index) => (
        <text key={value} className={styles.axis} x={at} y={height - 4} textAnchor={anchorOf(index)}>
          {format.format(value)}
        </text>
      ))}
    </g>
  )
}

/** As exact as it has to be to tell one end of the axis from the other. */
function timeStyle(ms: number): Intl.DateTimeFormatOptions {
  if (ms > 36 * 3_600_000) return { month: 'short', day: 'numeric' }
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  return ms < 10 * 60_000 ? { ...clock, second: '2-digit' } : clock
}

/** Which run it is; its place is kept, so that nothing jumps. */
function Shown({ dot }: { readonly dot: Dot | null }) {
  const { dots: words } = useTexts()
  return (
    <p className={styles.shown} aria-live="polite">
      {dot ? <ShownRun run={dot.run} ms={dot.ms} isSlow={dot.isSlow} /> : <span className={styles.hint}>{words.hint}</span>}
    </p>
  )
}

function ShownRun({ run, ms, isSlow }: { readonly run: Job; readonly ms: number; readonly isSlow: boolean }) {
  const { dots: words } = useTexts()
  return (
    <>
      <RunStatus status={run.status} /> <strong>{run.skill_id}</strong> {durationOf(ms)}
      {isSlow && ` (${words.slow})`} · <Ago at={run.created_at} /> {run.error && <code>{run.error.code}</code>}
    </>
  )
}
