import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useTexts } from '../../../texts/texts.tsx'
import { AnsiLine } from '../preview/ansi-text.tsx'
import styles from './log.module.css'
import { type ByteRange, bodyOf, linesOf, nothing, seamBefore, within } from './pieces.ts'
import { keyOf, placeIn, readRange, type Source } from './source.ts'

/** A piece that was scrolled away is forgotten after so long. */
const forgetMs = 5000

/** The lines of a piece of a log. */
export function Piece(props: {
  readonly source: Source
  readonly piece: number
  readonly total: number
  readonly line: number | null
  readonly onLine: (at: number) => void
  /** Its lines are there, and take the room that they take. */
  readonly onRead: () => void
}) {
  const { source, piece, total, line, onLine, onRead } = props
  const { run: words } = useTexts()
  const { data: lines } = useLines(source, piece, total)
  const marked = useRef<HTMLDivElement>(null)
  const hasMarked = lines?.some(({ at }) => at === line)
  useEffect(() => {
    if (hasMarked) marked.current?.scrollIntoView({ block: 'nearest' })
  }, [hasMarked])
  useEffect(() => {
    if (lines) onRead()
  }, [lines, onRead])
  if (!lines) return <div className={styles.coming} role="presentation" />
  return (
    <div data-piece={piece}>
      {lines.map(({ at, text }) => (
        <div key={at} className={styles.line} ref={at === line ? marked : null} data-marked={at === line || undefined}>
          <a
            className={styles.link}
            href={`?line=${placeIn(source)}.${at}`}
            aria-label={words.log.line(at)}
            tabIndex={-1}
            onClick={(event: MouseEvent) => {
              if (event.metaKey || event.ctrlKey) return
              event.preventDefault()
              onLine(at)
            }}
          >
            #
          </a>
          <AnsiLine text={text} />
        </div>
      ))}
    </div>
  )
}

function useLines(source: Source, piece: number, total: number) {
  const ranges = [seamBefore(piece, total), bodyOf(piece, total), seamBefore(piece + 1, total)] as const
  const end = Math.max(...ranges.map((range) => range?.to ?? 0))
  return useQuery({
    queryKey: ['log', keyOf(source), piece, end],
    queryFn: async ({ signal }) => {
      const read = async (range: ByteRange | null) => {
        if (range === null) return nothing
        return within(range, await readRange(source, range.from, range.to, signal))
      }
      const [before, body, after] = await Promise.all(ranges.map(read))
      return linesOf(before ?? nothing, body ?? nothing, after ?? nothing)
    },
    // What is there stays in place while more of a growing piece is read.
    placeholderData: (before, query) => (query?.queryKey[2] === piece ? before : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: forgetMs,
  })
}
