import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { runner } from '../../../api/runner.ts'
import { Problem } from '../../../parts/problem.tsx'
import { sizeOf } from '../../../parts/size.ts'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import styles from './preview.module.css'
import { Framed } from './preview.tsx'

/** More than this is downloaded rather than shown. */
const mostBytes = 32 * 1024 * 1024

export const artifactUrl = (id: string, path: string): string =>
  `/v1/jobs/${id}/artifacts/${path.split('/').map(encodeURIComponent).join('/')}`

/** A picture or a PDF, shown by the browser itself. The type is ours: whatever the bytes are, they are taken for nothing else. */
export function OfBytes(props: { readonly id: string; readonly path: string; readonly kind: 'picture' | 'pdf' }) {
  const { id, path, kind } = props
  const { run: words } = useTexts()
  const { data: bytes, error } = useQuery({
    queryKey: ['bytes', id, path],
    queryFn: ({ signal }) => bytesOf(id, path, signal),
    // They are taken anew rather than kept for long.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const url = useUrl(bytes ?? null, kind === 'pdf' ? 'application/pdf' : pictureType(path))
  const [isBroken, setBroken] = useState(false)
  if (error) return <Problem error={error} />
  if (bytes === undefined) return <Skeleton rows={4} />
  if (bytes === null || url === null || isBroken)
    return (
      <Framed id={id} path={path} facts={[]}>
        <p>{bytes === null ? words.preview.large : isBroken ? words.preview.broken : ''}</p>
      </Framed>
    )
  const open = kind === 'pdf' && (
    <a href={url} target="_blank" rel="noreferrer">
      {words.preview.open}
    </a>
  )
  return (
    <Framed id={id} path={path} facts={[sizeOf(bytes.byteLength)]} action={open}>
      {kind === 'picture' ? (
        <img className={styles.picture} src={url} alt={path} onError={() => setBroken(true)} />
      ) : (
        <Pdf url={url} path={path} />
      )}
    </Framed>
  )
}

/** By the browser's own viewer, where it has one. */
function Pdf({ url, path }: { readonly url: string; readonly path: string }) {
  const { run: words } = useTexts()
  if (!navigator.pdfViewerEnabled) return <p>{words.preview.noPdf}</p>
  return <iframe className={styles.pdf} src={url} title={path} />
}

/** Null: there are more than are worth showing, and the rest is not waited for. */
async function bytesOf(id: string, path: string, signal: AbortSignal): Promise<ArrayBuffer | null> {
  const response = await runner.jobs.artifact(id, path, { signal })
  if (Number(response.headers.get('content-length')) <= mostBytes) return response.arrayBuffer()
  await response.body?.cancel()
  return null
}

/** An address for bytes in this page, for as long as they are shown. */
function useUrl(bytes: ArrayBuffer | null, type: string): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (bytes === null) return
    const made = URL.createObjectURL(new Blob([bytes], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return url
}

function pictureType(path: string): string {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  return `image/${{ jpg: 'jpeg', ico: 'x-icon' }[ending] ?? ending}`
}
