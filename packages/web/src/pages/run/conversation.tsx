import { useEffect, useRef } from 'react'
import { VList, type VListHandle } from 'virtua'
import { Empty } from '../../parts/empty.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { RowView } from './row-view.tsx'
import type { Row } from './rows.ts'
import styles from './run.module.css'
import type { Bar } from './timeline.ts'

/** The rows of a run, of which only those in sight are drawn. */
export function Conversation(props: {
  readonly rows: readonly Row[]
  /** When each row was, where that is shown. */
  readonly bars: ReadonlyMap<number, Bar> | null
  readonly selected: number | null
  readonly onSelect: (seq: number) => void
  readonly onFile: (path: string) => void
  readonly isOver: boolean
  /** There is nothing here but the end. */
  readonly isSilent: boolean
  /** The newest row is kept in sight, until the person scrolls away from it. */
  readonly isFollowing: boolean
  readonly onFollow: (isFollowing: boolean) => void
}) {
  const { rows, bars, selected, onSelect, onFile, isOver, isSilent, isFollowing, onFollow } = props
  const texts = useTexts()
  const list = useRef<VListHandle>(null)
  const count = rows.length
  useEffect(() => {
    if (isFollowing && count > 0) list.current?.scrollToIndex(count - 1, { align: 'end' })
  }, [count, isFollowing])
  useShown(list, rows, selected, onFollow)
  if (count === 0) return <Empty title={isOver ? texts.run.nothingSaid : texts.run.nothingYet} />
  const drawn = (
    <VList
      ref={list}
      className={styles.list}
      data={rows}
      data-view
      tabIndex={0}
      onWheel={({ deltaY }) => deltaY < 0 && onFollow(false)}
      onTouchMove={() => onFollow(false)}
      onKeyDown={({ key }) => /^(ArrowUp|PageUp|Home)$/.test(key) && onFollow(false)}
    >
      {(row) => {
        const { seq } = row.first
        const bar = bars?.get(seq) ?? null
        return <RowView key={seq} {...{ row, bar, onSelect, onFile }} isSelected={seq === selected} />
      }}
    </VList>
  )
  return (
    <>
      {isSilent && <p className={styles.silent}>{texts.run.nothingSaid}</p>}
      {drawn}
    </>
  )
}

/** A row that the address names is scrolled to, once it is there. */
function useShown(
  list: { readonly current: VListHandle | null },
  rows: readonly Row[],
  selected: number | null,
  onFollow: (isFollowing: boolean) => void,
): void {
  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (selected === null || shown.current === selected) return
    const place = rows.findIndex(({ first }) => first.seq === selected)
    if (place < 0) return
    shown.current = selected
    onFollow(false)
    list.current?.scrollToIndex(place, { align: 'nearest' })
  }, [list, rows, selected, onFollow])
}
