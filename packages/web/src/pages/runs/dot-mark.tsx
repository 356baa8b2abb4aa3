import type { Job } from '@agent-skill-runner/sdk'
import { durationOf } from '../../parts/times.tsx'
import { useTexts } from '../../texts/texts.tsx'
import styles from './dots.module.css'
import type { Dot } from './dots.ts'

/** Each status has a shape of its own, so that nobody has to tell colours apart. */
const shapes: Readonly<Record<Job['status'], string>> = {
  succeeded: 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0',
  failed: 'M-4 -4L4 4M4 -4L-4 4',
  canceled: 'M-3 -3h6v6h-6z',
  waiting_user: 'M0 -4.5L4.5 3.5h-9z',
  running: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0',
  queued: 'M-4 0h8',
}

export function DotMark(props: {
  readonly dot: Dot
  readonly isReached: boolean
  readonly onShow: () => void
  readonly onOpen: () => void
}) {
  const { dot, isReached, onShow, onOpen } = props
  const { status: words, dots } = useTexts()
  const { run, ms, x, y, isSlow } = dot
  const label = `${run.skill_id}, ${words[run.status]}, ${durationOf(ms)}${isSlow ? `, ${dots.slow}` : ''}`
  return (
    <a
      className={styles.dot}
      href={`/ui/runs/${run.request_id}`}
      data-run={run.request_id}
      data-status={run.status}
      data-slow={isSlow || undefined}
      aria-label={label}
      tabIndex={isReached ? 0 : -1}
      onFocus={onShow}
      onMouseEnter={onShow}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
    >
      <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
        {/* Larger than what is seen: easier to hit. */}
        <circle r={10} className={styles.reach} />
        {isSlow && <circle r={8} className={styles.slow} />}
        <path d={shapes[run.status]} className={styles.mark} />
      </g>
    </a>
  )
}

/** The words for the shapes, with how many there are of each. */
export function Legend({ runs }: { readonly runs: readonly Job[] }) {
  const { status: words } = useTexts()
  const counts = Object.groupBy(runs, ({ status }) => status)
  return (
    <ul className={styles.legend}>
      {(Object.keys(shapes) as Job['status'][])
        .filter((status) => counts[status])
        .map((status) => (
          <li key={status} className={styles.dot} data-status={status}>
            <svg width={16} height={16} viewBox="-8 -8 16 16" aria-hidden="true">
              <path d={shapes[status]} className={styles.mark} />
            </svg>
            {words[status]} {counts[status]?.length}
          </li>
        ))}
    </ul>
  )
}
