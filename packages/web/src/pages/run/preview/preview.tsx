import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { runner } from '../../../api/runner.ts'
import { Problem } from '../../../parts/problem.tsx'
import { sizeOf } from '../../../parts/size.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import run from '../run.module.css'
import { AnsiText } from './ansi-text.tsx'
import { isOfBytes, kindOf, type PreviewKind } from './kind.ts'
import { artifactUrl, OfBytes } from './of-bytes.tsx'
import styles from './preview.module.css'

/** The beginning of a file as text, and whether there is more. */
export interface Beginning {
  readonly id: string
  readonly path: string
  readonly text: string
  readonly isCut: boolean
}

/** Each is loaded when the first file of its kind is looked at. */
const shapes: Partial<Record<PreviewKind, ComponentType<Beginning>>> = {
  markdown: lazy(() => import('./markdown.tsx')),
  json: lazy(() => import('./json.tsx')),
  csv: lazy(() => import('./csv-table.tsx')),
  log: ({ text }) => <AnsiText text={text} />,
}

/** What is in a file, in the way that suits it. What a run wrote never becomes markup of this page. */
export function Preview({ id, path }: { readonly id: string; readonly path: string }) {
  const kind = kindOf(path)
  // Bytes come from the route of artifacts; of other files there is only the beginning, as text.
  if (isOfBytes(kind) && path.startsWith('artifacts/')) return <OfBytes key={path} id={id} path={path} kind={kind} />
  return <OfText key={path} id={id} path={path} kind={kind} />
}

function OfText({ id, path, kind }: { readonly id: string; readonly path: string; readonly kind: PreviewKind }) {
  const { run: words } = useTexts()
  const [isSource, setSource] = useState(false)
  const { data, error } = useQuery({
    queryKey: ['file', id, path],
    queryFn: ({ signal }) => runner.management.file(id, { path, signal }),
  })
  if (error) return <Problem error={error} />
  if (!data) return <Skeleton rows={4} />
  const { content, size } = data.preview
  const Shape = shapes[kind]
  const toggle = Shape && content !== null && (
    <button type="button" className={styles.toggle} aria-pressed={isSource} onClick={() => setSource(!isSource)}>
      {words.preview.source}
    </button>
  )
  return (
    <Framed id={id} path={path} facts={[sizeOf(size), data.encoding ?? data.mime]} isCut={data.truncated} action={toggle}>
      {content === null ? (
        <p>{words.files.binary}</p>
      ) : Shape && !isSource ? (
        <Suspense fallback={<Skeleton rows={4} />}>
          <Shape id={id} path={path} text={content} isCut={data.truncated} />
        </Suspense>
      ) : (
        <pre className={run.raw}>{content}</pre>
      )}
    </Framed>
  )
}

/** The box of a preview: what it is, how much of it is shown, and how to get all of it. */
export function Framed(props: {
  readonly id: string
  readonly path: string
  readonly facts: readonly string[]
  readonly isCut?: boolean
  readonly action?: ReactNode
  readonly children: ReactNode
}) {
  const { id, path, facts, isCut = false, action, children } = props
  const { run: words } = useTexts()
  const isArtifact = path.startsWith('artifacts/')
  return (
    // Keyboards scroll only what can have the focus.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={`${run.box} ${styles.frame}`} aria-label={path} tabIndex={0}>
      <p className={styles.facts}>
        <span className={styles.name}>{[path, ...facts].join(' · ')}</span>
        {action}
        {isArtifact && (
          <a href={artifactUrl(id, path)} download>
            {words.artifacts.download}
          </a>
        )}
      </p>
      {isCut && <p className={styles.cut}>{isArtifact ? words.preview.cut : words.preview.cutFile}</p>}
      {children}
    </section>
  )
}
