import { useMemo } from 'react'
import { useTexts } from '../../../texts/texts.tsx'
import { sheetOf } from './csv.ts'
import styles from './preview.module.css'
import type { Beginning } from './preview.tsx'

/** The first rows of a table. */
export default function CsvTable({ path, text, isCut }: Beginning) {
  const { run: words } = useTexts()
  const { head, rows, moreRows, moreColumns } = useMemo(() => sheetOf(text, isCut), [text, isCut])
  return (
    <>
      {moreRows && <p className={styles.cut}>{words.preview.rows(rows.length)}</p>}
      {moreColumns && <p className={styles.cut}>{words.preview.columns(head.length)}</p>}
      <table className={styles.sheet}>
        <caption className="hidden-but-read">{path}</caption>
        <thead>
          <tr>
            {head.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: its place is what a cell is
              <th key={at} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: its place is what a row is
            <tr key={line}>
              {row.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: its place is what a cell is
                <td key={at} data-number={isNumber(cell) || undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const isNumber = (cell: string): boolean => /^[-+]?[\d.,]+(e[-+]?\d+)?%?$/i.test(cell.trim())
