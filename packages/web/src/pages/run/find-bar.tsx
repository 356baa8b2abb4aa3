import { type KeyboardEvent, useMemo } from 'react'
import { Button } from '../../parts/button.tsx'
import { useTexts } from '../../texts/texts.tsx'
import { atLeast, type Level, levels, neighbor, rowsWith } from './levels.ts'
import type { Row } from './rows.ts'
import styles from './run.module.css'

/** Ways to get to a row: by its words, by its level, the next problem, the newest. */
export function FindBar(props: {
  readonly rows: readonly Row[]
  readonly selected: number | null
  readonly onSelect: (seq: number) => void
  readonly find: string
  readonly onFind: (text: string) => void
  readonly level: Level
  readonly onLevel: (level: Level) => void
  readonly isFollowing: boolean
  readonly onFollow: (isFollowing: boolean) => void
}) {
  const { rows, selected, onSelect, find: text, onFind, level, onLevel, isFollowing, onFollow } = props
  const { run, common } = useTexts()
  const words = run.find
  const found = useMemo(() => rowsWith(text, rows), [text, rows])
  const problems = useMemo(() => atLeast('warning', rows), [rows])
  const goTo = (among: readonly Row[], step: 1 | -1) => {
    const row = neighbor(among, selected, step)
    if (row) onSelect(row.first.seq)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') goTo(found, event.shiftKey ? -1 : 1)
    if (event.key === 'Escape') onFind('')
  }
  const place = found.findIndex(({ first }) => first.seq === selected) + 1
  return (
    <search className={styles.find}>
      <input
        type="search"
        aria-label={words.label}
        placeholder={common.search}
        title={words.hint}
        value={text}
        onChange={({ target }) => onFind(target.value)}
        onKeyDown={onKey}
      />
      <span className={styles.thought} aria-live="polite">
        {text.trim() === '' ? '' : words.found(place, found.length)}
      </span>
      <select
        aria-label={words.level}
        value={level}
        onChange={({ target }) => onLevel(levels.find((one) => one === target.value) ?? 'info')}
      >
        {levels.map((one) => (
          <option key={one} value={one}>
            {words.levels[one]}
          </option>
        ))}
      </select>
      <Button disabled={problems.length === 0} onClick={() => goTo(problems, 1)}>
        {words.problem(problems.length)}
      </Button>
      <Button aria-pressed={isFollowing} onClick={() => onFollow(!isFollowing)}>
        {run.follow}
      </Button>
    </search>
  )
}
