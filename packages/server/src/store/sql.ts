/** What a query is given, and what its rows hold. */
export type Value = string | number | null

/**
 * One way to the database. Queries are portable SQL with a `?` for each value. Their texts are prepared once, so a text that
 * is put together should have few forms. Asynchronous, because not every database answers at once.
 */
export interface Sql {
  all<Row>(text: string, values?: readonly Value[]): Promise<Row[]>
  first<Row>(text: string, values?: readonly Value[]): Promise<Row | null>
  /** Answers how many rows it changed. */
  run(text: string, values?: readonly Value[]): Promise<number>
}

/** A part of a query, with the values of its question marks. */
export interface Clause {
  readonly text: string
  readonly values: readonly Value[]
}

/** A condition that holds only where its value is given. */
export const given = (text: string, value: Value | undefined): Clause | null =>
  value === undefined ? null : { text, values: [value] }

/** None of so many; of none at all it is no condition. */
export const notIn = (column: string, values: readonly Value[]): Clause | null =>
  values.length === 0 ? null : { text: `${column} not in (${marks(values)})`, values }

/** Every one of the conditions that are there. */
export function allOf(...conditions: readonly (Clause | null)[]): Clause {
  const there = conditions.filter((condition) => condition !== null)
  return { text: there.map(({ text }) => text).join(' and '), values: there.flatMap(({ values }) => values) }
}

/** As many question marks as there are values. */
export const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ')
