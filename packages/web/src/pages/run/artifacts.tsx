import { useQuery } from '@tanstack/react-query'
import { runner } from '../../api/runner.ts'
import { Empty } from '../../parts/empty.tsx'
import { Problem } from '../../parts/problem.tsx'
import { sizeOf } from '../../parts/size.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Preview } from './preview/preview.tsx'
import styles from './run.module.css'

/** The files that the skill declared or its engine left for the caller. */
export function Artifacts(props: {
  readonly id: string
  readonly isOver: boolean
  readonly open: string | null
  readonly onOpen: (path: string) => void
}) {
  const { id, isOver, open, onOpen } = props
  const { run: words } = useTexts()
  const { data, error } = useQuery({
    queryKey: ['result', id],
    queryFn: ({ signal }) => runner.jobs.result(id, { signal }),
    enabled: isOver,
  })
  if (!isOver)
    return (
      <Empty title={words.artifacts.later}>
        <p>{words.artifacts.laterHint}</p>
      </Empty>
    )
  if (error && !data) return <Problem error={error} />
  if (!data) return <Skeleton rows={3} />
  if (data.artifacts.length === 0)
    return (
      <Empty title={words.artifacts.none}>
        <p>{words.artifacts.noneHint}</p>
      </Empty>
    )
  const shown = open ?? data.artifacts[0]?.path ?? null
  return (
    <div className={styles.twoBoxes}>
      <ul className={`${styles.box} ${styles.tree}`}>
        {data.artifacts.map(({ path, size, role, url }) => (
          <li key={path}>
            <button type="button" className={styles.file} aria-pressed={path === shown} onClick={() => onOpen(path)}>
              {path.replace(/^artifacts\//, '')}
            </button>
            <span className={styles.thought}>
              {role} · {sizeOf(size)}
            </span>
            <a href={url} download>
              {words.artifacts.download}
            </a>
          </li>
        ))}
      </ul>
      {shown && <Preview id={id} path={shown} />}
    </div>
  )
}
