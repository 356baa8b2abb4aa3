import { useSearchParams } from 'wouter'
import { Problem } from '../../parts/problem.tsx'
import { sizeOf } from '../../parts/size.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { LogView } from '../run/log/log-view.tsx'
import styles from './exec.module.css'
import { TaskHead } from './task-head.tsx'
import { useTask } from './use-task.ts'

const streams = ['stdout', 'stderr'] as const
type Stream = (typeof streams)[number]

/** One task: what it is, how it is, and what it prints, as it comes. */
export default function TaskPage({ project, id }: { readonly project: string; readonly id: string }) {
  const { run, exec: words } = useTexts()
  const { task, printed, isAway, problem } = useTask(project, id)
  const [{ stream, line }, setPlace] = usePlace()
  if (problem) return <Problem error={problem} />
  if (!task) return <Skeleton rows={6} />
  const isOver = task.finished_at !== null
  const open = stream ?? (printed.stdout === 0 && printed.stderr > 0 && isOver ? 'stderr' : 'stdout')
  return (
    <section className={styles.taskPage} aria-labelledby="title">
      <TaskHead project={project} task={task} />
      {isAway && (
        <p className={styles.away} role="status">
          {run.away}
        </p>
      )}
      <div className={styles.log}>
        <Tabs
          label={words.output}
          tabs={streams.map((name) => ({ name, label: `${name} · ${sizeOf(printed[name])}` }))}
          open={open}
          onOpen={(name) => setPlace({ stream: name, line: null })}
        >
          <LogView
            key={open}
            source={{ of: 'task', project, id, stream: open }}
            attempts={1}
            isOver={isOver}
            told={printed[open]}
            line={stream === open ? line : null}
            onLine={(byte) => setPlace({ stream: open, line: byte })}
          />
        </Tabs>
      </div>
    </section>
  )
}

interface Place {
  /** Null: the address says nothing of it. */
  readonly stream: Stream | null
  readonly line: number | null
}

/** `?line=stderr.5120` or `?stream=stderr`. */
function usePlace(): [Place, (place: Place) => void] {
  const [search, setSearch] = useSearchParams()
  const [, named, byte] = /^(stdout|stderr)\.(\d{1,15})$/.exec(search.get('line') ?? '') ?? []
  const stream = streams.find((one) => one === (named ?? search.get('stream'))) ?? null
  const setPlace = ({ stream, line }: Place) =>
    setSearch(line === null ? { stream: stream ?? 'stdout' } : { line: `${stream}.${line}` }, { replace: true })
  return [{ stream, line: byte === undefined ? null : Number(byte) }, setPlace]
}
