import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../texts/texts.tsx'
import { readIfThere } from './read-if-there.ts'
import styles from './run.module.css'

/** Where the output is kept as the run gave it (docs/output.md). */
const rawPaths: Readonly<Record<string, string>> = {
  result_file: 'raw/result.json',
  message: 'raw/message.txt',
  stdout: 'raw/engine_output.txt',
}

/** The output as the run gave it, and as it became the result. */
export function BeforeAfter(props: { readonly id: string; readonly source: string; readonly after: string }) {
  const { id, source, after } = props
  const { checks: words } = useTexts().run
  const path = rawPaths[source]
  const { data: before = '' } = useQuery({
    queryKey: ['before', id, path],
    queryFn: ({ signal }) => readIfThere(id, path ?? '', signal),
    enabled: path !== undefined,
  })
  if (before === '') return null
  return (
    <details className={styles.changed}>
      <summary>{words.changed}</summary>
      <div className={styles.beforeAfter}>
        <figure>
          <figcaption className={styles.thought}>
            {words.before} <code>{path}</code>
          </figcaption>
          <pre className={styles.raw}>{before}</pre>
        </figure>
        <figure>
          <figcaption className={styles.thought}>{words.after}</figcaption>
          <pre className={styles.raw}>{after}</pre>
        </figure>
      </div>
    </details>
  )
}
