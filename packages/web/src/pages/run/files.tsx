import { useQuery } from '@tanstack/react-query'
import { runner } from '../../api/runner.ts'
import { Problem } from '../../parts/problem.tsx'
import { sizeOf } from '../../parts/size.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { Preview } from './preview/preview.tsx'
import styles from './run.module.css'

const lookAgainMs = 3000

/** The folder of the run: a tree and the beginning of a file, each in a box that scrolls. */
export function Files(props: {
  readonly id: string
  readonly isOver: boolean
  readonly open: string | null
  readonly onOpen: (path: string) => void
}) {
  const { id, isOver, open, onOpen } = props
  const { run: words } = useTexts()
  const { data, error } = useQuery({
    queryKey: ['files', id, isOver],
    queryFn: ({ signal }) => runner.management.files(id, { signal }),
    placeholderData: (before) => before,
    // Files come and go while it runs.
    refetchInterval: isOver ? false : lookAgainMs,
  })
  if (error && !data) return <Problem error={error} />
  if (!data) return <Skeleton rows={5} />
  return (
    <div className={styles.twoBoxes}>
      <ul className={`${styles.box} ${styles.tree}`}>
        {data.entries.map(({ rel_path: path, name, is_dir, depth, size }) => (
          <li key={path} style={{ paddingInlineStart: depth * 16 }}>
            {is_dir ? (
              <span className={styles.folder}>{name}/</span>
            ) : (
              <>
                <button type="button" className={styles.file} aria-pressed={path === open} onClick={() => onOpen(path)}>
                  {name}
                </button>
                <span className={styles.thought}>{size === null ? '' : sizeOf(size)}</span>
              </>
            )}
          </li>
        ))}
        {data.truncated && <li className={styles.thought}>{words.files.more}</li>}
      </ul>
      {open ? <Preview id={id} path={open} /> : <p className={styles.thought}>{words.files.choose}</p>}
    </div>
  )
}
