import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { VList, type VListHandle } from 'virtua'
import { Empty } from '../../../parts/empty.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useTexts } from '../../../texts/texts.tsx'
import styles from './log.module.css'
import { LogBar } from './log-bar.tsx'
import { Piece } from './piece.tsx'
import { pieceCount, pieceOf, piecesPerPart } from './pieces.ts'
import { keyOf, readRange, type Source } from './source.ts'

const lookAgainMs = 1000

/** A log of any size: only what is in sight is read and drawn. While it grows it is followed, unless the person has scrolled away. */
export function LogView(props: {
  readonly source: Source
  readonly attempts: number
  readonly isOver: boolean
  /** How long it is, where somebody tells; else it is asked for again and again. */
  readonly told?: number
  /** The line that the address names, by its first byte. */
  readonly line: number | null
  readonly onLine: (at: number) => void
  readonly onAttempt?: (attempt: number) => void
  /** The event that was read from that line; null: none was. */
  readonly event?: number | null
  readonly onEvent?: (seq: number) => void
}) {
  const { source, attempts, isOver, told, line, onLine, onAttempt, event = null, onEvent } = props
  const { run: words } = useTexts()
  const { data: asked, error } = useTotal(source, isOver, told !== undefined)
  const total = told ?? asked
  const [chosen, setPart] = useState<number | null>(line === null ? null : partOf(line))
  const [isFollowing, setFollowing] = useState(line === null)
  const list = useRef<VListHandle>(null)
  const lastPart = total === undefined ? 0 : Math.max(0, Math.ceil(pieceCount(total) / piecesPerPart) - 1)
  const part = Math.min(isFollowing || chosen === null ? lastPart : chosen, lastPart)
  const first = part * piecesPerPart
  const pieces = total === undefined ? [] : range(first, Math.min(first + piecesPerPart, pieceCount(total)))
  const box = useRef<HTMLDivElement>(null)
  // A line that a link names is brought back into sight while pieces around it take their room, until the person scrolls.
  const isSettling = useRef(line !== null)
  const keepInSight = useCallback(() => {
    if (isFollowing && total) list.current?.scrollToIndex(pieceCount(total) - 1 - first, { align: 'end' })
    else if (isSettling.current) box.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'center' })
  }, [isFollowing, total, first])
  useEffect(keepInSight, [keepInSight])
  const leave = () => {
    isSettling.current = false
    setFollowing(false)
  }
  useEffect(() => {
    if (line === null) return
    setFollowing(false)
    setPart(partOf(line))
  }, [line])
  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (line === null || shown.current === line || partOf(line) !== part || !total) return
    shown.current = line
    list.current?.scrollToIndex(pieceOf(line) - first, { align: 'start' })
  }, [line, part, first, total])

  if (error && total === undefined) return <Problem error={error} />
  if (total === undefined) return <Skeleton rows={4} />
  const goTo = (to: number) => {
    leave()
    setPart(to)
    list.current?.scrollTo(0)
  }
  return (
    <>
      <LogBar
        {...{ source, attempts, total, part, lastPart, isFollowing, onAttempt, goTo, event, onEvent }}
        onFollow={setFollowing}
      />
      {total === 0 ? (
        <Empty title={words.log.none(source.stream)}>
          <p>{isOver ? words.log.noneHint : words.log.laterHint}</p>
        </Empty>
      ) : (
        <div ref={box} className={styles.box}>
          <VList
            key={part}
            ref={list}
            className={styles.list}
            data={pieces}
            keepMounted={line !== null && partOf(line) === part ? [pieceOf(line) - first] : []}
            tabIndex={0}
            role="log"
            aria-label={source.stream}
            aria-live="off"
            onResize={() => requestAnimationFrame(keepInSight)}
            onWheel={({ deltaY }) => (deltaY < 0 || isSettling.current) && leave()}
            onKeyDown={({ key }) => (/^(ArrowUp|PageUp|Home)$/.test(key) || isSettling.current) && leave()}
            onTouchMove={leave}
            onPointerDown={() => {
              isSettling.current = false
            }}
          >
            {(piece) => (
              <Piece key={piece} source={source} piece={piece} total={total} line={line} onLine={onLine} onRead={keepInSight} />
            )}
          </VList>
        </div>
      )}
    </>
  )
}

const partOf = (line: number): number => Math.floor(pieceOf(line) / piecesPerPart)
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at)

/** How long the log is by now. */
const useTotal = (source: Source, isOver: boolean, isTold: boolean) =>
  useQuery({
    queryKey: ['log', keyOf(source), isOver],
    queryFn: ({ signal }) => readRange(source, 0, 0, signal).then((range) => range.total_bytes),
    enabled: !isTold,
    placeholderData: (before) => before,
    refetchInterval: isOver ? false : lookAgainMs,
  })
