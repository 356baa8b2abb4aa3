import Papa from 'papaparse'

export interface Sheet {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** There are more rows, or more columns, than these. */
  readonly moreRows: boolean
  readonly moreColumns: boolean
}

export const mostRows = 200
export const mostColumns = 50

/** The first rows of a table. A text that was cut loses its last line, of which nobody knows whether it is whole. */
export function sheetOf(text: string, isCut: boolean): Sheet {
  const whole = isCut ? text.slice(0, text.lastIndexOf('\n') + 1) : text
  const { data } = Papa.parse<string[]>(whole, {
    preview: mostRows + 2,
    skipEmptyLines: true,
    delimitersToGuess: [',', '\t', ';', '|'],
  })
  const [head = [], ...rows] = data
  const widest = Math.max(0, ...data.map((row) => row.length))
  const fit = (row: readonly string[]) => Array.from({ length: Math.min(widest, mostColumns) }, (_, at) => row[at] ?? '')
  return {
    head: fit(head),
    rows: rows.slice(0, mostRows).map(fit),
    moreRows: isCut || rows.length > mostRows,
    moreColumns: widest > mostColumns,
  }
}
